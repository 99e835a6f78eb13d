import { implementAct } from '../../../shared/runtime/act-endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { presentManagedChallenge } from '../presenters.ts';
import { challenges } from '../versioned-content.ts';
import { unpublish } from './challenges.ts';
import { unpublishChallenge } from './contract.ts';

export const endpoint = implementAct(unpublishChallenge, {
  load: ({ params }, { table }) => challenges.find(table, params.id),

  async handle({ params, found }, { recording, clock }, reply) {
    const at = clock.now();
    const after = await unpublish(recording({ on: [params.id] }), found, at);
    return after ? reply.ok(presentManagedChallenge(after, at)) : reply.refuse('challenge_not_found');
  },
});

export const handler = lambda(endpoint);
