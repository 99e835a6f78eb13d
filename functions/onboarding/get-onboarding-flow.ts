import { implement } from '../../shared/runtime/endpoint.ts';
import { lambda } from '../../shared/runtime/lambda.ts';
import { getOnboardingFlow } from './contract.ts';
import { presentFlow } from './flows.ts';
import { findFlow } from './publication.ts';

export const endpoint = implement(getOnboardingFlow, {
  load: ({ params }, { table }) => findFlow(table, params.id),

  handle: async ({ found }, _, reply) =>
    found ? reply.ok(presentFlow(found)) : reply.refuse('flow_not_found'),
});

export const handler = lambda(endpoint);
