import { implementAct } from '../../../shared/act-endpoint.ts';
import { lambda } from '../../../shared/lambda.ts';
import { presentManagedClub } from '../presenters.ts';
import { makePlatformClub } from './clubs.ts';
import { createPlatformClub } from './platform-contract.ts';

export const endpoint = implementAct(createPlatformClub, {
  async handle({ body }, { table, clock }, reply) {
    const outcome = await makePlatformClub(table, body, clock);
    return outcome.kind === 'founded'
      ? reply.created(presentManagedClub(outcome.club))
      : reply.refuse(outcome.kind);
  },
});

export const handler = lambda(endpoint);
