import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { presentManagedClub } from '../presenters.ts';
import { clubs } from '../versioned-content.ts';
import { getPlatformClub } from './contract.ts';

export const endpoint = implement(getPlatformClub, {
  load: ({ params }, { table }) => clubs.find(table, params.id),

  handle: async ({ found }, _, reply) =>
    found ? reply.ok(presentManagedClub(found)) : reply.refuse('club_not_found'),
});

export const handler = lambda(endpoint);
