import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { listRequests } from './access-requests.ts';
import { listAccessRequests } from './contract.ts';

export const endpoint = implement(listAccessRequests, {
  load: async ({ caller, query }, { table, settings, clock }) =>
    listRequests(table, query.as, caller.accountId, { caller, query, settings }, clock.now()),

  handle: async ({ found }, _, reply) => reply.ok(found),
});

export const handler = lambda(endpoint);
