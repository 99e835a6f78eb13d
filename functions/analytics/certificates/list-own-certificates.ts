import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { openPage } from '../../../shared/table/page.ts';
import { readOwnCertificates } from './certificates.ts';
import { listOwnCertificates } from './contract.ts';

export const endpoint = implement(listOwnCertificates, {
  load: async ({ caller: { accountId }, query }, { table, settings }) =>
    readOwnCertificates(
      table,
      accountId,
      openPage({ list: ['listOwnCertificates', accountId], ...query, secret: settings.CURSOR_SECRET }),
    ),

  handle: async ({ found }, _, reply) => reply.ok(found),
});

export const handler = lambda(endpoint);
