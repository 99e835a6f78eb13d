import { implementAct } from '../../../shared/runtime/act-endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { withdrawVerification } from './contract.ts';
import { withdraw } from './verifications.ts';

export const endpoint = implementAct(withdrawVerification, {
  async handle({ params }, { recording, clock }, reply) {
    const outcome = await withdraw(recording({ on: [params.accountId] }), params.accountId, clock.now());
    return outcome === 'withdrawn' ? reply.done() : reply.refuse(outcome);
  },
});

export const handler = lambda(endpoint);
