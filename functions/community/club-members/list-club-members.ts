import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { findOwnership, readMembers } from './club-members.ts';
import { listClubMembers } from './contract.ts';

export const endpoint = implement(listClubMembers, {
  load: ({ caller, params }, { table }) => findOwnership(table, params.id, caller.accountId),

  async handle({ caller, query, found: own }, { table, settings }, reply) {
    if (!own) return reply.refuse('club_not_found');
    return reply.ok(await readMembers(table, own, query.standing, { caller, query, settings }));
  },
});

export const handler = lambda(endpoint);
