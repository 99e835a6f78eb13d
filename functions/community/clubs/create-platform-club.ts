import { implementAct } from '../../../shared/runtime/act-endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { presentManagedClub } from '../presenters.ts';
import { makePlatformClub } from './clubs.ts';
import { createPlatformClub } from './contract.ts';

export const endpoint = implementAct(createPlatformClub, {
  async handle({ body }, { recording, clock }, reply) {
    const id = clock.newId();
    const table = recording({ on: [id, body.ownerId] });
    const outcome = await makePlatformClub(table, { ...body, id }, clock);
    return outcome.kind === 'founded'
      ? reply.created(presentManagedClub(outcome.club))
      : reply.refuse(outcome.kind);
  },
});

export const handler = lambda(endpoint);
