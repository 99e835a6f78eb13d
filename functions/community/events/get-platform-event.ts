import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { presentManagedChallenge, presentManagedEvent } from '../presenters.ts';
import { events } from '../versioned-content.ts';
import { getPlatformEvent } from './contract.ts';
import { allChallenges } from './events.ts';

export const endpoint = implement(getPlatformEvent, {
  load: ({ params }, { table }) => events.find(table, params.code),

  async handle({ found }, { table, clock }, reply) {
    if (!found) return reply.refuse('event_not_found');
    const at = clock.now();
    const challenges = await allChallenges(table, found);
    return reply.ok({
      event: presentManagedEvent(found),
      challenges: challenges.map((stored) => presentManagedChallenge(stored, at)),
    });
  },
});

export const handler = lambda(endpoint);
