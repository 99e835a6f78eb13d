import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { findRole, officerOf } from '../workspaces/roles.ts';
import { listInvitations } from './contract.ts';
import { readInvitations } from './invitations.ts';

export const endpoint = implement(listInvitations, {
  load: ({ caller, params }, { table }) => findRole(table, caller.accountId, params.workspaceId),

  async handle({ caller, params, query, found: role }, { table, settings, clock }, reply) {
    const officer = officerOf(role);
    if (officer.kind !== 'officer') return reply.refuse(officer.kind);
    return reply.ok(
      await readInvitations(table, params.workspaceId, { caller, query, settings }, clock.now()),
    );
  },
});

export const handler = lambda(endpoint);
