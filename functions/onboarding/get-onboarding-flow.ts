import { implement } from '../../shared/endpoint.ts';
import { lambda } from '../../shared/lambda.ts';
import { getOnboardingFlow } from './contract.ts';
import { presentFlow } from './flows.ts';
import { findFlow } from './publication.ts';

export const endpoint = implement(getOnboardingFlow, {
  load: ({ params }, { table }) => findFlow(table, params.id),

  handle: async ({ found }, _, reply) =>
    found ? reply.ok(presentFlow(found)) : reply.refuse('flow_not_found'),
});

export const handler = lambda(endpoint);
