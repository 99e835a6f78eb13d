import { RefusedRequest } from '../../../shared/contract/refusals.ts';
import { implement } from '../../../shared/runtime/endpoint.ts';
import { lambda } from '../../../shared/runtime/lambda.ts';
import { findWithMembership } from '../workspaces/roles.ts';
import { createInvitations } from './contract.ts';
import { invite } from './invitations.ts';
import { findList } from './lists.ts';

/** The messages continue the path: `body.rows.3.role is not a role of this kind of workspace`. */
const messages = {
  role_not_of_workspace: 'is not a role of this kind of workspace',
  not_workspace_officer: 'is a role that only the owner can give',
} as const;

export const endpoint = implement(createInvitations, {
  async load({ caller, params: { workspaceId }, body: { list: place } }, { table, clock }) {
    const [found, list] = await Promise.all([
      findWithMembership(table, caller.accountId, workspaceId),
      place && findList(table, { workspaceId, listId: place.listId }, clock.now()),
    ]);
    return { ...found, inList: place && { place, found: list } };
  },

  async handle({ params, body, found: { workspace, own, inList } }, { table, clock, settings }, reply) {
    if (!workspace) return reply.refuse('workspace_not_found');
    const { batchId } = params;
    const rows = body.rows.map((row) => ({ ...row, invitationId: clock.newId() }));
    const batch = { batchId, rows, inList };
    const outcome = await invite(table, own, workspace, batch, {
      secret: settings.INVITATION_SECRET,
      at: clock.now(),
    });
    if (outcome.kind === 'roles_refused')
      throw new RefusedRequest('invalid_request', {
        issues: outcome.roles.map(({ row, refusal }) => ({
          path: `body.rows.${row}.role`,
          message: messages[refusal],
        })),
      });
    if (outcome.kind === 'list_refused') return reply.refuse(outcome.refusal);
    if (outcome.kind !== 'invited' && outcome.kind !== 'invited_before') return reply.refuse(outcome.kind);
    const issued = { invitations: [...outcome.invitations] };
    return outcome.kind === 'invited' ? reply.created(issued) : reply.ok(issued);
  },
});

export const handler = lambda(endpoint);
