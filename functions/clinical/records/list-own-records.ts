import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { openPage } from '../../../shared/table/page.ts';
import { listOwnRecords } from './contract.ts';
import { readRecords } from './records.ts';

export const endpoint = implement(listOwnRecords, {
  async load({ caller, query: { limit, cursor } }, { table, settings }) {
    const list = ['listOwnRecords', caller.accountId];
    const page = openPage({ list, limit, cursor, secret: settings.CURSOR_SECRET });
    return readRecords(table, caller.accountId, page);
  },

  handle: async ({ found }, _, reply) => reply.ok(found),
});

export const handler = lambda(endpoint);
