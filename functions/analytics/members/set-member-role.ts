import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { findWithRole } from '../workspaces/roles.ts';
import { setMemberRole } from './contract.ts';
import { setRole } from './members.ts';

export const endpoint = implement(setMemberRole, {
  load: ({ caller, params }, { table }) => findWithRole(table, caller.accountId, params.workspaceId),

  async handle(
    { caller, params: { workspaceId, accountId }, body, found: { workspace, role } },
    { table },
    reply,
  ) {
    if (!workspace) return reply.refuse('workspace_not_found');
    const by = { accountId: caller.accountId, workspaceId, role };
    const outcome = await setRole(table, by, workspace, { accountId, role: body.role });
    return outcome === 'set' ? reply.done() : reply.refuse(outcome);
  },
});

export const handler = lambda(endpoint);
