import { presentClubMembership } from '../../../shared/community/presenters.ts';
import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { findMembership, join } from './club-members.ts';
import { joinClub } from './contract.ts';

export const endpoint = implement(joinClub, {
  load: ({ caller, params }, { table }) => findMembership(table, params.id, caller.accountId),

  async handle({ caller, params, body, found }, { table, clock }, reply) {
    const own = { accountId: caller.accountId, clubId: params.id, knownAs: body.knownAs };
    const outcome = await join(table, own, found, clock);
    return outcome.kind === 'joined'
      ? reply.ok(presentClubMembership(outcome.membership))
      : reply.refuse(outcome.kind);
  },
});

export const handler = lambda(endpoint);
