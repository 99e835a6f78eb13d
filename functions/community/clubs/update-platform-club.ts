import { implementAct } from '../../../shared/runtime/act-endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { presentManagedClub } from '../presenters.ts';
import { changeVersion, clubs, wholeInput } from '../versioned-content.ts';
import { updatePlatformClub } from './contract.ts';

export const endpoint = implementAct(updatePlatformClub, {
  load: ({ params }, { table }) => clubs.find(table, params.id),

  async handle({ params, body, found }, { recording, clock }, reply) {
    if (!found) return reply.refuse('club_not_found');
    const table = recording({ on: [params.id] });
    const changes = wholeInput(updatePlatformClub.body, body);
    const outcome = await changeVersion(table, clubs, found, changes, clock.now());
    return outcome.kind === 'changed'
      ? reply.ok(presentManagedClub(outcome.after))
      : reply.refuse(outcome.kind);
  },
});

export const handler = lambda(endpoint);
