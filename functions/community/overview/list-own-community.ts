import { fittingLists } from '../../../shared/http/response-size.ts';
import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { presentManagedChallenge, presentManagedClub, presentManagedEvent } from '../presenters.ts';
import { listOwnCommunity } from './contract.ts';
import { findOwned } from './own-community.ts';

export const endpoint = implement(listOwnCommunity, {
  load: ({ caller }, { table }) => findOwned(table, caller.accountId),

  async handle({ found }, { clock }, reply) {
    const at = clock.now();
    return reply.ok(
      fittingLists({
        clubs: found.clubs.map(presentManagedClub),
        events: found.events.map(presentManagedEvent),
        challenges: found.challenges.map((challenge) => presentManagedChallenge(challenge, at)),
      }),
    );
  },
});

export const handler = lambda(endpoint);
