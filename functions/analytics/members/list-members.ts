import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { findRole, officerOf } from '../workspaces/roles.ts';
import { listMembers } from './contract.ts';
import { readMembers } from './members.ts';

export const endpoint = implement(listMembers, {
  load: ({ caller, params }, { table }) => findRole(table, caller.accountId, params.workspaceId),

  async handle({ caller, params, query, found: role }, { table, settings }, reply) {
    const officer = officerOf(role);
    if (officer.kind !== 'officer') return reply.refuse(officer.kind);
    return reply.ok(await readMembers(table, params.workspaceId, { caller, query, settings }));
  },
});

export const handler = lambda(endpoint);
