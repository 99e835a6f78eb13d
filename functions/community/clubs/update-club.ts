import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { presentManagedClub } from '../presenters.ts';
import { changeVersion, clubs, wholeInput } from '../versioned-content.ts';
import { updateClub } from './contract.ts';

export const endpoint = implement(updateClub, {
  load: ({ params }, { table }) => clubs.find(table, params.id),

  async handle({ caller, body, found }, { table, clock }, reply) {
    if (found?.ownerId !== caller.accountId) return reply.refuse('club_not_found');
    const { published, ...input } = body;
    const at = clock.now();
    const publishedAt = published ? (found.publishedAt ?? at.toISOString()) : undefined;
    // The previous review does not cover the changed content.
    const review = { reviewedAt: undefined, rejectedAt: undefined, rejectionReason: undefined };
    const outcome = await changeVersion(
      table,
      clubs,
      found,
      { ...wholeInput(updateClub.body, input), publishedAt, ...review },
      at,
    );
    return outcome.kind === 'changed'
      ? reply.ok(presentManagedClub(outcome.after))
      : reply.refuse(outcome.kind);
  },
});

export const handler = lambda(endpoint);
