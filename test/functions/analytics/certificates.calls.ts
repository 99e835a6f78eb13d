import { MAX_DRAFT_CERTIFICATES } from '../../../shared/values/limits.ts';
import type { AccountId } from '../../../shared/values/resources.ts';
import { certificateDrafts } from '../../../shared/workspaces/items.ts';
import { callsOf, signedIn, unsigned } from '../../cast/calls.ts';
import type { Cast } from '../../cast/cast.ts';
import type { Scenario } from '../../cast/crowds.ts';
import { coworker, type Setting } from '../../cast/crowds.ts';
import { field, ofCaller, TEXT } from '../../cast/visibility.ts';
import { givenClosedAccount } from '../../given/accounts.ts';
import { memberOf } from '../../given/members.ts';
import { givenCertificate, givenEmployee, givenWorkspace, twoDays } from '../../given/workspaces.ts';
import { newAccount, type World } from '../../support/world.ts';
import { givenCompanyAndViewers, officers } from './officers.ts';

type Overrides = Parameters<typeof givenCertificate>[2];
type Employment = Parameters<typeof givenEmployee>[2];

const shared = { sharingConsent: true };

/** An employee with a request. */
const own =
  (overrides: Overrides = {}, body?: object, employment: Employment = {}): Scenario =>
  async (world) => {
    const employee = await givenEmployee(world, await givenWorkspace(world), employment);
    const { id } = await givenCertificate(world, employee, overrides);
    return { as: employee.accountId, params: { certificateId: id }, ...(body && { body }) };
  };

const drafting =
  (workspaceKind: 'corporate' | 'merchant', employment: Employment = {}): Scenario =>
  async (world) => {
    const workspace = await givenWorkspace(world, workspaceKind);
    const { accountId } = await givenEmployee(world, workspace, employment);
    return { as: accountId, body: { workspaceId: workspace.id, ...twoDays } };
  };

const rejection = { reason: 'These days overlap a request that was approved.' };

/** An officer decides about the request of an employee. The body is the one of a rejection; an approval ignores it. */
const deciding =
  (role: 'owner' | 'hr_admin' | 'member', overrides: Overrides = {}, employment: Employment = {}): Scenario =>
  async (world) => {
    const workspace = await givenWorkspace(world);
    const { accountId: as } = await givenEmployee(world, workspace, { role });
    const employee = await givenEmployee(world, workspace, employment);
    const { id } = await givenCertificate(world, employee, overrides);
    const { workspaceId, memberId } = employee;
    return { as, params: { workspaceId, memberId, certificateId: id }, body: rejection };
  };

/** Coworkers act on certificates of their own. */
const certificate = (status: 'draft' | 'submitted', body?: object): Setting =>
  coworker(async (accountId, workspaceId, world) => {
    const { id } = await givenCertificate(world, { accountId, workspaceId }, { status });
    return { params: { certificateId: id }, ...(body && { body }) };
  });

/** Only the patient, an employee, has certificates. */
const employee = { ...unsigned, others: 'certificate_not_found', patient: 'ok' } as const;

const decision = {
  callers: officers,
  request: ({ company: workspaceId, patient, submitted: certificateId }: Cast) => ({
    params: { workspaceId, memberId: memberOf(patient, workspaceId), certificateId },
    body: rejection,
  }),
  refusals: {
    own_certificate: async (world: World) => {
      const officer = await givenEmployee(world, await givenWorkspace(world), { role: 'hr_admin' });
      const { id } = await givenCertificate(world, officer);
      const { accountId: as, workspaceId, memberId } = officer;
      return { as, params: { workspaceId, memberId, certificateId: id }, body: rejection };
    },
    certificate_not_found: deciding('hr_admin', { sharingConsent: false }),
    not_submitted: deciding('hr_admin', { status: 'approved' }),
  },
  // One more than the other operations of officers: the request is found by the account of the member.
  rounds: 3,
  units: 17,
  afterLosing: { office: 'not_workspace_officer' },
} as const;

