import { implementAct } from '../../../shared/runtime/act-endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { presentManagedChallenge } from '../presenters.ts';
import { challenges, wholeInput } from '../versioned-content.ts';
import { changeChallenge } from './challenges.ts';
import { updateChallenge } from './contract.ts';

export const endpoint = implementAct(updateChallenge, {
  load: ({ params }, { table }) => challenges.find(table, params.id),

  async handle({ params, body, found }, { recording, clock }, reply) {
    if (!found) return reply.refuse('challenge_not_found');
    const at = clock.now();
    const table = recording({ on: [params.id] });
    const outcome = await changeChallenge(table, found, wholeInput(updateChallenge.body, body), at);
    return outcome.kind === 'changed'
      ? reply.ok(presentManagedChallenge(outcome.after, at))
      : reply.refuse(outcome.kind);
  },
});

export const handler = lambda(endpoint);
