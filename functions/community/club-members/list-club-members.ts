import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { isOwner, readMembers } from './club-members.ts';
import { listClubMembers } from './contract.ts';

export const endpoint = implement(listClubMembers, {
  load: ({ caller, params }, { table }) => isOwner(table, params.id, caller.accountId),

  async handle({ caller, params: { id }, query, found: owns }, { table, settings }, reply) {
    if (!owns) return reply.refuse('club_not_found');
    return reply.ok(await readMembers(table, id, query.standing, { caller, query, settings }));
  },
});

export const handler = lambda(endpoint);