export const certificates = callsOf({
  createCertificate: {
    callers: {
      ...unsigned,
      others: 'workspace_not_found',
      patient: 'ok',
      'HR admin': 'ok',
      'workspace owner': 'ok',
    },
    request: ({ company: workspaceId }) => ({ body: { workspaceId, ...twoDays } }),
    refusals: {
      too_many_drafts: async (world) => {
        const { accountId: as, workspaceId } = await givenEmployee(world, await givenWorkspace(world));
        await world.put(certificateDrafts.stored({ accountId: as, drafts: MAX_DRAFT_CERTIFICATES }));
        return { as, body: { workspaceId, ...twoDays } };
      },
    },
    rounds: 2,
    units: 11,
    afterLosing: { office: 'ok' },
    needsOpenAccount: true,
    crowds: [
      {
        where: 'one workspace',
        setting: coworker(async (_, workspaceId) => ({ body: { workspaceId, ...twoDays } })),
      },
    ],
  },
  listOwnCertificates: {
    circle: 'own',
    callers: signedIn,
    request: () => ({ query: {} }),
    refusals: {},
    rounds: 1,
    units: 2,
  },
  getOwnCertificate: {
    circle: 'own',
    callers: employee,
    request: ({ submitted: certificateId }) => ({ params: { certificateId } }),
    refusals: {},
    rounds: 1,
    units: 2,
  },
  listCertificates: {
    circle: 'company',
    readsInTown: ({ company: workspaceId }) => [{ place: workspaceId, params: { workspaceId } }],
    callers: officers,
    request: ({ company: workspaceId }) => ({ params: { workspaceId }, query: {} }),
    refusals: {},
    rounds: 3,
    // `costs.test.ts` has the budget of the largest page: 60 units, and 75 with a status.
    units: 4,
    furtherUses: [
      async (world) => {
        const workspace = await givenWorkspace(world);
        const { accountId: as } = await givenEmployee(world, workspace, { role: 'hr_admin' });
        return { as, params: { workspaceId: workspace.id }, query: { status: 'submitted' } };
      },
    ],
    mistakes: [
      {
        what: 'a state that officers never see',
        query: { status: 'draft' },
        said: 'query.status must be one of: submitted, approved, rejected, withdrawn',
      },
    ],
    afterLosing: { office: 'not_workspace_officer' },
  },
  updateCertificate: {
    callers: employee,
    request: ({ drafted: certificateId }) => ({ params: { certificateId }, body: twoDays }),
    refusals: { not_draft: own({}, twoDays) },
    rounds: 3,
    units: 7,
    needsOpenAccount: true,
    crowds: [{ where: 'one workspace', setting: certificate('draft', twoDays) }],
  },
  submitCertificate: {
    callers: employee,
    request: ({ drafted: certificateId }) => ({ params: { certificateId }, body: shared }),
    refusals: {
      not_draft: own({ status: 'withdrawn' }, shared),
      membership_ended: own({ status: 'draft' }, shared, { endedAt: '2031-03-14T04:00:00.000Z' }),
    },
    rounds: 2,
    units: 14,
    needsOpenAccount: true,
    crowds: [
      {
        where: 'one workspace',
        setting: certificate('draft', shared),
        listedIn: ['WORKSPACE#CERTIFICATES#'],
      },
    ],
  },
  changeSharing: {
    callers: employee,
    request: ({ submitted: certificateId }) => ({
      params: { certificateId },
      body: { sharingConsent: false },
    }),
    refusals: { not_submitted: own({ status: 'draft' }, shared) },
    rounds: 3,
    units: 12,
    needsOpenAccount: true,
    crowds: [
      {
        where: 'one workspace',
        setting: certificate('submitted', { sharingConsent: false }),
        listedIn: ['WORKSPACE#CERTIFICATES#'],
      },
    ],
  },
  withdrawCertificate: {
    callers: employee,
    request: ({ submitted: certificateId }) => ({ params: { certificateId } }),
    refusals: { not_withdrawable: own({ status: 'rejected' }) },
    furtherUses: [own({ status: 'draft' })],
    rounds: 2,
    units: 8,
    needsOpenAccount: true,
    crowds: [
      { where: 'one workspace', setting: certificate('submitted'), listedIn: ['WORKSPACE#CERTIFICATES#'] },
    ],
  },
  approveCertificate: decision,
  rejectCertificate: {
    ...decision,
    mistakes: [
      { what: 'no reason', fields: { reason: undefined }, said: 'body.reason is required' },
      {
        what: 'a reason that nobody can see',
        fields: { reason: ' ' },
        said: 'body.reason must hold something that can be seen',
      },
    ],
    storesTexts: ['WORKSPACE#ACCOUNT#'],
  },
});

export const furtherDrafts = [
  {
    refusal: 'workspace_not_found',
    because: 'the employee has left',
    scenario: drafting('corporate', { endedAt: '2031-03-14T04:00:00.000Z' }),
  },
  {
    refusal: 'workspace_not_found',
    because: 'the caller never was in the workspace',
    scenario: async (world: World) => ({
      as: newAccount(),
      body: { workspaceId: (await givenWorkspace(world)).id, ...twoDays },
    }),
  },
] as const;

