import { implementAct } from '../../../shared/runtime/act-endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { presentManagedChallenge } from '../presenters.ts';
import { events } from '../versioned-content.ts';
import { makeChallenge } from './challenges.ts';
import { createChallenge } from './contract.ts';

export const endpoint = implementAct(createChallenge, {
  load: ({ params }, { table }) => events.find(table, params.code),

  async handle({ params, body, found }, { recording, clock }, reply) {
    if (!found) return reply.refuse('event_not_found');
    const id = clock.newId();
    const at = clock.now();
    const outcome = await makeChallenge(recording({ on: [id, params.code] }), found, { ...body, id }, at);
    return outcome.kind === 'made'
      ? reply.created(presentManagedChallenge(outcome.challenge, at))
      : reply.refuse(outcome.kind);
  },
});

export const handler = lambda(endpoint);
