import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { readRoles } from './account-roles.ts';
import { getAccount } from './contract.ts';

export const endpoint = implement(getAccount, {
  load: ({ caller }, { table }) => readRoles(table, caller.accountId),

  handle: async ({ caller, found }, { settings }, reply) =>
    reply.ok({
      id: caller.accountId,
      ...found,
      accessNoticeVersion: settings.ACCESS_NOTICE_VERSION,
      consentNoticeVersion: settings.CONSENT_NOTICE_VERSION,
      deletionNoticeVersion: settings.DELETION_NOTICE_VERSION,
    }),
});

export const handler = lambda(endpoint);
