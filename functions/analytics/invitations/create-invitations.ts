import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { findWithRole } from '../workspaces/roles.ts';
import { createInvitations } from './contract.ts';
import { invite } from './invitations.ts';

export const endpoint = implement(createInvitations, {
  load: ({ caller, params }, { table }) => findWithRole(table, caller.accountId, params.workspaceId),

  async handle({ caller, params, body, found: { workspace, role } }, { table, clock, settings }, reply) {
    if (!workspace) return reply.refuse('workspace_not_found');
    const { workspaceId, batchId } = params;
    const by = { accountId: caller.accountId, workspaceId, role };
    const batch = { batchId, rows: body.rows.map((row) => ({ ...row, invitationId: clock.newId() })) };
    const outcome = await invite(table, by, workspace, batch, {
      secret: settings.INVITATION_SECRET,
      at: clock.now(),
    });
    if (outcome.kind !== 'invited' && outcome.kind !== 'invited_before') return reply.refuse(outcome.kind);
    const issued = { invitations: [...outcome.invitations] };
    return outcome.kind === 'invited' ? reply.created(issued) : reply.ok(issued);
  },
});

export const handler = lambda(endpoint);
