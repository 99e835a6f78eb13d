import { fingerprint, later, minutes } from '../../../shared/values/clock.ts';
import { callsOf, type Outcome, signedIn, unsigned } from '../../cast/calls.ts';
import type { Scenario } from '../../cast/crowds.ts';
import { givenClosedAccount } from '../../given/accounts.ts';
import { givenPractitioner, givenRequest, givenToken } from '../../given/clinical.ts';
import { newAccount } from '../../support/world.ts';

type Overrides = Parameters<typeof givenRequest>[1];

const asPatient =
  (overrides: Overrides = {}): Scenario =>
  async (world) => {
    const { id, patientId } = await givenRequest(world, overrides);
    return { as: patientId, params: { id } };
  };

const past = '2031-03-14T04:00:00.000Z';
const expiredPending = { pendingExpiresAt: past };
const expiredApproval = { status: 'approved', expiresAt: past } as const;

/** Only the patient and the practitioner find an access request. */
const parties = {
  ...unsigned,
  others: 'access_request_not_found',
  patient: 'ok',
  practitioner: 'ok',
} as const;
const patientDecides = { ...parties, practitioner: 'not_the_patient' } as const;

export const accessRequests = callsOf({
  issueQrToken: {
    callers: signedIn,
    request: () => ({}),
    refusals: {},
    rounds: 2,
    units: 2,
    refusesKnownIds: async () => ({ as: newAccount() }),
  },
  getQrToken: {
    circle: 'own',
    callers: { ...unsigned, others: 'qr_token_not_found', patient: 'ok' },
    request: ({ token }) => ({ params: { id: fingerprint(token) } }),
    refusals: {},
    rounds: 1,
    units: 2,
    mistakes: [
      {
        what: 'a token instead of its id',
        params: { id: 'a'.repeat(43) },
        said: 'path.id must be 64 hexadecimal digits in lower case',
      },
    ],
    furtherUses: [
      // The token has become a request.
      async (world) => {
        const { token, patientId } = await givenToken(world);
        const as = await givenPractitioner(world);
        await world.call('createAccessRequest', { as, body: { token } });
        return { as: patientId, params: { id: fingerprint(token) } };
      },
    ],
  },
  createAccessRequest: {
    callers: { ...unsigned, others: 'practitioner_not_verified', practitioner: 'ok' },
    request: ({ token }) => ({ body: { token } }),
    refusals: {
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
    rounds: 2,
    units: 18,
    refusesKnownIds: async (world) => {
      const { token } = await givenToken(world);
      return { as: await givenPractitioner(world), body: { token } };
    },
    needsOpenAccount: true,
  },
  listAccessRequests: {
    circle: 'clinic',
    readsInTown: () => ['patient', 'practitioner'].map((as) => ({ query: { as } })),
    callers: signedIn,
    request: () => ({ query: { as: 'patient' } }),
    refusals: {},
    rounds: 1,
    units: 2,
    mistakes: [
      { what: 'a missing parameter', query: {}, said: 'query.as is required' },
      {
        what: 'an unknown choice',
        query: { as: 'doctor' },
        said: 'query.as must be one of: patient, practitioner',
      },
    ],
    furtherUses: [async () => ({ as: newAccount(), query: { as: 'practitioner' } })],
  },
  getAccessRequest: {
    circle: 'clinic',
    readsInTown: ({ accessRequests }) => accessRequests.map((id) => ({ params: { id } })),
    callers: parties,
    request: ({ pending: id }) => ({ params: { id } }),
    refusals: {},
    rounds: 1,
    units: 2,
    afterLosing: { verification: 'ok' },
  },
  approveAccessRequest: {
    callers: patientDecides,
    request: ({ pending: id }) => ({ params: { id } }),
    refusals: { not_pending: asPatient({ status: 'denied' }), request_expired: asPatient(expiredPending) },
    rounds: 2,
    units: 9,
    afterLosing: { verification: 'not_the_patient' },
  },
  denyAccessRequest: {
    callers: patientDecides,
    request: ({ pending: id }) => ({ params: { id } }),
    refusals: { not_pending: asPatient({ status: 'approved' }), request_expired: asPatient(expiredPending) },
    rounds: 2,
    units: 9,
    afterLosing: { verification: 'not_the_patient' },
  },
  revokeAccessRequest: {
    callers: parties,
    request: ({ approved: id }) => ({ params: { id } }),
    refusals: { not_approved: asPatient(), request_expired: asPatient(expiredApproval) },
    rounds: 2,
    units: 13,
    afterLosing: { verification: 'ok' },
  },
});

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
  readonly refusal: Outcome<'createAccessRequest'>;
  readonly because: string;
  readonly scenario: Scenario;
}[];
