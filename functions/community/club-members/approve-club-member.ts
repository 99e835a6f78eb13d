import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { approve, findForOwner, presentMember } from './club-members.ts';
import { approveClubMember } from './contract.ts';

export const endpoint = implement(approveClubMember, {
  load: ({ caller, params: { id: clubId, memberId } }, { table }) =>
    findForOwner(table, { clubId, ownerId: caller.accountId, memberId }),

  async handle({ caller, params: { id: clubId, memberId }, found }, { table, clock }, reply) {
    const of = { clubId, ownerId: caller.accountId, memberId };
    const outcome = await approve(table, of, found, clock.now());
    return outcome.kind === 'approved'
      ? reply.ok(presentMember(outcome.membership, outcome.own))
      : reply.refuse(outcome.kind);
  },
});

export const handler = lambda(endpoint);
