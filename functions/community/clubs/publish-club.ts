import { implementAct } from '../../../shared/runtime/act-endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { presentManagedClub } from '../presenters.ts';
import { clubs, setPublished } from '../versioned-content.ts';
import { publishClub } from './contract.ts';
import { updateExhibitions } from './update-exhibitions.ts';

export const endpoint = implementAct(publishClub, {
  load: ({ params }, { table }) => clubs.find(table, params.id),

  async handle({ params, found }, { recording, clock }, reply) {
    const at = clock.now();
    const table = recording({ on: [params.id] });
    const after = await setPublished(table, clubs, found, true, at);
    if (!after) return reply.refuse('club_not_found');
    await updateExhibitions(table, after);
    return reply.ok(presentManagedClub(after));
  },
});

export const handler = lambda(endpoint);
