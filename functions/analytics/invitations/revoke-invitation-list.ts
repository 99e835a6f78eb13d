import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { findRole } from '../workspaces/roles.ts';
import { revokeInvitationList } from './contract.ts';
import { findList, revokeList } from './lists.ts';

export const endpoint = implement(revokeInvitationList, {
  async load({ caller, params }, { table, clock }) {
    const [role, list] = await Promise.all([
      findRole(table, caller.accountId, params.workspaceId),
      findList(table, params, clock.now()),
    ]);
    return { role, list };
  },

  async handle({ caller, params, found: { role, list } }, { table, clock }, reply) {
    const by = { accountId: caller.accountId, workspaceId: params.workspaceId, role };
    const again = () => findList(table, params, clock.now());
    const outcome = await revokeList(table, by, list, again, clock.now());
    return outcome === 'revoked' ? reply.done() : reply.refuse(outcome);
  },
});

export const handler = lambda(endpoint);
