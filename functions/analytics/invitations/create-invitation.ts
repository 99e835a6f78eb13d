import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { presentInvitation } from '../../../shared/workspaces/presenters.ts';
import { findWithRole } from '../workspaces/roles.ts';
import { createInvitation } from './contract.ts';
import { invite } from './invitations.ts';

export const endpoint = implement(createInvitation, {
  load: ({ caller, params }, { table }) => findWithRole(table, caller.accountId, params.workspaceId),

  async handle({ caller, params, body, found: { workspace, role } }, { table, clock }, reply) {
    if (!workspace) return reply.refuse('workspace_not_found');
    const by = { accountId: caller.accountId, ...params, role };
    const outcome = await invite(table, by, workspace, body.role, clock);
    if (outcome.kind !== 'invited') return reply.refuse(outcome.kind);
    const { invitation, invitationToken } = outcome;
    return reply.created({ invitation: presentInvitation(invitation, clock.now()), invitationToken });
  },
});

export const handler = lambda(endpoint);
