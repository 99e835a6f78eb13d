import { presentRequest } from '../../../shared/clinical/presenters.ts';
import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { approveAccessRequest } from './contract.ts';
import { findOwnRequest, move } from './transitions.ts';

export const endpoint = implement(approveAccessRequest, {
  load: ({ caller, params }, { table }) => findOwnRequest(table, params.id, caller.accountId),

  async handle({ caller, found }, { table, clock }, reply) {
    const at = clock.now();
    const outcome = await move(table, 'approve', found, caller.accountId, at);
    return outcome.kind === 'moved'
      ? reply.ok(presentRequest(outcome.request, at))
      : reply.refuse(outcome.kind);
  },
});

export const handler = lambda(endpoint);
