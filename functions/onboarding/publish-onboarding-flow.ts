import { RefusedRequest } from '../../shared/contract/refusals.ts';
import { implementAct } from '../../shared/runtime/act-endpoint.ts';
import { lambda } from '../../shared/runtime/lambda.ts';
import { MAX_ISSUES } from '../../shared/values/limits.ts';
import { publishOnboardingFlow } from './contract.ts';
import { presentFlow } from './flows.ts';
import { findForPublication, publish } from './publication.ts';

export const endpoint = implementAct(publishOnboardingFlow, {
  load: ({ params }, { table }) => findForPublication(table, params.id),

  async handle({ params, found }, { recording, clock }, reply) {
    const outcome = await publish(recording({ on: [params.id] }), params.id, found, clock.now());
    if (outcome.kind === 'published') return reply.ok(presentFlow(outcome.flow));
    if (outcome.kind === 'incomplete')
      throw new RefusedRequest('invalid_request', { issues: outcome.issues.slice(0, MAX_ISSUES) });
    return reply.refuse(outcome.kind);
  },
});

export const handler = lambda(endpoint);
