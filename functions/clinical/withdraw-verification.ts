import { implementAct } from '../../shared/act-endpoint.ts';
import { lambda } from '../../shared/lambda.ts';
import { withdrawVerification } from './verification-contract.ts';
import { withdraw } from './verifications.ts';

export const endpoint = implementAct(withdrawVerification, {
  async handle({ params }, { table, clock }, reply) {
    const outcome = await withdraw(table, params.accountId, clock.now());
    return outcome === 'withdrawn' ? reply.done() : reply.refuse(outcome);
  },
});

export const handler = lambda(endpoint);
