import type { AccountId } from '../../../shared/values/resources.ts';
import { callsOf, signedIn, unsigned } from '../../cast/calls.ts';
import type { Cast } from '../../cast/cast.ts';
import { coworker } from '../../cast/crowds.ts';
import { field, ofCaller, TEXT } from '../../cast/visibility.ts';
import { givenClosedAccount } from '../../given/accounts.ts';
import { memberOf } from '../../given/members.ts';
import { givenCertificate, givenEmployee, givenInvitation, givenWorkspace } from '../../given/workspaces.ts';
import { newId, type Sent, type World } from '../../support/world.ts';
import { givenCompanyAndViewers, inRole, officers, upon, uponOneself, uponStranger } from './officers.ts';

const uponClosed = (body?: object) => async (world: World) => {
  const { as, params } = await inRole('owner')(world);
  const { accountId, memberId } = await givenEmployee(world, { id: params.workspaceId });
  await givenClosedAccount(world, accountId);
  return { as, params: { ...params, memberId }, ...(body && { body }) };
};

/** The owner of the company acts on its officer. */
const onOfficer =
  (body?: object) =>
  ({ companyOwner: as, company: workspaceId, accounts }: Cast): Sent => ({
    as,
    params: { workspaceId, memberId: memberOf(accounts['HR admin'] ?? '', workspaceId) },
    ...(body && { body }),
  });

/** The owner of the merchant acts on its staff. */
const onStaff =
  (body?: object) =>
  ({ shopOwner: as, shop: workspaceId, accounts }: Cast): Sent => ({
    as,
    params: { workspaceId, memberId: memberOf(accounts['merchant staff'] ?? '', workspaceId) },
    ...(body && { body }),
  });

const asMember = { role: 'member' };

/** Somebody ends the membership of a member who shares the reference. */
const ofSharing =
  (request: (member: Awaited<ReturnType<typeof givenEmployee>>, owner: AccountId) => Sent) =>
  async (world: World): Promise<Sent> => {
    const workspace = await givenWorkspace(world);
    const params = { workspaceId: workspace.id };
    const { accountId: owner } = await givenEmployee(world, workspace, { role: 'owner' });
    const member = await givenEmployee(world, workspace, { reference: 'TM-0417' });
    await world.call('changeReferenceSharing', {
      as: member.accountId,
      params,
      body: { shareReference: true },
    });
    return request(member, owner);
  };

export const members = callsOf({
  listMembers: {
    circle: 'company',
    readsInTown: ({ workspaces }) =>
      workspaces.map((workspaceId) => ({ place: workspaceId, params: { workspaceId } })),
    callers: officers,
    request: ({ company: workspaceId }) => ({ params: { workspaceId }, query: {} }),
    refusals: {},
    rounds: 2,
    units: 3,
    afterLosing: { office: 'not_workspace_officer' },
    furtherUses: [
      async (world) => {
        const sent = await inRole('owner')(world);
        const endedAt = world.now().toISOString();
        await givenEmployee(world, { id: sent.params.workspaceId }, { endedAt });
        return sent;
      },
    ],
  },
  listOwnWorkspaces: {
    circle: 'own',
    callers: signedIn,
    request: () => ({}),
    refusals: {},
    rounds: 2,
    units: 3,
  },
  setMemberRole: {
    callers: { ...officers, 'HR admin': 'not_workspace_officer' },
    request: ({ company: workspaceId, patient }) => ({
      params: { workspaceId, memberId: memberOf(patient, workspaceId) },
      body: { role: 'hr_admin' },
    }),
    refusals: {
      role_not_of_workspace: upon('owner', 'member', { role: 'staff' }),
      owner_stays: uponOneself('owner', asMember),
      member_not_found: uponStranger('owner', asMember),
    },
    // Three calls are in flight at first, and the look-up of the member is the fourth.
    rounds: 3,
    units: 11,
    mistakes: [
      {
        what: 'a role that does not exist',
        fields: { role: 'boss' },
        said: 'body.role must be one of: member, staff, hr_admin',
      },
    ],
    afterLosing: { office: 'not_workspace_officer' },
    takes: [
      {
        who: 'HR admin',
        what: 'whom the owner makes a member',
        request: onOfficer(asMember),
        role: 'office',
      },
      {
        who: 'merchant staff',
        what: 'whom the owner makes a member',
        request: onStaff(asMember),
        role: 'counter',
      },
    ],
  },
  removeMember: {
    callers: officers,
    request: ({ company: workspaceId, patient }) => ({
      params: { workspaceId, memberId: memberOf(patient, workspaceId) },
    }),
    refusals: { owner_stays: upon('hr_admin', 'owner'), member_not_found: uponStranger('hr_admin') },
    // The record of the member's consent is found by the account of the member.
    rounds: 3,
    units: 13,
    afterLosing: { office: 'not_workspace_officer' },
    furtherUses: [ofSharing(({ workspaceId, memberId }, as) => ({ as, params: { workspaceId, memberId } }))],
    takes: [
      { who: 'HR admin', what: 'whom the owner removes', request: onOfficer() },
      { who: 'merchant staff', what: 'whom the owner removes', request: onStaff() },
    ],
  },
  changeReferenceSharing: {
    callers: {
      ...unsigned,
      others: 'workspace_not_found',
      patient: 'ok',
      'HR admin': 'no_reference',
      'workspace owner': 'no_reference',
    },
    request: ({ company: workspaceId }) => ({ params: { workspaceId }, body: { shareReference: true } }),
    refusals: {},
    rounds: 2,
    units: 8,
    afterLosing: { office: 'no_reference' },
    crowds: [
      {
        where: 'one workspace',
        listedIn: ['WORKSPACE#MEMBERS#'],
        setting: async (world) => {
          const workspace = await givenWorkspace(world);
          return async (as) => {
            await givenEmployee(world, workspace, {
              accountId: as,
              reference: 'TM-0417',
              shareReference: false,
            });
            return { as, params: { workspaceId: workspace.id }, body: { shareReference: true } };
          };
        },
      },
    ],
  },
  leaveWorkspace: {
    callers: {
      ...unsigned,
      others: 'workspace_not_found',
      patient: 'ok',
      'HR admin': 'ok',
      'workspace owner': 'owner_stays',
    },
    request: ({ company: workspaceId }) => ({ params: { workspaceId } }),
    refusals: {},
    rounds: 2,
    units: 7,
    afterLosing: { office: 'ok' },
    furtherUses: [
      ofSharing(({ workspaceId, accountId: as }) => ({ as, params: { workspaceId } })),
      async (world) => {
        const { accountId: as, workspaceId } = await givenEmployee(world, await givenWorkspace(world));
        return { as, params: { workspaceId } };
      },
    ],
    crowds: [
      {
        where: 'one workspace',
        listedIn: ['WORKSPACE#MEMBERS#'],
        setting: coworker(async (_, workspaceId) => ({ params: { workspaceId } })),
      },
    ],
  },
});

