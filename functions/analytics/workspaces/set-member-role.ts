import { implement } from '../../../shared/endpoint.ts';
import { lambda } from '../../../shared/lambda.ts';
import { setRole } from './members.ts';
import { setMemberRole } from './members-contract.ts';
import { findWithRole } from './roles.ts';

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
