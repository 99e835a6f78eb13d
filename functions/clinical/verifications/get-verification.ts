import { presentVerification } from '../../../shared/clinical/presenters.ts';
import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { getVerification } from './contract.ts';
import { findVerification } from './verifications.ts';

export const endpoint = implement(getVerification, {
  load: ({ params }, { table }) => findVerification(table, params.accountId),

  handle: async ({ found }, _, reply) =>
    found ? reply.ok(presentVerification(found)) : reply.refuse('practitioner_not_found'),
});

export const handler = lambda(endpoint);
