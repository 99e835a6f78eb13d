import { days } from '../../../shared/values/clock.ts';
import { MAX_BATCH_INVITATIONS, MAX_LIST_BATCHES, MAX_LIST_ROWS } from '../../../shared/values/limits.ts';
import type { Role } from '../../../shared/workspaces/roles.ts';
import { callsOf, everybody, unsigned } from '../../cast/calls.ts';
import type { Scenario } from '../../cast/crowds.ts';
import { givenEmployee, givenInvitation, givenWorkspace } from '../../given/workspaces.ts';
import { newAccount, newId, type World } from '../../support/world.ts';
import { inRole, officers } from './officers.ts';

type Overrides = Parameters<typeof givenInvitation>[2];

const asMember = { role: 'member' };
const withReference = { ...asMember, reference: 'TM-0417' };

/** A member with a role invites into another one. */
const invitingInto =
  (role: Role, workspaceKind: 'corporate' | 'merchant', into: string): Scenario =>
  (world) =>
    inRole(role, workspaceKind, { invitationId: newId(), role: into })(world);

const batchOf = (role: Role, rows: readonly object[]) => async (world: World) => {
  const { as, params } = await inRole(role)(world);
  return { as, params: { ...params, batchId: newId() }, body: { rows } };
};

/** A request for one more batch of a list that the owner has begun. */
const batchInList = async (world: World) => {
  const sent = await batchOf('owner', [asMember])(world);
  const another = (listId = newId()) => ({
    ...sent,
    params: { ...sent.params, batchId: newId() },
    body: { ...sent.body, list: { listId, firstRow: 1 } },
  });
  const first = another();
  await world.call('createInvitations', first);
  return { sent: first, another: () => another(first.body.list.listId) };
};

