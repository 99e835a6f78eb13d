import { implement, never } from '../../shared/endpoint.ts';
import { lambda } from '../../shared/lambda.ts';
import { presentRequest } from './access-requests.ts';
import { denyAccessRequest } from './contract.ts';
import { findOwnRequest, move } from './transitions.ts';

export const endpoint = implement(denyAccessRequest, {
  gather: ({ caller, params }, { table }) => findOwnRequest(table, params.id, caller.accountId),

  async answer({ caller, found }, { table, clock }, reply) {
    const at = clock.now();
    const outcome = await move(table, 'deny', found, caller.accountId, at);
    switch (outcome.kind) {
      case 'moved':
        return reply.ok(presentRequest(outcome.request, at));
      case 'wrong_state':
        return reply.refuse('not_pending');
      case 'not_the_patient':
        return reply.refuse('not_the_patient');
      case 'access_request_not_found':
        return reply.refuse('access_request_not_found');
      case 'request_expired':
        return reply.refuse('request_expired');
      default:
        return never(outcome);
    }
  },
});

export const handler = lambda(endpoint);
