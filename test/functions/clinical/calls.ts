import { later, minutes } from '../../../shared/values/clock.ts';
import type { AccountId } from '../../../shared/values/resources.ts';
import {
  givenAdmin,
  givenClosedAccount,
  givenPractitioner,
  givenRequest,
  givenToken,
} from '../../support/given.ts';
import type { RefusalScenarios, Scenario, ValidCalls } from '../../support/request-fixtures.ts';
import { newAccount, newId, type World } from '../../support/world.ts';

type Wish = Parameters<typeof givenRequest>[1];

const asPatient =
  (wish: Wish = {}): Scenario =>
  async (world) => {
    const { id, patientId } = await givenRequest(world, wish);
    return { as: patientId, params: { id } };
  };

const asPractitioner =
  (wish: Wish = {}, body?: object): Scenario =>
  async (world) => {
    const { id, practitioner } = await givenRequest(world, wish);
    return { as: practitioner.id, params: { id }, ...(body && { body }) };
  };

const asStranger =
  (body?: object): Scenario =>
  async (world) => {
    const { id } = await givenRequest(world, { status: 'approved' });
    return { as: newAccount(), params: { id }, ...(body && { body }) };
  };

const unverified =
  (body?: object): Scenario =>
  async (world) => {
    const { id, practitioner } = await givenRequest(world, { status: 'approved' });
    await givenPractitioner(world, { id: practitioner.id, withdrawnAt: world.now().toISOString() });
    return { as: practitioner.id, params: { id }, ...(body && { body }) };
  };

export const note = { title: 'Blood pressure', body: '128/82 at rest.' };

/** An approved request under which its practitioner has added a note. @param changed what differs in the call */
const onNote =
  (changed: (world: World, of: NoteOf) => object = () => ({})): Scenario =>
  async (world) => {
    const { id, patientId, practitioner } = await givenRequest(world, { status: 'approved' });
    const as = practitioner.id;
    const { body } = await world.call('addRecord', { as, params: { id }, body: note });
    const recordId: string = body.id;
    const sent = { as, params: { id, recordId }, body: { reason: 'Wrong patient.' } };
    return { ...sent, ...(await changed(world, { id, recordId, patientId, practitionerId: as })) };
  };

interface NoteOf {
  readonly id: string;
  readonly recordId: string;
  readonly patientId: AccountId;
  readonly practitionerId: AccountId;
}

export const verification = {
  name: 'Dr Lim Wei Han',
  licenseAuthority: 'Malaysian Medical Council',
  licenseNumber: 'MMC 51877',
  specialty: 'Family medicine',
  organization: 'Klinik Damai',
  verificationValidUntil: '2032-03-14T04:00:00.000Z',
};

const lapsedPending = { pendingExpiresAt: '2031-03-14T04:00:00.000Z' };
const lapsedApproval = { status: 'approved', expiresAt: '2031-03-14T04:00:00.000Z' } as const;

export const validCalls = {
  issueQrToken: async () => ({ as: newAccount() }),
  createAccessRequest: async (world) => {
    const { token } = await givenToken(world);
    return { as: await givenPractitioner(world), body: { token } };
  },
  listAccessRequests: async (world) => ({ ...(await asPatient()(world)), query: { as: 'patient' } }),
  getAccessRequest: asPractitioner(),
  approveAccessRequest: asPatient(),
  denyAccessRequest: asPatient(),
  revokeAccessRequest: asPatient({ status: 'approved' }),
  listRecords: asPractitioner({ status: 'approved' }),
  addRecord: asPractitioner({ status: 'approved' }, note),
  markRecordInError: onNote(),
  listOwnRecords: asPatient(),
  listAccessLog: async (world) => {
    const { id, patientId, practitioner } = await givenRequest(world, { status: 'approved' });
    await world.call('addRecord', { as: practitioner.id, params: { id }, body: note });
    return { as: patientId };
  },
  searchAccessLog: async (world) => ({
    as: await givenAdmin(world),
    params: { accountId: await givenPractitioner(world) },
    body: { reason: 'Lost laptop.' },
  }),
  verifyPractitioner: async (world) => ({
    as: await givenAdmin(world),
    params: { accountId: newAccount() },
    body: verification,
  }),
  withdrawVerification: async (world) => ({
    as: await givenAdmin(world),
    params: { accountId: await givenPractitioner(world) },
  }),
  getVerification: async (world) => ({
    as: await givenAdmin(world),
    params: { accountId: await givenPractitioner(world) },
  }),
  listVerifications: async (world) => {
    await givenPractitioner(world);
    return { as: await givenAdmin(world) };
  },
} satisfies Partial<ValidCalls>;

