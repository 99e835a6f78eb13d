import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { openPage } from '../../../shared/table/page.ts';
import { readLog } from './access-log.ts';
import { listAccessLog } from './contract.ts';

export const endpoint = implement(listAccessLog, {
  async load({ caller, query: { limit, cursor } }, { table, settings }) {
    const list = ['listAccessLog', caller.accountId];
    const page = openPage({ list, limit, cursor, secret: settings.CURSOR_SECRET });
    return readLog(table, caller.accountId, page);
  },

  handle: async ({ found }, _, reply) => reply.ok(found),
});

export const handler = lambda(endpoint);
