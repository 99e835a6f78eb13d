import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { findRole } from '../workspaces/roles.ts';
import { revokeInvitation } from './contract.ts';
import { findInvitation, revoke } from './invitations.ts';

export const endpoint = implement(revokeInvitation, {
  async load({ caller, params: { workspaceId, invitationId } }, { table }) {
    const [role, invitation] = await Promise.all([
      findRole(table, caller.accountId, workspaceId),
      findInvitation(table, invitationId),
    ]);
    return { role, invitation };
  },

  async handle({ caller, params: { workspaceId }, found: { role, invitation } }, { table, clock }, reply) {
    const by = { accountId: caller.accountId, workspaceId, role };
    const outcome = await revoke(table, by, invitation, clock.now());
    return outcome === 'revoked' ? reply.done() : reply.refuse(outcome);
  },
});

export const handler = lambda(endpoint);