export const furtherDecisions = [
  {
    refusal: 'certificate_not_found',
    because: 'it is a draft',
    scenario: deciding('owner', { status: 'draft' }),
  },
  {
    refusal: 'certificate_not_found',
    because: 'it was decided and is not shared any more',
    scenario: deciding('owner', { status: 'approved', sharingConsent: false }),
  },
  {
    refusal: 'certificate_not_found',
    because: 'the employee has left',
    scenario: deciding('owner', {}, { endedAt: '2031-03-14T04:00:00.000Z' }),
  },
  {
    refusal: 'certificate_not_found',
    because: 'the account of the employee is closed',
    scenario: async (world: World) => {
      const workspace = await givenWorkspace(world);
      const { accountId: as } = await givenEmployee(world, workspace, { role: 'owner' });
      const leaver = await givenEmployee(world, workspace);
      const { id } = await givenCertificate(world, leaver);
      await givenClosedAccount(world, leaver.accountId);
      const { workspaceId, memberId } = leaver;
      return { as, params: { workspaceId, memberId, certificateId: id }, body: rejection };
    },
  },
  {
    refusal: 'certificate_not_found',
    because: 'it belongs to another workspace of the employee',
    scenario: async (world: World) => {
      const sent = await deciding('owner')(world);
      const other = await givenWorkspace(world);
      const { accountId: as } = await givenEmployee(world, other, { role: 'owner' });
      return { ...sent, as, params: { ...sent.params, workspaceId: other.id } };
    },
  },
] as const;

/** A certificate that was rejected for a reason. */
const rejected =
  (
    then: (
      world: World,
      of: {
        readonly id: string;
        readonly person: AccountId;
        readonly workspaceId: string;
      },
    ) => Promise<unknown> = async () => {},
  ) =>
  async (world: World) => {
    const { company, viewers } = await givenCompanyAndViewers(world);
    const workspaceId = company.id;
    const employee = await givenEmployee(world, company);
    const { accountId: person } = employee;
    const { id } = await givenCertificate(world, employee, { status: 'rejected', rejectionReason: TEXT });
    await then(world, { id, person, workspaceId });
    return {
      viewers: { employee: person, ...viewers },
      ids: { certificateId: id, workspaceId, accountId: person },
    };
  };

const onlyByEmployee = {
  'it is shared': ['employee'],
  'it is not shared any more': ['employee'],
  'the employee has left': ['employee'],
  'the account is closed': [],
} as const;

const seenByNobody = {
  'it is shared': [],
  'it is not shared any more': [],
  'the employee has left': [],
  'the account is closed': [],
} as const;

type Ids = Readonly<Record<string, string>>;
/** A request about the certificate that was rejected, which can neither be changed nor decided again. */
const uponRejected = (body?: object) => ({
  sent: ({ certificateId = '' }: Ids) => ({ params: { certificateId }, ...(body && { body }) }),
  seenBy: seenByNobody,
});
const decidingAgain = {
  sent: ({ workspaceId = '', accountId = '', certificateId = '' }: Ids) => ({
    params: { workspaceId, accountId, certificateId },
    body: rejection,
  }),
  seenBy: seenByNobody,
};

export const rejectionReason = field(
  'rejectionReason',
  'firstDay',
)({
  what: 'the reason of the rejection of a certificate',
  text: TEXT,
  states: {
    'it is shared': rejected(),
    'it is not shared any more': rejected((world, { id: certificateId, person: as }) =>
      world.call('changeSharing', { as, params: { certificateId }, body: { sharingConsent: false } }),
    ),
    'the employee has left': rejected((world, { workspaceId: id, person: accountId }) =>
      givenEmployee(world, { id }, { accountId, endedAt: world.now().toISOString() }),
    ),
    'the account is closed': rejected((world, { person: as }) => world.call('requestDeletion', { as })),
  },
  rows: {
    createCertificate: {
      sent: ({ workspaceId = '' }) => ({ body: { workspaceId, ...twoDays } }),
      seenBy: seenByNobody,
    },
    updateCertificate: uponRejected(twoDays),
    submitCertificate: uponRejected(shared),
    withdrawCertificate: uponRejected(),
    approveCertificate: decidingAgain,
    rejectCertificate: decidingAgain,
    changeSharing: {
      sent: ({ certificateId = '' }, state) => ({
        params: { certificateId },
        body: { sharingConsent: state !== 'it is not shared any more' },
      }),
      seenBy: onlyByEmployee,
    },
    getOwnCertificate: {
      sent: ({ certificateId = '' }) => ({ params: { certificateId } }),
      seenBy: onlyByEmployee,
    },
    listOwnCertificates: { ...ofCaller, seenBy: onlyByEmployee },
    getAccountData: { ...ofCaller, seenBy: onlyByEmployee },
    listCertificates: {
      sent: ({ workspaceId = '' }) => ({ params: { workspaceId }, query: {} }),
      seenBy: {
        'it is shared': ['HR admin', 'workspace owner'],
        'it is not shared any more': [],
        'the employee has left': [],
        'the account is closed': [],
      },
    },
  },
});
