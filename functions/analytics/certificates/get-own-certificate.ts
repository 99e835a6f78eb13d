import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { presentOwnCertificate } from '../../../shared/workspaces/presenters.ts';
import { findCertificate } from './certificates.ts';
import { getOwnCertificate } from './contract.ts';

export const endpoint = implement(getOwnCertificate, {
  load: ({ caller: { accountId }, params }, { table }) =>
    findCertificate(table, { accountId, id: params.certificateId }),

  handle: async ({ found }, _, reply) =>
    found ? reply.ok(presentOwnCertificate(found)) : reply.refuse('certificate_not_found'),
});

export const handler = lambda(endpoint);
