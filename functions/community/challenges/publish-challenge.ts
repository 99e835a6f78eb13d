import { implement } from '../../../shared/endpoint.ts';
import { lambda } from '../../../shared/lambda.ts';
import { presentManagedChallenge } from '../presenters.ts';
import { challenges, displayChanges, setPublished } from '../versioned-content.ts';
import { publishChallenge } from './contract.ts';

export const endpoint = implement(publishChallenge, {
  load: ({ params }, { table }) => challenges.find(table, params.id),

  async handle({ found }, { table, clock }, reply) {
    const at = clock.now();
    const after = await setPublished(table, challenges, found, true, at, (one) => displayChanges(one, at));
    return after ? reply.ok(presentManagedChallenge(after, at)) : reply.refuse('challenge_not_found');
  },
});

export const handler = lambda(endpoint);
