import { implementAct } from '../../../shared/runtime/act-endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { verifyPractitioner } from './contract.ts';
import { findVerification, verify } from './verifications.ts';

export const endpoint = implementAct(verifyPractitioner, {
  load: ({ params }, { table }) => findVerification(table, params.accountId),

  async handle({ params, body, found }, { recording, clock }, reply) {
    const table = recording({ on: [params.accountId] });
    const outcome = await verify(table, { ...body, ...params }, found, clock);
    return outcome.kind === 'verified' ? reply.ok(outcome.verification) : reply.refuse(outcome.kind);
  },
});

export const handler = lambda(endpoint);
