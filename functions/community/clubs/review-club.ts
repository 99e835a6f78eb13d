import { implementAct } from '../../../shared/runtime/act-endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { presentManagedClub } from '../presenters.ts';
import { changeVersion, clubs } from '../versioned-content.ts';
import { reviewClub } from './contract.ts';
import { updateExhibitions } from './update-exhibitions.ts';

export const endpoint = implementAct(reviewClub, {
  load: ({ params }, { table }) => clubs.find(table, params.id),

  async handle({ params, body: { decision, reason, version }, found }, { recording, clock }, reply) {
    if (!found) return reply.refuse('club_not_found');
    const at = clock.now();
    const now = at.toISOString();
    const review =
      decision === 'approved'
        ? { reviewedAt: now, rejectedAt: undefined, rejectionReason: undefined }
        : { reviewedAt: undefined, rejectedAt: now, rejectionReason: reason };
    const table = recording({ on: [params.id] });
    const outcome = await changeVersion(table, clubs, found, { version, ...review }, at);
    if (outcome.kind !== 'changed') return reply.refuse(outcome.kind);
    await updateExhibitions(table, outcome.after);
    return reply.ok(presentManagedClub(outcome.after));
  },
});

export const handler = lambda(endpoint);
