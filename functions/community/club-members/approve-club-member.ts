import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { approve, findForOwner, presentMember } from './club-members.ts';
import { approveClubMember } from './contract.ts';

export const endpoint = implement(approveClubMember, {
  load: ({ caller, params }, { table }) =>
    findForOwner(table, params.id, { ownerId: caller.accountId, accountId: params.accountId }),

  async handle({ found }, { table, clock }, reply) {
    const outcome = await approve(table, found, clock.now());
    return outcome.kind === 'approved'
      ? reply.ok(presentMember(outcome.membership))
      : reply.refuse(outcome.kind);
  },
});

export const handler = lambda(endpoint);
