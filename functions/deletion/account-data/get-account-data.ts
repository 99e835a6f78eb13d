import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { readAccountData } from './account-data.ts';
import { getAccountData } from './contract.ts';

export const endpoint = implement(getAccountData, {
  async load({ caller, query }, { table, clock, settings }) {
    return readAccountData(table, caller.accountId, { caller, query, settings }, clock.now());
  },

  handle: async ({ found }, _, reply) => reply.ok(found),
});

export const handler = lambda(endpoint);
