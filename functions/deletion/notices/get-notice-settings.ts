import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { getNoticeSettings } from './contract.ts';
import { readSettings } from './settings.ts';

export const endpoint = implement(getNoticeSettings, {
  load: ({ caller }, { table }) => readSettings(table, caller.accountId),

  handle: async ({ found }, _, reply) => reply.ok(found),
});

export const handler = lambda(endpoint);
