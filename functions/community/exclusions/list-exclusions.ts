import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { openPage } from '../../../shared/table/page.ts';
import { listExclusions } from './contract.ts';
import { readExclusions } from './exclusions.ts';

export const endpoint = implement(listExclusions, {
  async handle({ caller, params: { id }, query: { limit, cursor } }, { table, settings }, reply) {
    const own = ['listExclusions', caller.accountId, id];
    const page = openPage({ list: own, limit, cursor, secret: settings.CURSOR_SECRET });
    return reply.ok(await readExclusions(table, id, page));
  },
});

export const handler = lambda(endpoint);
