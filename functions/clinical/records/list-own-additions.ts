import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { readAdditions } from './additions.ts';
import { listOwnAdditions } from './contract.ts';

export const endpoint = implement(listOwnAdditions, {
  load: ({ caller, query }, { table, settings, clock }) =>
    readAdditions(table, caller.accountId, { caller, query, settings }, clock.now()),

  handle: async ({ found }, _, reply) => reply.ok(found),
});

export const handler = lambda(endpoint);
