import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { openPage } from '../../../shared/table/page.ts';
import { listOwnClaims } from './claims.ts';
import { listClaims } from './contract.ts';

export const endpoint = implement(listClaims, {
  async load({ caller, query: { limit, cursor } }, { table, clock, settings }) {
    const list = ['listClaims', caller.accountId];
    const page = openPage({ list, limit, cursor, secret: settings.CURSOR_SECRET });
    return listOwnClaims(table, caller.accountId, page, clock.now());
  },

  handle: async ({ found }, _, reply) => reply.ok(found),
});

export const handler = lambda(endpoint);