/** More scenarios in which an action on another member is refused. */
export const furtherSettings = [
  {
    refusal: 'not_workspace_officer',
    because: 'a member would give roles',
    scenario: upon('member', 'member', { role: 'hr_admin' }),
  },
  {
    refusal: 'member_not_found',
    because: 'the account of the member is closed',
    scenario: uponClosed({ role: 'hr_admin' }),
  },
  {
    refusal: 'role_not_of_workspace',
    because: 'a merchant has no HR admin',
    scenario: async (world: World) => {
      const sent = await inRole('owner', 'merchant', { role: 'hr_admin' })(world);
      return { ...sent, params: { ...sent.params, memberId: newId() } };
    },
  },
] as const;

export const furtherRemovals = [
  {
    refusal: 'not_workspace_officer',
    because: 'an HR admin would remove another',
    scenario: upon('hr_admin', 'hr_admin'),
  },
  {
    refusal: 'not_workspace_officer',
    because: 'a member would remove another',
    scenario: upon('member', 'member'),
  },
  {
    refusal: 'not_workspace_officer',
    because: 'an HR admin would remove themselves',
    scenario: uponOneself('hr_admin'),
  },
  { refusal: 'owner_stays', because: 'the owner would remove themselves', scenario: uponOneself('owner') },
  { refusal: 'member_not_found', because: 'the account of the member is closed', scenario: uponClosed() },
] as const;

interface Joined {
  readonly owner: AccountId;
  readonly person: AccountId;
  readonly workspaceId: string;
  readonly invitationId: string;
}

/** A member with a certificate who has accepted an invitation with a reference. */
const joined =
  (
    shareReference: boolean,
    {
      createdAt,
      after = async () => {},
    }: {
      readonly createdAt?: string;
      readonly after?: (world: World, of: Joined) => Promise<unknown>;
    } = {},
  ) =>
  async (world: World) => {
    const { company, viewers } = await givenCompanyAndViewers(world);
    const workspaceId = company.id;
    const employee = await givenEmployee(world, company, { reference: TEXT, shareReference: false });
    const { accountId: person, memberId } = employee;
    const params = { workspaceId };
    await world.call('changeReferenceSharing', { as: person, params, body: { shareReference } });
    const { invitationId, token } = await givenInvitation(world, company, {
      by: person,
      reference: TEXT,
      ...(createdAt && { createdAt }),
    });
    const { id: certificateId } = await givenCertificate(world, employee);
    await after(world, { owner: viewers['workspace owner'], person, workspaceId, invitationId });
    const ids = { workspaceId, memberId, certificateId, token };
    return { viewers: { member: person, ...viewers }, ids };
  };

