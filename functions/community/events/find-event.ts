import { implement } from '../../../shared/endpoint.ts';
import { lambda } from '../../../shared/lambda.ts';
import { presentChallenge, presentEvent } from '../presenters.ts';
import { findOwn, maySee } from '../visibility.ts';
import { findEvent } from './contract.ts';
import { clubOf, findByCode } from './events.ts';

export const endpoint = implement(findEvent, {
  async gather({ caller, params }, { table }) {
    const [byCode, own] = await Promise.all([
      findByCode(table, params.code),
      findOwn(table, caller?.accountId),
    ]);
    return { byCode, own, club: await clubOf(table, byCode?.event) };
  },

  async answer({ found: { byCode, own, club } }, { clock }, reply) {
    const at = clock.now();
    if (!byCode || !maySee(club, own)) return reply.refuse('event_not_found');
    return reply.ok({
      event: presentEvent(byCode.event, own.events.get(byCode.event.joinCode)),
      challenges: byCode.challenges.map((one) => presentChallenge(one, own.enrollments.get(one.id), at)),
    });
  },
});

export const handler = lambda(endpoint);
