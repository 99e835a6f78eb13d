import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { presentChallenge, presentEvent } from '../presenters.ts';
import { findOwn, maySee } from '../visibility.ts';
import { findEvent } from './contract.ts';
import { clubOf, findByCode, shownChallenges } from './events.ts';

export const endpoint = implement(findEvent, {
  async load({ caller, params }, { table }) {
    const [event, own] = await Promise.all([
      findByCode(table, params.code),
      findOwn(table, caller?.accountId),
    ]);
    return { event, own, club: await clubOf(table, event) };
  },

  async handle({ found: { event, own, club } }, { table, clock }, reply) {
    const at = clock.now();
    if (!event || !maySee(club, own)) return reply.refuse('event_not_found');
    const challenges = await shownChallenges(table, event);
    return reply.ok({
      event: presentEvent(event, own.events.get(event.joinCode)),
      challenges: challenges.map((challenge) =>
        presentChallenge(challenge, own.enrollments.get(challenge.id), at),
      ),
    });
  },
});

export const handler = lambda(endpoint);
