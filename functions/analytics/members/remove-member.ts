import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { findRole } from '../workspaces/roles.ts';
import { removeMember } from './contract.ts';
import { remove } from './members.ts';

export const endpoint = implement(removeMember, {
  load: ({ caller, params }, { table }) => findRole(table, caller.accountId, params.workspaceId),

  async handle({ caller, params: { workspaceId, accountId }, found: role }, { table, clock }, reply) {
    const by = { accountId: caller.accountId, workspaceId, role };
    const outcome = await remove(table, by, accountId, clock.now());
    return outcome === 'removed' ? reply.done() : reply.refuse(outcome);
  },
});

export const handler = lambda(endpoint);
