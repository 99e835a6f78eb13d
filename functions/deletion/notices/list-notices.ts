import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { listNotices } from './contract.ts';
import { readNotices } from './notices.ts';

export const endpoint = implement(listNotices, {
  load: ({ caller, query }, { table, clock, settings }) =>
    readNotices(table, caller.accountId, { caller, query, settings }, clock.now()),

  handle: async ({ found }, _, reply) => reply.ok(found),
});

export const handler = lambda(endpoint);
