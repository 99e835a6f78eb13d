import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { listOwnRecords } from './contract.ts';
import { readRecords } from './records.ts';

export const endpoint = implement(listOwnRecords, {
  async load({ caller, query }, { table, settings }) {
    return readRecords(table, caller.accountId, { caller, query, settings });
  },

  handle: async ({ found }, _, reply) => reply.ok(found),
});

export const handler = lambda(endpoint);
