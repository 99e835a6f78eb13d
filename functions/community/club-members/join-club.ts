import { implement } from '../../../shared/endpoint.ts';
import { lambda } from '../../../shared/lambda.ts';
import { presentClubMembership } from '../../../shared/presenters/community.ts';
import { findMembership, join } from './club-members.ts';
import { joinClub } from './contract.ts';

export const endpoint = implement(joinClub, {
  load: ({ caller, params }, { table }) => findMembership(table, params.id, caller.accountId),

  async handle({ caller, found }, { table, clock }, reply) {
    const outcome = await join(table, caller.accountId, found, clock.now());
    return outcome.kind === 'joined'
      ? reply.ok(presentClubMembership(outcome.membership))
      : reply.refuse(outcome.kind);
  },
});

export const handler = lambda(endpoint);
