import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { readOwnCertificates } from './certificates.ts';
import { listOwnCertificates } from './contract.ts';

export const endpoint = implement(listOwnCertificates, {
  load: async ({ caller, query }, { table, settings }) =>
    readOwnCertificates(table, caller.accountId, { caller, query, settings }),

  handle: async ({ found }, _, reply) => reply.ok(found),
});

export const handler = lambda(endpoint);
