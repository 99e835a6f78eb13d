import { implement } from '../../../shared/endpoint.ts';
import { lambda } from '../../../shared/lambda.ts';
import { clubs } from '../versioned-content.ts';
import { leaveClub } from './club-departure.ts';
import { removeClubMember } from './contract.ts';

export const endpoint = implement(removeClubMember, {
  load: ({ params }, { table }) => clubs.find(table, params.id),

  async handle({ caller, params, found }, { table, clock }, reply) {
    if (found?.ownerId !== caller.accountId) return reply.refuse('club_not_found');
    const leaving = { accountId: params.accountId, clubId: params.id, removedBy: caller.accountId };
    const outcome = await leaveClub(table, leaving, clock.now());
    switch (outcome) {
      case 'left':
        return reply.done();
      case 'no_member':
        return reply.refuse('member_not_found');
      case 'not_allowed':
        return reply.refuse('club_not_found');
      default:
        return reply.refuse(outcome);
    }
  },
});

export const handler = lambda(endpoint);
