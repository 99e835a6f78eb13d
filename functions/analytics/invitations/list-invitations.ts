import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { openPage } from '../../../shared/table/page.ts';
import { findRole, officerOf } from '../workspaces/roles.ts';
import { listInvitations } from './contract.ts';
import { readInvitations } from './invitations.ts';

export const endpoint = implement(listInvitations, {
  load: ({ caller, params }, { table }) => findRole(table, caller.accountId, params.workspaceId),

  async handle(
    { caller, params, query: { status, ...query }, found: role },
    { table, settings, clock },
    reply,
  ) {
    const officer = officerOf(role);
    if (officer.kind !== 'officer') return reply.refuse(officer.kind);
    const page = openPage({
      list: ['listInvitations', params.workspaceId, status ?? 'any', caller.accountId],
      ...query,
      secret: settings.CURSOR_SECRET,
    });
    return reply.ok(await readInvitations(table, params.workspaceId, page, { status, at: clock.now() }));
  },
});

export const handler = lambda(endpoint);