const officersSee = ['HR admin', 'workspace owner'] as const;

const seenByMember = {
  'it is not shared': ['member'],
  'it is shared': ['member'],
  'it is not shared any more': ['member'],
  'it is shared, and the invitation is revoked': ['member'],
  'it is shared, and the invitation has expired': ['member'],
  'the member has left': [],
  'the account is closed': [],
} as const;

const seenOnMembership = {
  'it is not shared': [],
  'it is shared': officersSee,
  'it is not shared any more': [],
  'it is shared, and the invitation is revoked': officersSee,
  'it is shared, and the invitation has expired': officersSee,
  'the member has left': [],
  'the account is closed': [],
} as const;

/** The officer who names a reference gets it back. */
const seenBySender = {
  'it is not shared': officersSee,
  'it is shared': officersSee,
  'it is not shared any more': officersSee,
  'it is shared, and the invitation is revoked': officersSee,
  'it is shared, and the invitation has expired': officersSee,
  'the member has left': officersSee,
  'the account is closed': officersSee,
} as const;

const deciding = {
  sent: ({ workspaceId = '', memberId = '', certificateId = '' }: Readonly<Record<string, string>>) => ({
    params: { workspaceId, memberId, certificateId },
    // An approval ignores it.
    body: { reason: 'No.' },
  }),
  succeedsOnce: true,
} as const;

const listing = {
  sent: ({ workspaceId = '' }: Readonly<Record<string, string>>) => ({ params: { workspaceId }, query: {} }),
};

const states = {
  'it is not shared': joined(false),
  'it is shared': joined(true),
  'it is not shared any more': joined(true, {
    after: (world, { person: as, workspaceId }) =>
      world.call('changeReferenceSharing', {
        as,
        params: { workspaceId },
        body: { shareReference: false },
      }),
  }),
  'it is shared, and the invitation is revoked': joined(true, {
    after: (world, { owner: as, workspaceId, invitationId }) =>
      world.call('revokeInvitation', { as, params: { workspaceId, invitationId } }),
  }),
  'it is shared, and the invitation has expired': joined(true, { createdAt: '2031-02-01T04:00:00.000Z' }),
  'the member has left': joined(true, {
    after: (world, { person: as, workspaceId }) =>
      world.call('leaveWorkspace', { as, params: { workspaceId } }),
  }),
  'the account is closed': joined(true, {
    after: (world, { person: as }) => world.call('requestDeletion', { as }),
  }),
};

/** The reference of an invitation, and of the membership of the account that has accepted it. */
export const reference = field('reference')({
  what: 'the reference of a member',
  text: TEXT,
  states,
  rows: {
    createInvitation: {
      sent: ({ workspaceId = '' }) => ({
        params: { workspaceId },
        body: { invitationId: newId(), role: 'member', reference: TEXT },
      }),
      seenBy: seenBySender,
    },
    createInvitations: {
      sent: ({ workspaceId = '' }) => ({
        params: { workspaceId, batchId: newId() },
        body: { rows: [{ role: 'member', reference: TEXT }] },
      }),
      seenBy: seenBySender,
    },
    acceptInvitation: {
      sent: ({ token = '' }) => ({ body: { invitationToken: token } }),
      seenBy: seenByMember,
    },
    approveCertificate: { ...deciding, seenBy: seenOnMembership },
    rejectCertificate: { ...deciding, seenBy: seenOnMembership },
    // It depends on the invitation only, so it tells nothing about its member.
    listInvitations: {
      ...listing,
      seenBy: {
        'it is not shared': officersSee,
        'it is shared': officersSee,
        'it is not shared any more': officersSee,
        'it is shared, and the invitation is revoked': [],
        'it is shared, and the invitation has expired': [],
        'the member has left': officersSee,
        'the account is closed': officersSee,
      },
    },
    listMembers: { ...listing, seenBy: seenOnMembership },
    listCertificates: { ...listing, seenBy: seenOnMembership },
    listOwnWorkspaces: { ...ofCaller, seenBy: seenByMember },
    getAccount: { ...ofCaller, seenBy: seenByMember },
    getAccountData: { ...ofCaller, seenBy: seenByMember },
  },
});

/** The record of a consent. Officers see only what is shared now. */
export const consentRecord = field(
  'given',
  'noticeVersion',
)({
  what: 'the record of a consent',
  text: `"given":true`,
  states,
  rows: {
    getAccountData: {
      ...ofCaller,
      seenBy: { ...seenByMember, 'it is not shared': [], 'the member has left': ['member'] },
    },
  },
});
