import { givenEmployee, givenInvitation, givenWorkspace } from '../../support/given.ts';
import type { RefusalScenarios, Scenario, ValidCalls } from '../../support/request-fixtures.ts';
import { newAccount, newId } from '../../support/world.ts';
import { asStranger, inRole } from './workspace-calls.ts';

type Wish = Parameters<typeof givenInvitation>[2];

const asMember = { role: 'member' };

const revoking =
  (role: 'owner' | 'hr_admin' | 'member', wish: Wish = {}): Scenario =>
  async (world) => {
    const workspace = await givenWorkspace(world);
    const { accountId } = await givenEmployee(world, workspace, { role });
    const { invitationId } = await givenInvitation(world, workspace, wish);
    return { as: accountId, params: { workspaceId: workspace.id, invitationId } };
  };

const accepting =
  (wish: Wish = {}): Scenario =>
  async (world) => {
    const { token } = await givenInvitation(world, await givenWorkspace(world), wish);
    return { as: newAccount(), body: { invitationToken: token } };
  };

export const validCalls = {
  createInvitation: inRole('hr_admin', 'corporate', asMember),
  listInvitations: async (world) => ({ ...(await inRole('hr_admin')(world)), query: {} }),
  revokeInvitation: revoking('hr_admin'),
  acceptInvitation: accepting(),
} satisfies Partial<ValidCalls>;

const noon = '2031-03-14T04:00:00.000Z';

export const refusalScenarios = {
  createInvitation: {
    workspace_not_found: asStranger({}, asMember),
    not_workspace_officer: inRole('member', 'corporate', asMember),
    role_not_of_workspace: inRole('hr_admin', 'corporate', { role: 'staff' }),
  },
  listInvitations: { workspace_not_found: asStranger(), not_workspace_officer: inRole('member') },
  revokeInvitation: {
    workspace_not_found: asStranger({ invitationId: newId() }),
    not_workspace_officer: revoking('member'),
    invitation_not_found: async (world) => {
      const sent = await inRole('owner')(world);
      const { invitationId } = await givenInvitation(world, await givenWorkspace(world));
      return { ...sent, params: { ...sent.params, invitationId } };
    },
    invitation_settled: revoking('owner', { acceptedAt: noon }),
  },
  acceptInvitation: {
    invitation_unknown: async () => ({ as: newAccount(), body: { invitationToken: 'no such token' } }),
    invitation_used: accepting({ by: newAccount() }),
    invitation_revoked: accepting({ revokedAt: noon }),
    invitation_expired: accepting({ expiresAt: noon }),
    already_member: async (world) => {
      const workspace = await givenWorkspace(world);
      const { accountId } = await givenEmployee(world, workspace);
      const { token } = await givenInvitation(world, workspace);
      return { as: accountId, body: { invitationToken: token } };
    },
  },
} satisfies Partial<RefusalScenarios>;

export const furtherInvitations = [
  {
    refusal: 'not_workspace_officer',
    because: 'an HR admin would invite another',
    scenario: inRole('hr_admin', 'corporate', { role: 'hr_admin' }),
  },
  {
    refusal: 'role_not_of_workspace',
    because: 'a merchant has no HR admin',
    scenario: inRole('owner', 'merchant', { role: 'hr_admin' }),
  },
  {
    refusal: 'not_workspace_officer',
    because: 'the staff of a merchant would invite',
    scenario: inRole('staff', 'merchant', asMember),
  },
] as const;

export const furtherRevocations = [
  {
    refusal: 'not_workspace_officer',
    because: 'an HR admin would take back the invitation of another',
    scenario: revoking('hr_admin', { role: 'hr_admin' }),
  },
  {
    refusal: 'invitation_not_found',
    because: 'there is none of that id',
    scenario: async (world: Parameters<Scenario>[0]) => {
      const sent = await inRole('owner')(world);
      return { ...sent, params: { ...sent.params, invitationId: newId() } };
    },
  },
  {
    refusal: 'invitation_settled',
    because: 'it expires this very moment',
    scenario: revoking('owner', { expiresAt: noon }),
  },
] as const;
