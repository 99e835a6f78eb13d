import { implementAct } from '../../shared/runtime/act-endpoint.ts';
import { lambda } from '../../shared/runtime/lambda.ts';
import { archiveOnboardingFlow } from './contract.ts';
import { presentFlow } from './flows.ts';
import { archive, findFlow } from './publication.ts';

export const endpoint = implementAct(archiveOnboardingFlow, {
  load: ({ params }, { table }) => findFlow(table, params.id),

  async handle({ params, found }, { recording, clock }, reply) {
    const outcome = await archive(recording({ on: [params.id] }), found, clock.now());
    return outcome.kind === 'archived' ? reply.ok(presentFlow(outcome.flow)) : reply.refuse(outcome.kind);
  },
});

export const handler = lambda(endpoint);
