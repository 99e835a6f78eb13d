import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { openPage } from '../../../shared/table/page.ts';
import { listWorkspaces } from './contract.ts';
import { readWorkspaces } from './workspaces.ts';

export const endpoint = implement(listWorkspaces, {
  async handle({ caller, query: { limit, cursor } }, { table, settings }, reply) {
    const own = ['listWorkspaces', caller.accountId];
    const page = openPage({ list: own, limit, cursor, secret: settings.CURSOR_SECRET });
    return reply.ok(await readWorkspaces(table, page));
  },
});

export const handler = lambda(endpoint);
