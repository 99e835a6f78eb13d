import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { presentManagedClub } from '../presenters.ts';
import { foundSocialClub } from './clubs.ts';
import { createClub } from './contract.ts';

export const endpoint = implement(createClub, {
  async handle({ caller, body }, { table, clock }, reply) {
    const outcome = await foundSocialClub(table, { ...body, ownerId: caller.accountId }, clock);
    return outcome.kind === 'founded'
      ? reply.created(presentManagedClub(outcome.club))
      : reply.refuse(outcome.kind);
  },
});

export const handler = lambda(endpoint);
