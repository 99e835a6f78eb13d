import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { openPage } from '../../../shared/table/page.ts';
import { listRequests } from './access-requests.ts';
import { listAccessRequests } from './contract.ts';

export const endpoint = implement(listAccessRequests, {
  load: async ({ caller, query: { as, limit, cursor } }, { table, settings, clock }) =>
    listRequests(
      table,
      as,
      caller.accountId,
      openPage({
        list: ['listAccessRequests', as, caller.accountId],
        limit,
        cursor,
        secret: settings.CURSOR_SECRET,
      }),
      clock.now(),
    ),

  handle: async ({ found }, _, reply) => reply.ok(found),
});

export const handler = lambda(endpoint);
