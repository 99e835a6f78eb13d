import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { openPage } from '../../../shared/table/page.ts';
import { listVerifications } from './contract.ts';
import { readVerifications } from './verifications.ts';

export const endpoint = implement(listVerifications, {
  async handle({ caller, query: { limit, cursor } }, { table, settings }, reply) {
    const own = ['listVerifications', caller.accountId];
    const page = openPage({ list: own, limit, cursor, secret: settings.CURSOR_SECRET });
    return reply.ok(await readVerifications(table, page));
  },
});

export const handler = lambda(endpoint);
