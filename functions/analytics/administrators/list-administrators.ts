import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { openPage } from '../../../shared/table/page.ts';
import { readAdministrators } from './administrators.ts';
import { listAdministrators } from './contract.ts';

export const endpoint = implement(listAdministrators, {
  async handle({ caller, query: { limit, cursor } }, { table, settings }, reply) {
    const own = ['listAdministrators', caller.accountId];
    const page = openPage({ list: own, limit, cursor, secret: settings.CURSOR_SECRET });
    return reply.ok(await readAdministrators(table, page));
  },
});

export const handler = lambda(endpoint);
