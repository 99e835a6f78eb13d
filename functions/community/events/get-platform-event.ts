import { challenge, challengesOfEvent } from '../../../shared/community/items.ts';
import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { presentManagedChallenge, presentManagedEvent } from '../presenters.ts';
import { events } from '../versioned-content.ts';
import { getPlatformEvent } from './contract.ts';

export const endpoint = implement(getPlatformEvent, {
  async load({ params: { code } }, { table }) {
    const [event, challenges] = await Promise.all([
      events.find(table, code),
      table.query(challengesOfEvent(code)),
    ]);
    return { event, challenges: challenges.map(challenge.parse) };
  },

  async handle({ found: { event, challenges } }, { clock }, reply) {
    if (!event) return reply.refuse('event_not_found');
    const at = clock.now();
    return reply.ok({
      event: presentManagedEvent(event),
      challenges: challenges.map((stored) => presentManagedChallenge(stored, at)),
    });
  },
});

export const handler = lambda(endpoint);
