import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { findWithMembership } from '../workspaces/roles.ts';
import { createInvitation } from './contract.ts';
import { invite } from './invitations.ts';

export const endpoint = implement(createInvitation, {
  load: ({ caller, params }, { table }) => findWithMembership(table, caller.accountId, params.workspaceId),

  async handle({ body, found: { workspace, own } }, { table, clock, settings }, reply) {
    if (!workspace) return reply.refuse('workspace_not_found');
    // The invitation is the only one of a batch with the same id.
    const batch = { batchId: body.invitationId, rows: [body] };
    const outcome = await invite(table, own, workspace, batch, {
      secret: settings.INVITATION_SECRET,
      at: clock.now(),
    });
    if (outcome.kind === 'list_refused') throw new Error('an invitation in no list was refused for its list');
    if (outcome.kind === 'roles_refused') return reply.refuse(outcome.roles[0].refusal);
    if (outcome.kind !== 'invited' && outcome.kind !== 'invited_before') return reply.refuse(outcome.kind);
    const [issued] = outcome.invitations;
    if (!issued) throw new Error('an invitation that was created is missing');
    return outcome.kind === 'invited' ? reply.created(issued) : reply.ok(issued);
  },
});

export const handler = lambda(endpoint);
