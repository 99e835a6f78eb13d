import { implementAct } from '../../../shared/runtime/act-endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { withdrawVerification } from './contract.ts';
import { withdraw } from './verifications.ts';

export const endpoint = implementAct(withdrawVerification, {
  async handle({ params }, { table, clock }, reply) {
    const outcome = await withdraw(table, params.accountId, clock.now());
    return outcome === 'withdrawn' ? reply.done() : reply.refuse(outcome);
  },
});

export const handler = lambda(endpoint);
