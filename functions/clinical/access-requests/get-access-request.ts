import { presentRequest } from '../../../shared/clinical/presenters.ts';
import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { getAccessRequest } from './contract.ts';
import { findOwnRequest } from './transitions.ts';

export const endpoint = implement(getAccessRequest, {
  load: ({ caller, params }, { table }) => findOwnRequest(table, params.id, caller.accountId),

  async handle({ found }, { clock }, reply) {
    return found ? reply.ok(presentRequest(found, clock.now())) : reply.refuse('access_request_not_found');
  },
});

export const handler = lambda(endpoint);
