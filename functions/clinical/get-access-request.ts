import { implement } from '../../shared/endpoint.ts';
import { lambda } from '../../shared/lambda.ts';
import { presentRequest } from '../../shared/presenters/clinical.ts';
import { getAccessRequest } from './contract.ts';
import { findOwnRequest } from './transitions.ts';

export const endpoint = implement(getAccessRequest, {
  load: ({ caller, params }, { table }) => findOwnRequest(table, params.id, caller.accountId),

  async handle({ found }, { clock }, reply) {
    return found ? reply.ok(presentRequest(found, clock.now())) : reply.refuse('access_request_not_found');
  },
});

export const handler = lambda(endpoint);
