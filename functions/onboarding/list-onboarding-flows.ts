import { implement } from '../../shared/runtime/endpoint.ts';
import { lambda } from '../../shared/runtime/lambda.ts';
import { listOnboardingFlows } from './contract.ts';
import { listFlows } from './flows.ts';

export const endpoint = implement(listOnboardingFlows, {
  async handle({ caller, query }, { table, settings }, reply) {
    return reply.ok(await listFlows(table, { caller, query, settings }));
  },
});

export const handler = lambda(endpoint);
