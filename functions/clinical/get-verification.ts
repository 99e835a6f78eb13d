import { implement } from '../../shared/endpoint.ts';
import { lambda } from '../../shared/lambda.ts';
import { presentVerification } from '../../shared/presenters/clinical.ts';
import { getVerification } from './verification-contract.ts';
import { findVerification } from './verifications.ts';

export const endpoint = implement(getVerification, {
  load: ({ params }, { table }) => findVerification(table, params.accountId),

  handle: async ({ found }, _, reply) =>
    found ? reply.ok(presentVerification(found)) : reply.refuse('practitioner_not_found'),
});

export const handler = lambda(endpoint);
