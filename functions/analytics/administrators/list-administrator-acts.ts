import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { openPage } from '../../../shared/table/page.ts';
import { actListOf, readActs } from './acts.ts';
import { listAdministratorActs } from './contract.ts';

export const endpoint = implement(listAdministratorActs, {
  async handle({ caller, query: { limit, cursor, ...filter } }, { table, clock, settings }, reply) {
    const acts = actListOf(filter, clock.now());
    const list = ['listAdministratorActs', caller.accountId, acts.pk];
    const page = openPage({ list, limit, cursor, secret: settings.CURSOR_SECRET });
    return reply.ok(await readActs(table, acts, page));
  },
});

export const handler = lambda(endpoint);
