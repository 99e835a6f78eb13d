import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { readLog } from './access-log.ts';
import { listAccessLog } from './contract.ts';

export const endpoint = implement(listAccessLog, {
  async load({ caller, query }, { table, settings }) {
    return readLog(table, caller.accountId, { caller, query, settings });
  },

  handle: async ({ found }, _, reply) => reply.ok(found),
});

export const handler = lambda(endpoint);
