import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { openPage } from '../../../shared/table/page.ts';
import { readAccountData } from './account-data.ts';
import { getAccountData } from './contract.ts';

export const endpoint = implement(getAccountData, {
  async load({ caller: { accountId }, query }, { table, clock, settings }) {
    const list = ['getAccountData', accountId];
    const page = openPage({ list, ...query, secret: settings.CURSOR_SECRET });
    return readAccountData(table, accountId, page, clock.now());
  },

  handle: async ({ found }, _, reply) => reply.ok(found),
});

export const handler = lambda(endpoint);