export const refusalScenarios = {
  issueQrToken: {},
  createAccessRequest: {
    practitioner_not_verified: async (world) => {
      const { token } = await givenToken(world);
      return { as: newAccount(), body: { token } };
    },
    token_unknown: async (world) => ({
      as: await givenPractitioner(world),
      body: { token: 'no such token' },
    }),
    own_token: async (world) => {
      const practitioner = await givenPractitioner(world);
      const { token } = await givenToken(world, { patientId: practitioner });
      return { as: practitioner, body: { token } };
    },
    token_used: async (world) => {
      const { token } = await givenToken(world);
      await world.call('createAccessRequest', { as: await givenPractitioner(world), body: { token } });
      return { as: await givenPractitioner(world), body: { token } };
    },
    token_expired: async (world) => {
      const { token } = await givenToken(world, { expiresAt: world.now().toISOString() });
      return { as: await givenPractitioner(world), body: { token } };
    },
  },
  listAccessRequests: {},
  getAccessRequest: { access_request_not_found: asStranger() },
  approveAccessRequest: {
    access_request_not_found: asStranger(),
    not_the_patient: asPractitioner(),
    not_pending: asPatient({ status: 'denied' }),
    request_expired: asPatient(lapsedPending),
  },
  denyAccessRequest: {
    access_request_not_found: asStranger(),
    not_the_patient: asPractitioner(),
    not_pending: asPatient({ status: 'approved' }),
    request_expired: asPatient(lapsedPending),
  },
  revokeAccessRequest: {
    access_request_not_found: asStranger(),
    not_approved: asPatient(),
    request_expired: asPatient(lapsedApproval),
  },
  listRecords: {
    access_request_not_found: asStranger(),
    practitioner_not_verified: unverified(),
    access_not_approved: asPractitioner(),
  },
  addRecord: {
    access_request_not_found: asStranger(note),
    practitioner_not_verified: unverified(note),
    access_not_approved: asPractitioner({}, note),
    consultation_in_future: asPractitioner(
      { status: 'approved' },
      { ...note, consultedAt: '2031-03-14T04:00:00.001Z' },
    ),
    record_id_taken: async (world) => {
      const { id, patientId, practitioner } = await givenRequest(world, { status: 'approved' });
      const other = await givenRequest(world, { status: 'approved', patientId });
      const body = { ...note, recordId: newId() };
      await world.call('addRecord', { as: practitioner.id, params: { id }, body });
      return { as: other.practitioner.id, params: { id: other.id }, body };
    },
  },
  markRecordInError: {
    access_request_not_found: onNote(() => ({ as: newAccount() })),
    practitioner_not_verified: onNote((world, { practitionerId: id }) =>
      givenPractitioner(world, { id, withdrawnAt: world.now().toISOString() }).then(() => ({})),
    ),
    access_not_approved: onNote(async (world, { id, recordId, patientId }) => {
      await world.call('revokeAccessRequest', { as: patientId, params: { id } });
      return { params: { id, recordId } };
    }),
    record_not_found: onNote((_, { id }) => ({ params: { id, recordId: newId() } })),
    not_the_author: onNote(async (world, { recordId, patientId }) => {
      const other = await givenRequest(world, { status: 'approved', patientId });
      return { as: other.practitioner.id, params: { id: other.id, recordId } };
    }),
  },
  listOwnRecords: {},
  listAccessLog: {},
  searchAccessLog: {},
  verifyPractitioner: {
    verification_in_past: async (world) => ({
      as: await givenAdmin(world),
      params: { accountId: newAccount() },
      body: { ...verification, verificationValidUntil: world.now().toISOString() },
    }),
    practitioner_account_closed: async (world) => ({
      as: await givenAdmin(world),
      params: { accountId: await givenClosedAccount(world) },
      body: verification,
    }),
  },
  withdrawVerification: {
    practitioner_not_found: async (world) => ({
      as: await givenAdmin(world),
      params: { accountId: newAccount() },
    }),
  },
  getVerification: {
    practitioner_not_found: async (world) => ({
      as: await givenAdmin(world),
      params: { accountId: newAccount() },
    }),
  },
  listVerifications: {},
} satisfies Partial<RefusalScenarios>;

/** More scenarios of refusals. */
export const furtherRefusals = [
  {
    refusal: 'practitioner_not_verified',
    because: 'the verification has run out this very moment',
    scenario: async (world) => {
      const { token } = await givenToken(world);
      const practitioner = await givenPractitioner(world, {
        verificationValidUntil: world.now().toISOString(),
      });
      return { as: practitioner, body: { token } };
    },
  },
  {
    refusal: 'practitioner_not_verified',
    because: 'the verification was withdrawn',
    scenario: async (world) => {
      const { token } = await givenToken(world);
      const withdrawnAt = later(world.now(), -minutes(1)).toISOString();
      return { as: await givenPractitioner(world, { withdrawnAt }), body: { token } };
    },
  },
  {
    refusal: 'practitioner_not_verified',
    because: 'the verification was withdrawn, and it tells nothing of tokens either',
    scenario: async (world) => {
      const withdrawnAt = later(world.now(), -minutes(1)).toISOString();
      return { as: await givenPractitioner(world, { withdrawnAt }), body: { token: 'no such token' } };
    },
  },
  {
    refusal: 'practitioner_not_verified',
    because: 'an unverified account must not learn whether a token exists',
    scenario: async () => ({ as: newAccount(), body: { token: 'no such token' } }),
  },
  {
    refusal: 'token_unknown',
    because: 'the patient has closed the account',
    scenario: async (world) => {
      const { token } = await givenToken(world, { patientId: await givenClosedAccount(world) });
      return { as: await givenPractitioner(world), body: { token } };
    },
  },
] as const satisfies readonly {
  readonly refusal: keyof (typeof refusalScenarios)['createAccessRequest'];
  readonly because: string;
  readonly scenario: (typeof refusalScenarios)['createAccessRequest']['own_token'];
}[];
