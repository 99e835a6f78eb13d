import { callsOf, type Scenario, unsigned } from '../../cast/calls.ts';
import { givenEmployee, givenInvitation, givenWorkspace } from '../../given/workspaces.ts';
import { newAccount, newId, type World } from '../../support/world.ts';
import { inRole, officers } from './officers.ts';

type Overrides = Parameters<typeof givenInvitation>[2];

const asMember = { role: 'member' };

const revoking =
  (role: 'owner' | 'hr_admin' | 'member', overrides: Overrides = {}) =>
  async (world: World) => {
    const { as, params } = await inRole(role)(world);
    const { invitationId } = await givenInvitation(world, { id: params.workspaceId }, overrides);
    return { as, params: { ...params, invitationId } };
  };

const accepting =
  (overrides: Overrides): Scenario =>
  async (world) => {
    const { token } = await givenInvitation(world, await givenWorkspace(world), overrides);
    return { as: newAccount(), body: { invitationToken: token } };
  };

const noon = '2031-03-14T04:00:00.000Z';

export const invitations = callsOf({
  createInvitation: {
    callers: officers,
    request: ({ company: workspaceId }) => ({ params: { workspaceId }, body: asMember }),
    refusals: { role_not_of_workspace: inRole('hr_admin', 'corporate', { role: 'staff' }) },
    rounds: 2,
    units: 10,
    afterLosing: { office: 'not_workspace_officer' },
  },
  listInvitations: {
    callers: officers,
    request: ({ company: workspaceId }) => ({ params: { workspaceId }, query: {} }),
    refusals: {},
    rounds: 2,
    units: 3,
    afterLosing: { office: 'not_workspace_officer' },
  },
  revokeInvitation: {
    callers: officers,
    request: ({ company: workspaceId, invitation: { invitationId } }) => ({
      params: { workspaceId, invitationId },
    }),
    refusals: {
      invitation_not_found: async (world) => {
        const sent = await inRole('owner')(world);
        const { invitationId } = await givenInvitation(world, await givenWorkspace(world));
        return { ...sent, params: { ...sent.params, invitationId } };
      },
      invitation_closed: revoking('owner', { expiresAt: noon }),
    },
    rounds: 2,
    units: 8,
    afterLosing: { office: 'not_workspace_officer' },
  },
  acceptInvitation: {
    callers: {
      ...unsigned,
      others: 'ok',
      patient: 'already_member',
      'HR admin': 'already_member',
      'workspace owner': 'already_member',
    },
    request: ({ invitation: { token: invitationToken } }) => ({ body: { invitationToken } }),
    refusals: {
      invitation_unknown: async () => ({ as: newAccount(), body: { invitationToken: 'no such token' } }),
      invitation_used: accepting({ by: newAccount() }),
      invitation_revoked: accepting({ revokedAt: noon }),
      invitation_expired: accepting({ expiresAt: noon }),
    },
    rounds: 3,
    units: 14,
    afterLosing: { office: 'already_member' },
    needsOpenAccount: true,
    crowds: [
      {
        where: 'one workspace',
        setting: async (world) => {
          const workspace = await givenWorkspace(world);
          return async (as) => {
            const { token } = await givenInvitation(world, workspace);
            return { as, body: { invitationToken: token } };
          };
        },
      },
      {
        where: 'one workspace, both with the same invitation',
        setting: async (world) => {
          const { token } = await givenInvitation(world, await givenWorkspace(world));
          return async (as) => ({ as, body: { invitationToken: token } });
        },
        meetOn: ['an invitation'],
        secondGets: 'invitation_used',
      },
    ],
    furtherUses: [
      // A retry finds the membership of the first attempt.
      async (world) => {
        const workspace = await givenWorkspace(world);
        const { accountId } = await givenEmployee(world, workspace);
        const { token } = await givenInvitation(world, workspace, { by: accountId });
        return { as: accountId, body: { invitationToken: token } };
      },
    ],
  },
});

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
    scenario: async (world: World) => {
      const sent = await inRole('owner')(world);
      return { ...sent, params: { ...sent.params, invitationId: newId() } };
    },
  },
  {
    refusal: 'invitation_closed',
    because: 'it was accepted and expires this very moment',
    scenario: revoking('owner', { acceptedAt: noon, expiresAt: noon }),
  },
] as const;
