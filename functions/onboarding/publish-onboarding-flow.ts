import { implementAct } from '../../shared/act-endpoint.ts';
import { RefusedRequest } from '../../shared/http/refusals.ts';
import { lambda } from '../../shared/lambda.ts';
import { MOST_ISSUES } from '../../shared/limits.ts';
import { publishOnboardingFlow } from './contract.ts';
import { presentFlow } from './flows.ts';
import { findForPublication, publish } from './publication.ts';

export const endpoint = implementAct(publishOnboardingFlow, {
  load: ({ params }, { table }) => findForPublication(table, params.id),

  async handle({ params, found }, { table, clock }, reply) {
    const outcome = await publish(table, params.id, found, clock.now());
    if (outcome.kind === 'published') return reply.ok(presentFlow(outcome.flow));
    if (outcome.kind === 'incomplete')
      throw new RefusedRequest('invalid_request', { issues: outcome.issues.slice(0, MOST_ISSUES) });
    return reply.refuse(outcome.kind);
  },
});

export const handler = lambda(endpoint);