/** The owner and a list of theirs with one batch for each role. */
const listFor = async (world: World, roles: readonly string[]) => {
  const { as, params } = await inRole('owner')(world);
  const listId = newId();
  for (const role of roles)
    await world.call('createInvitations', {
      as,
      params: { ...params, batchId: newId() },
      body: { rows: [{ role }], list: { listId, firstRow: 1 } },
    });
  return { as, params: { ...params, listId } };
};

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
    request: ({ company: workspaceId }) => ({
      params: { workspaceId },
      body: { invitationId: newId(), ...withReference },
    }),
    refusals: {
      role_not_of_workspace: invitingInto('hr_admin', 'corporate', 'staff'),
      invitation_id_taken: async (world) => {
        const { invitationId } = await givenInvitation(world, await givenWorkspace(world));
        return inRole('owner', 'corporate', { ...asMember, invitationId })(world);
      },
    },
    rounds: 2,
    units: 12,
    afterLosing: { office: 'not_workspace_officer' },
    storesTexts: ['WORKSPACE#BATCH#'],
    furtherUses: [
      // A repeated call reads the invitation.
      async (world) => {
        const sent = await invitingInto('owner', 'corporate', 'member')(world);
        await world.call('createInvitation', sent);
        return sent;
      },
    ],
    mistakes: [
      {
        what: 'a reference that is too long',
        fields: { reference: 'x'.repeat(41) },
        said: 'body.reference must have at most 40 characters',
      },
    ],
  },
  createInvitations: {
    callers: officers,
    request: ({ company: workspaceId }) => ({
      params: { workspaceId, batchId: newId() },
      body: { rows: [withReference, asMember] },
    }),
    refusals: {
      invitation_id_taken: async (world) => {
        const sent = await batchOf('owner', [withReference])(world);
        await world.call('createInvitations', sent);
        return { ...sent, body: { rows: [asMember] } };
      },
      list_id_taken: async (world) => {
        const { another } = await batchInList(world);
        const sent = another();
        const { accountId } = await givenEmployee(
          world,
          { id: sent.params.workspaceId },
          { role: 'hr_admin' },
        );
        return { ...sent, as: accountId };
      },
      list_revoked: async (world) => {
        const { sent, another } = await batchInList(world);
        const { workspaceId } = sent.params;
        const { listId } = sent.body.list;
        await world.call('revokeInvitationList', { as: sent.as, params: { workspaceId, listId } });
        return another();
      },
      list_full: async (world) => {
        const { another } = await batchInList(world);
        for (let n = 1; n < MAX_LIST_BATCHES; n++) await world.call('createInvitations', another());
        return another();
      },
    },
    rounds: 2,
    units: 21,
    afterLosing: { office: 'not_workspace_officer' },
    storesTexts: ['WORKSPACE#BATCH#'],
    furtherUses: [
      async (world) => {
        const sent = await batchOf('owner', [asMember])(world);
        await world.call('createInvitations', sent);
        return sent;
      },
      async (world) => (await batchInList(world)).another(),
    ],
    mistakes: [
      {
        what: 'a list without its row, and one with too many rows',
        fields: { list: { listId: 'no id', firstRow: MAX_LIST_ROWS + 1 } },
        said: ['body.list.listId must be a UUID', `body.list.firstRow must be at most ${MAX_LIST_ROWS}`],
      },
      {
        what: 'the same reference twice',
        fields: { rows: [asMember, withReference, asMember, withReference] },
        said: 'body.rows.3.reference is the reference of another row',
      },
      {
        what: 'a role that nobody is invited into, and a reference of two lines',
        fields: { rows: [{ role: 'owner' }, { ...asMember, reference: 'TM\n0417' }] },
        said: [
          'body.rows.0.role must be one of: member, staff, hr_admin',
          'body.rows.1.reference must be one line without control characters: character 3 is U+000A',
        ],
      },
      { what: 'no row', fields: { rows: [] }, said: 'body.rows must have at least 1 item' },
      {
        what: 'too many rows',
        fields: { rows: Array(MAX_BATCH_INVITATIONS + 1).fill(asMember) },
        said: `body.rows must have at most ${MAX_BATCH_INVITATIONS} items`,
      },
    ],
  },
  listInvitations: {
    circle: 'invitations',
    readsInTown: ({ workspaces }) =>
      workspaces.map((workspaceId) => ({ place: workspaceId, params: { workspaceId } })),
    callers: officers,
    request: ({ company: workspaceId }) => ({ params: { workspaceId }, query: {} }),
    refusals: {},
    rounds: 3,
    units: 4,
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
    units: 10,
    afterLosing: { office: 'not_workspace_officer' },
  },
  revokeInvitationList: {
    callers: officers,
    request: ({ company: workspaceId, invitation: { listId } }) => ({ params: { workspaceId, listId } }),
    refusals: {
      invitation_list_not_found: async (world) => {
        const sent = await inRole('owner')(world);
        const { params } = await listFor(world, ['member']);
        return { ...sent, params: { ...sent.params, listId: params.listId } };
      },
    },
    rounds: 4,
    units: 20,
    afterLosing: { office: 'not_workspace_officer' },
  },
  previewInvitation: {
    callers: everybody,
    request: ({ invitation: { token: invitationToken } }) => ({ body: { invitationToken } }),
    refusals: { invitation_unknown: async () => ({ body: { invitationToken: 'no such token' } }) },
    rounds: 2,
    units: 3,
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
    // A role with powers costs one more round, for the membership of its creator.
    rounds: 4,
    units: 21,
    afterLosing: { office: 'already_member' },
    needsOpenAccount: true,
    crowds: [
      {
        where: 'one workspace',
        listedIn: ['WORKSPACE#INVITATIONS#', 'WORKSPACE#MEMBERS#'],
        setting: async (world) => {
          const workspace = await givenWorkspace(world);
          return async (as) => {
            const { token } = await givenInvitation(world, workspace);
            return { as, body: { invitationToken: token } };
          };
        },
      },
      {
        where: 'one batch of invitations',
        listedIn: ['WORKSPACE#INVITATIONS#', 'WORKSPACE#MEMBERS#'],
        setting: async (world) => {
          const sent = await batchOf('owner', [
            { ...asMember, reference: 'TM-1' },
            { ...asMember, reference: 'TM-2' },
          ])(world);
          const { body } = await world.call('createInvitations', sent);
          const left: { readonly invitationToken: string }[] = [...body.invitations];
          return async (as) => ({ as, body: { invitationToken: left.pop()?.invitationToken ?? '' } });
        },
      },
      {
        where: 'one batch of invitations into a role with powers',
        listedIn: ['WORKSPACE#INVITATIONS#', 'WORKSPACE#MEMBERS#'],
        setting: async (world) => {
          const sent = await batchOf('owner', [{ role: 'hr_admin' }, { role: 'hr_admin' }])(world);
          const { body } = await world.call('createInvitations', sent);
          const left: { readonly invitationToken: string }[] = [...body.invitations];
          return async (as) => ({ as, body: { invitationToken: left.pop()?.invitationToken ?? '' } });
        },
        meetOn: ["the membership of an invitation's creator"],
      },
      {
        where: 'one workspace, both with the same invitation',
        setting: async (world) => {
          const { token } = await givenInvitation(world, await givenWorkspace(world));
          return async (as) => ({ as, body: { invitationToken: token } });
        },
        meetOn: ['an invitation'],
        listedIn: ['WORKSPACE#INVITATIONS#'],
        secondGets: 'invitation_used',
      },
    ],
    furtherUses: [
      async (world) => {
        const { token } = await givenInvitation(world, await givenWorkspace(world), { reference: 'TM-0417' });
        return { as: newAccount(), body: { invitationToken: token, shareReference: true } };
      },
      async (world) => {
        const workspace = await givenWorkspace(world);
        const { memberId: createdBy } = await givenEmployee(world, workspace, { role: 'owner' });
        const { token } = await givenInvitation(world, workspace, { role: 'hr_admin', createdBy });
        return { as: newAccount(), body: { invitationToken: token } };
      },
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
    scenario: invitingInto('hr_admin', 'corporate', 'hr_admin'),
  },
  {
    refusal: 'role_not_of_workspace',
    because: 'a merchant has no HR admin',
    scenario: invitingInto('owner', 'merchant', 'hr_admin'),
  },
  {
    refusal: 'not_workspace_officer',
    because: 'the staff of a merchant would invite',
    scenario: invitingInto('staff', 'merchant', 'member'),
  },
] as const;

export const furtherBatches = [
  {
    refusal: 'invalid_request',
    because: 'an HR admin would invite another in the last row',
    scenario: batchOf('hr_admin', [asMember, { role: 'hr_admin' }]),
  },
  {
    refusal: 'invalid_request',
    because: 'the role of the last row is one of merchants',
    scenario: batchOf('owner', [asMember, { role: 'staff' }]),
  },
] as const;

export const furtherListRevocations = [
  {
    refusal: 'not_workspace_officer',
    because: 'an HR admin would take back the invitation of another, which is in the list',
    scenario: async (world: World) => {
      const { params } = await listFor(world, ['member', 'hr_admin']);
      const { accountId } = await givenEmployee(world, { id: params.workspaceId }, { role: 'hr_admin' });
      return { as: accountId, params };
    },
  },
  {
    refusal: 'invitation_list_not_found',
    because: 'it has expired, and TTL has not deleted it yet',
    scenario: async (world: World) => {
      const sent = await listFor(world, ['member']);
      world.advance(days(15));
      return sent;
    },
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
