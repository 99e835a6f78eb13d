import { findOwn, maySee, readIfVisible } from '../../../shared/community/visibility.ts';
import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { presentChallenge, presentEvent } from '../presenters.ts';
import { findEvent } from './contract.ts';
import { clubOf, findByCode, shownChallenges } from './events.ts';

export const endpoint = implement(findEvent, {
  async load({ caller, params }, { table }) {
    const [event, own] = await Promise.all([
      findByCode(table, params.code),
      findOwn(table, caller?.accountId),
    ]);
    return { event, own };
  },

  async handle({ found: { event, own } }, { table, clock }, reply) {
    const challenges = await readIfVisible(event, {
      isLikely: event && (event.parentsShown || own.clubs.has(event.clubId)),
      isVisible: async () => maySee(await clubOf(table, event), own),
      read: (found) => shownChallenges(table, found),
    });
    if (!event || !challenges) return reply.refuse('event_not_found');
    if (event.cancelledAt) return reply.refuse('event_cancelled');
    const at = clock.now();
    return reply.ok({
      event: presentEvent(event, own.events.get(event.joinCode)),
      challenges: challenges.map((challenge) =>
        presentChallenge(challenge, own.enrollments.get(challenge.id), at),
      ),
    });
  },
});

export const handler = lambda(endpoint);
