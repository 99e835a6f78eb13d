import { implement } from '../../../shared/endpoint.ts';
import { lambda } from '../../../shared/lambda.ts';
import { remove } from './members.ts';
import { removeMember } from './members-contract.ts';
import { findRole } from './roles.ts';

export const endpoint = implement(removeMember, {
  load: ({ caller, params }, { table }) => findRole(table, caller.accountId, params.workspaceId),

  async handle({ caller, params: { workspaceId, accountId }, found: role }, { table, clock }, reply) {
    const by = { accountId: caller.accountId, workspaceId, role };
    const outcome = await remove(table, by, accountId, clock.now());
    return outcome === 'removed' ? reply.done() : reply.refuse(outcome);
  },
});

export const handler = lambda(endpoint);
