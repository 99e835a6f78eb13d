import { implementAct } from '../../../shared/runtime/act-endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { presentManagedChallenge } from '../presenters.ts';
import { findForPublication, publish } from './challenges.ts';
import { publishChallenge } from './contract.ts';

export const endpoint = implementAct(publishChallenge, {
  load: ({ params }, { table }) => findForPublication(table, params.id),

  async handle({ params, found }, { recording, clock }, reply) {
    const at = clock.now();
    const after = await publish(recording({ on: [params.id] }), found, at);
    return after ? reply.ok(presentManagedChallenge(after, at)) : reply.refuse('challenge_not_found');
  },
});

export const handler = lambda(endpoint);
