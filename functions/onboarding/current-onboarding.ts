import { implement } from '../../shared/runtime/endpoint.ts';
import { publicLambda } from '../../shared/runtime/public-lambda.ts';
import { currentOnboarding } from './contract.ts';
import { presentFlow } from './flows.ts';
import { findCurrent } from './publication.ts';

export const endpoint = implement(currentOnboarding, {
  load: (_, { table }) => findCurrent(table),

  handle: async ({ found }, _, reply) =>
    found ? reply.ok(presentFlow(found)) : reply.refuse('nothing_published'),
});

export const handler = publicLambda(endpoint);
