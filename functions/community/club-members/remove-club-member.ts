import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { findOwnMembership, leaveClub } from './club-departure.ts';
import { isOwner } from './club-members.ts';
import { removeClubMember } from './contract.ts';

export const endpoint = implement(removeClubMember, {
  async load({ caller, params: { id: clubId, accountId } }, { table }) {
    const [owns, membership] = await Promise.all([
      isOwner(table, clubId, caller.accountId),
      findOwnMembership(table, { accountId, clubId }),
    ]);
    return { owns, membership };
  },

  async handle({ caller, params, found: { owns, membership } }, { table, clock }, reply) {
    if (!owns) return reply.refuse('club_not_found');
    if (params.accountId === caller.accountId) return reply.refuse('owner_stays');
    const leaving = { accountId: params.accountId, clubId: params.id, removedBy: caller.accountId };
    const outcome = await leaveClub(table, leaving, membership, clock.now());
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
