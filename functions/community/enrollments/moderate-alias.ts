import { implementAct } from '../../../shared/runtime/act-endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { hideAlias } from './alias-moderation.ts';
import { moderateAlias } from './contract.ts';

export const endpoint = implementAct(moderateAlias, {
  async handle({ params, body }, { recording, clock }, reply) {
    const outcome = await hideAlias(recording({ on: [params.id] }), params.id, body, clock.now());
    return outcome.kind === 'moderated'
      ? reply.ok({ alias: outcome.alias, hidden: body.hidden })
      : reply.refuse(outcome.kind);
  },
});

export const handler = lambda(endpoint);
