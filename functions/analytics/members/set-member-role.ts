import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { findForOfficer } from '../workspaces/memberships.ts';
import { findWorkspace } from '../workspaces/workspaces.ts';
import { setMemberRole } from './contract.ts';
import { setRole } from './members.ts';

export const endpoint = implement(setMemberRole, {
  async load({ caller, params }, { table }) {
    const [workspace, found] = await Promise.all([
      findWorkspace(table, params.workspaceId),
      findForOfficer(table, caller.accountId, params),
    ]);
    return { workspace, ...found };
  },

  async handle(
    { caller, params: { workspaceId }, body, found: { workspace, role, member } },
    { table },
    reply,
  ) {
    if (!workspace) return reply.refuse('workspace_not_found');
    const by = { accountId: caller.accountId, workspaceId, role };
    const outcome = await setRole(table, by, workspace, member, body.role);
    return outcome === 'set' ? reply.done() : reply.refuse(outcome);
  },
});

export const handler = lambda(endpoint);
