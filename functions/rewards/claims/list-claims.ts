import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { listOwnClaims } from './claims.ts';
import { listClaims } from './contract.ts';

export const endpoint = implement(listClaims, {
  async load({ caller, query }, { table, clock, settings }) {
    return listOwnClaims(table, caller.accountId, { caller, query, settings }, clock.now());
  },

  handle: async ({ found }, _, reply) => reply.ok(found),
});

export const handler = lambda(endpoint);
