import { implementAct } from '../../../shared/runtime/act-endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { presentManagedClub } from '../presenters.ts';
import { clubs, setPublished } from '../versioned-content.ts';
import { publishClub } from './contract.ts';

export const endpoint = implementAct(publishClub, {
  load: ({ params }, { table }) => clubs.find(table, params.id),

  async handle({ params, found }, { recording, clock }, reply) {
    const at = clock.now();
    const after = await setPublished(recording({ on: [params.id] }), clubs, found, true, at);
    return after ? reply.ok(presentManagedClub(after)) : reply.refuse('club_not_found');
  },
});

export const handler = lambda(endpoint);
