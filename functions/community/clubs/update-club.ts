import { implement } from '../../../shared/endpoint.ts';
import { lambda } from '../../../shared/lambda.ts';
import { presentManagedClub } from '../presenters.ts';
import { changeVersion, clubs } from '../versioned-content.ts';
import { updateClub } from './contract.ts';

export const endpoint = implement(updateClub, {
  load: ({ params }, { table }) => clubs.find(table, params.id),

  async handle({ caller, body, found }, { table, clock }, reply) {
    if (found?.ownerId !== caller.accountId) return reply.refuse('club_not_found');
    const { published, coverImage, ...words } = body;
    const at = clock.now();
    const publishedAt = published ? (found.publishedAt ?? at.toISOString()) : undefined;
    // What was reviewed are the words as they were.
    const review = { reviewedAt: undefined, rejectedAt: undefined, rejectionReason: undefined };
    const outcome = await changeVersion(
      table,
      clubs,
      found,
      { ...words, coverImage, publishedAt, ...review },
      at,
    );
    return outcome.kind === 'changed'
      ? reply.ok(presentManagedClub(outcome.after))
      : reply.refuse(outcome.kind);
  },
});

export const handler = lambda(endpoint);
