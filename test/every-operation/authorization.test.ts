import { beforeAll, describe, expect, it } from 'vitest';
import { contracts, type OperationId } from '../../functions/contracts.ts';
import { type Contract, refusalsOf } from '../../shared/contract/contract.ts';
import { days, minutes } from '../../shared/values/clock.ts';
import { castCalls } from '../support/principal-requests.ts';
import { type Cast, newCast, type Principal, principals } from '../support/principals.ts';
import { remembered } from '../support/table-snapshot.ts';
import { newWorld, type Sent, type World } from '../support/world.ts';

/**
 * The authorization matrix: every kind of caller sends a request to every operation, on items of the cast. Each cell is
 * listed by name, so an operation without a row or a principal without a column does not compile. A cell that is not `ok`
 * is refused with that code and changes nothing.
 */
type Row = readonly [Cell, Cell, Cell, Cell, Cell, Cell, Cell, Cell, Cell];
type Cell = typeof ok | (typeof refusals)[keyof typeof refusals];

const ok = 'ok';
const refusals = {
  unsigned: 'not_signed_in',
  noAdmin: 'not_platform_admin',
  noRequest: 'access_request_not_found',
  unverified: 'practitioner_not_verified',
  notPatient: 'not_the_patient',
  noClub: 'club_not_found',
  noEvent: 'event_not_found',
  noAnswers: 'no_answers',
  noChallenge: 'challenge_not_found',
  notEnrolled: 'not_enrolled',
  ownerStays: 'owner_stays',
  noClaim: 'claim_not_found',
  noWorkspace: 'workspace_not_found',
  noOfficer: 'not_workspace_officer',
  isMember: 'already_member',
  noCertificate: 'certificate_not_found',
} as const;
const { unsigned, noAdmin, noRequest, unverified, notPatient, noClub, noEvent, noChallenge } = refusals;
const { noAnswers, notEnrolled, ownerStays, noClaim, noWorkspace, noOfficer, isMember, noCertificate } =
  refusals;

// biome-ignore format: a table
const matrix: Readonly<Record<OperationId, Row>> = {
  //                         nobody    patient     other          doctor         lapsed         owner          staff          HR admin       admin
  issueQrToken:             [unsigned, ok,         ok,            ok,            ok,            ok,            ok,            ok,            ok],
  createAccessRequest:      [unsigned, unverified, unverified,    ok,            unverified,    unverified,    unverified,    unverified,    unverified],
  listAccessRequests:       [unsigned, ok,         ok,            ok,            ok,            ok,            ok,            ok,            ok],
  getAccessRequest:         [unsigned, ok,         noRequest,     ok,            noRequest,     noRequest,     noRequest,     noRequest,     noRequest],
  approveAccessRequest:     [unsigned, ok,         noRequest,     notPatient,    noRequest,     noRequest,     noRequest,     noRequest,     noRequest],
  denyAccessRequest:        [unsigned, ok,         noRequest,     notPatient,    noRequest,     noRequest,     noRequest,     noRequest,     noRequest],
  revokeAccessRequest:      [unsigned, ok,         noRequest,     ok,            noRequest,     noRequest,     noRequest,     noRequest,     noRequest],
  listRecords:              [unsigned, noRequest,  noRequest,     ok,            unverified,    noRequest,     noRequest,     noRequest,     noRequest],
  addRecord:                [unsigned, noRequest,  noRequest,     ok,            unverified,    noRequest,     noRequest,     noRequest,     noRequest],
  markRecordInError:        [unsigned, noRequest,  noRequest,     ok,            unverified,    noRequest,     noRequest,     noRequest,     noRequest],
  listOwnRecords:           [unsigned, ok,         ok,            ok,            ok,            ok,            ok,            ok,            ok],
  listAccessLog:            [unsigned, ok,         ok,            ok,            ok,            ok,            ok,            ok,            ok],
  searchAccessLog:          [unsigned, noAdmin,    noAdmin,       noAdmin,       noAdmin,       noAdmin,       noAdmin,       noAdmin,       ok],
  verifyPractitioner:       [unsigned, noAdmin,    noAdmin,       noAdmin,       noAdmin,       noAdmin,       noAdmin,       noAdmin,       ok],
  withdrawVerification:     [unsigned, noAdmin,    noAdmin,       noAdmin,       noAdmin,       noAdmin,       noAdmin,       noAdmin,       ok],
  getVerification:          [unsigned, noAdmin,    noAdmin,       noAdmin,       noAdmin,       noAdmin,       noAdmin,       noAdmin,       ok],
  listVerifications:        [unsigned, noAdmin,    noAdmin,       noAdmin,       noAdmin,       noAdmin,       noAdmin,       noAdmin,       ok],
  createOnboardingDraft:    [unsigned, noAdmin,    noAdmin,       noAdmin,       noAdmin,       noAdmin,       noAdmin,       noAdmin,       ok],
  listOnboardingFlows:      [unsigned, noAdmin,    noAdmin,       noAdmin,       noAdmin,       noAdmin,       noAdmin,       noAdmin,       ok],
  getOnboardingFlow:        [unsigned, noAdmin,    noAdmin,       noAdmin,       noAdmin,       noAdmin,       noAdmin,       noAdmin,       ok],
  updateOnboardingDraft:    [unsigned, noAdmin,    noAdmin,       noAdmin,       noAdmin,       noAdmin,       noAdmin,       noAdmin,       ok],
  publishOnboardingFlow:    [unsigned, noAdmin,    noAdmin,       noAdmin,       noAdmin,       noAdmin,       noAdmin,       noAdmin,       ok],
  archiveOnboardingFlow:    [unsigned, noAdmin,    noAdmin,       noAdmin,       noAdmin,       noAdmin,       noAdmin,       noAdmin,       ok],
  currentOnboarding:        [ok,       ok,         ok,            ok,            ok,            ok,            ok,            ok,            ok],
  saveOnboardingAnswers:    [unsigned, ok,         ok,            ok,            ok,            ok,            ok,            ok,            ok],
  getOnboardingAnswers:     [unsigned, ok,         noAnswers,     noAnswers,     noAnswers,     noAnswers,     noAnswers,     noAnswers,     noAnswers],
  listCommunity:            [ok,       ok,         ok,            ok,            ok,            ok,            ok,            ok,            ok],
  findEvent:                [noEvent,  ok,         noEvent,       noEvent,       noEvent,       ok,            noEvent,       noEvent,       noEvent],
  getDisplay:               [ok,       ok,         ok,            ok,            ok,            ok,            ok,            ok,            ok],
  createClub:               [unsigned, ok,         ok,            ok,            ok,            ok,            ok,            ok,            ok],
  updateClub:               [unsigned, noClub,     noClub,        noClub,        noClub,        ok,            noClub,        noClub,        noClub],
  listOwnCommunity:         [unsigned, ok,         ok,            ok,            ok,            ok,            ok,            ok,            ok],
  joinClub:                 [unsigned, ok,         ok,            ok,            ok,            ok,            ok,            ok,            ok],
  leaveClub:                [unsigned, ok,         ok,            ok,            ok,            ownerStays,    ok,            ok,            ok],
  listClubMembers:          [unsigned, noClub,     noClub,        noClub,        noClub,        ok,            noClub,        noClub,        noClub],
  approveClubMember:        [unsigned, noClub,     noClub,        noClub,        noClub,        ok,            noClub,        noClub,        noClub],
  removeClubMember:         [unsigned, noClub,     noClub,        noClub,        noClub,        ok,            noClub,        noClub,        noClub],
  joinEvent:                [unsigned, ok,         noEvent,       noEvent,       noEvent,       ok,            noEvent,       noEvent,       noEvent],
  leaveEvent:               [unsigned, ok,         ok,            ok,            ok,            ok,            ok,            ok,            ok],
  enroll:                   [unsigned, ok,         noChallenge,   noChallenge,   noChallenge,   ok,            noChallenge,   noChallenge,   noChallenge],
  changeEnrollment:         [unsigned, ok,         notEnrolled,   notEnrolled,   notEnrolled,   notEnrolled,   notEnrolled,   notEnrolled,   notEnrolled],
  withdrawEnrollment:       [unsigned, ok,         ok,            ok,            ok,            ok,            ok,            ok,            ok],
  reportSteps:              [unsigned, ok,         notEnrolled,   notEnrolled,   notEnrolled,   notEnrolled,   notEnrolled,   notEnrolled,   notEnrolled],
  getLeaderboard:           [unsigned, ok,         noChallenge,   noChallenge,   noChallenge,   ok,            noChallenge,   noChallenge,   noChallenge],
  createPlatformClub:       [unsigned, noAdmin,    noAdmin,       noAdmin,       noAdmin,       noAdmin,       noAdmin,       noAdmin,       ok],
  listPlatformClubs:        [unsigned, noAdmin,    noAdmin,       noAdmin,       noAdmin,       noAdmin,       noAdmin,       noAdmin,       ok],
  getPlatformClub:          [unsigned, noAdmin,    noAdmin,       noAdmin,       noAdmin,       noAdmin,       noAdmin,       noAdmin,       ok],
  updatePlatformClub:       [unsigned, noAdmin,    noAdmin,       noAdmin,       noAdmin,       noAdmin,       noAdmin,       noAdmin,       ok],
  reviewClub:               [unsigned, noAdmin,    noAdmin,       noAdmin,       noAdmin,       noAdmin,       noAdmin,       noAdmin,       ok],
  publishClub:              [unsigned, noAdmin,    noAdmin,       noAdmin,       noAdmin,       noAdmin,       noAdmin,       noAdmin,       ok],
  unpublishClub:            [unsigned, noAdmin,    noAdmin,       noAdmin,       noAdmin,       noAdmin,       noAdmin,       noAdmin,       ok],
  assignClubOwner:          [unsigned, noAdmin,    noAdmin,       noAdmin,       noAdmin,       noAdmin,       noAdmin,       noAdmin,       ok],
  createEvent:              [unsigned, noAdmin,    noAdmin,       noAdmin,       noAdmin,       noAdmin,       noAdmin,       noAdmin,       ok],
  listPlatformEvents:       [unsigned, noAdmin,    noAdmin,       noAdmin,       noAdmin,       noAdmin,       noAdmin,       noAdmin,       ok],
  getPlatformEvent:         [unsigned, noAdmin,    noAdmin,       noAdmin,       noAdmin,       noAdmin,       noAdmin,       noAdmin,       ok],
  updateEvent:              [unsigned, noAdmin,    noAdmin,       noAdmin,       noAdmin,       noAdmin,       noAdmin,       noAdmin,       ok],
  publishEvent:             [unsigned, noAdmin,    noAdmin,       noAdmin,       noAdmin,       noAdmin,       noAdmin,       noAdmin,       ok],
  unpublishEvent:           [unsigned, noAdmin,    noAdmin,       noAdmin,       noAdmin,       noAdmin,       noAdmin,       noAdmin,       ok],
  createChallenge:          [unsigned, noAdmin,    noAdmin,       noAdmin,       noAdmin,       noAdmin,       noAdmin,       noAdmin,       ok],
  updateChallenge:          [unsigned, noAdmin,    noAdmin,       noAdmin,       noAdmin,       noAdmin,       noAdmin,       noAdmin,       ok],
  publishChallenge:         [unsigned, noAdmin,    noAdmin,       noAdmin,       noAdmin,       noAdmin,       noAdmin,       noAdmin,       ok],
  unpublishChallenge:       [unsigned, noAdmin,    noAdmin,       noAdmin,       noAdmin,       noAdmin,       noAdmin,       noAdmin,       ok],
  moderateAlias:            [unsigned, noAdmin,    noAdmin,       noAdmin,       noAdmin,       noAdmin,       noAdmin,       noAdmin,       ok],
  excludeParticipant:       [unsigned, noAdmin,    noAdmin,       noAdmin,       noAdmin,       noAdmin,       noAdmin,       noAdmin,       ok],
  listExclusions:           [unsigned, noAdmin,    noAdmin,       noAdmin,       noAdmin,       noAdmin,       noAdmin,       noAdmin,       ok],
  readmitParticipant:       [unsigned, noAdmin,    noAdmin,       noAdmin,       noAdmin,       noAdmin,       noAdmin,       noAdmin,       ok],
  listCampaigns:            [ok,       ok,         ok,            ok,            ok,            ok,            ok,            ok,            ok],
  reserveReward:            [unsigned, ok,         ok,            ok,            ok,            ok,            ok,            ok,            ok],
  listClaims:               [unsigned, ok,         ok,            ok,            ok,            ok,            ok,            ok,            ok],
  getPartnerClaim:          [unsigned, noClaim,    noClaim,       noClaim,       noClaim,       noClaim,       ok,            noClaim,       noClaim],
  redeemClaim:              [unsigned, noClaim,    noClaim,       noClaim,       noClaim,       noClaim,       ok,            noClaim,       noClaim],
  createCampaign:           [unsigned, noAdmin,    noAdmin,       noAdmin,       noAdmin,       noAdmin,       noAdmin,       noAdmin,       ok],
  listPlatformCampaigns:    [unsigned, noAdmin,    noAdmin,       noAdmin,       noAdmin,       noAdmin,       noAdmin,       noAdmin,       ok],
  getPlatformCampaign:      [unsigned, noAdmin,    noAdmin,       noAdmin,       noAdmin,       noAdmin,       noAdmin,       noAdmin,       ok],
  updateCampaign:           [unsigned, noAdmin,    noAdmin,       noAdmin,       noAdmin,       noAdmin,       noAdmin,       noAdmin,       ok],
  publishCampaign:          [unsigned, noAdmin,    noAdmin,       noAdmin,       noAdmin,       noAdmin,       noAdmin,       noAdmin,       ok],
  closeCampaign:            [unsigned, noAdmin,    noAdmin,       noAdmin,       noAdmin,       noAdmin,       noAdmin,       noAdmin,       ok],
  restockCampaign:          [unsigned, noAdmin,    noAdmin,       noAdmin,       noAdmin,       noAdmin,       noAdmin,       noAdmin,       ok],
  requestDeletion:          [unsigned, ok,         ok,            ok,            ok,            ok,            ok,            ok,            ok],
  getAccountData:           [unsigned, ok,         ok,            ok,            ok,            ok,            ok,            ok,            ok],
  checkDeletionReceipt:     [ok,       ok,         ok,            ok,            ok,            ok,            ok,            ok,            ok],
  listAdministrators:       [unsigned, noAdmin,    noAdmin,       noAdmin,       noAdmin,       noAdmin,       noAdmin,       noAdmin,       ok],
  listAdministratorActs:    [unsigned, noAdmin,    noAdmin,       noAdmin,       noAdmin,       noAdmin,       noAdmin,       noAdmin,       ok],
  grantAdministrator:       [unsigned, noAdmin,    noAdmin,       noAdmin,       noAdmin,       noAdmin,       noAdmin,       noAdmin,       ok],
  revokeAdministrator:      [unsigned, noAdmin,    noAdmin,       noAdmin,       noAdmin,       noAdmin,       noAdmin,       noAdmin,       ok],
  createWorkspace:          [unsigned, noAdmin,    noAdmin,       noAdmin,       noAdmin,       noAdmin,       noAdmin,       noAdmin,       ok],
  listWorkspaces:           [unsigned, noAdmin,    noAdmin,       noAdmin,       noAdmin,       noAdmin,       noAdmin,       noAdmin,       ok],
  getWorkspace:             [unsigned, noAdmin,    noAdmin,       noAdmin,       noAdmin,       noAdmin,       noAdmin,       noAdmin,       ok],
  renameWorkspace:          [unsigned, noAdmin,    noAdmin,       noAdmin,       noAdmin,       noAdmin,       noAdmin,       noAdmin,       ok],
  assignOwner:              [unsigned, noAdmin,    noAdmin,       noAdmin,       noAdmin,       noAdmin,       noAdmin,       noAdmin,       ok],
  listMembers:              [unsigned, noOfficer,  noWorkspace,   noWorkspace,   noWorkspace,   noWorkspace,   noWorkspace,   ok,            noWorkspace],
  setMemberRole:            [unsigned, noOfficer,  noWorkspace,   noWorkspace,   noWorkspace,   noWorkspace,   noWorkspace,   noOfficer,     noWorkspace],
  removeMember:             [unsigned, noOfficer,  noWorkspace,   noWorkspace,   noWorkspace,   noWorkspace,   noWorkspace,   ok,            noWorkspace],
  listOwnWorkspaces:        [unsigned, ok,         ok,            ok,            ok,            ok,            ok,            ok,            ok],
  leaveWorkspace:           [unsigned, ok,         noWorkspace,   noWorkspace,   noWorkspace,   noWorkspace,   noWorkspace,   ok,            noWorkspace],
  createInvitation:         [unsigned, noOfficer,  noWorkspace,   noWorkspace,   noWorkspace,   noWorkspace,   noWorkspace,   ok,            noWorkspace],
  listInvitations:          [unsigned, noOfficer,  noWorkspace,   noWorkspace,   noWorkspace,   noWorkspace,   noWorkspace,   ok,            noWorkspace],
  revokeInvitation:         [unsigned, noOfficer,  noWorkspace,   noWorkspace,   noWorkspace,   noWorkspace,   noWorkspace,   ok,            noWorkspace],
  acceptInvitation:         [unsigned, isMember,   ok,            ok,            ok,            ok,            ok,            isMember,      ok],
  createCertificate:        [unsigned, ok,         noWorkspace,   noWorkspace,   noWorkspace,   noWorkspace,   noWorkspace,   ok,            noWorkspace],
  listOwnCertificates:      [unsigned, ok,         ok,            ok,            ok,            ok,            ok,            ok,            ok],
  getOwnCertificate:        [unsigned, ok,         noCertificate, noCertificate, noCertificate, noCertificate, noCertificate, noCertificate, noCertificate],
  updateCertificate:        [unsigned, ok,         noCertificate, noCertificate, noCertificate, noCertificate, noCertificate, noCertificate, noCertificate],
  submitCertificate:        [unsigned, ok,         noCertificate, noCertificate, noCertificate, noCertificate, noCertificate, noCertificate, noCertificate],
  changeSharing:            [unsigned, ok,         noCertificate, noCertificate, noCertificate, noCertificate, noCertificate, noCertificate, noCertificate],
  withdrawCertificate:      [unsigned, ok,         noCertificate, noCertificate, noCertificate, noCertificate, noCertificate, noCertificate, noCertificate],
  listCertificates:         [unsigned, noOfficer,  noWorkspace,   noWorkspace,   noWorkspace,   noWorkspace,   noWorkspace,   ok,            noWorkspace],
  approveCertificate:       [unsigned, noOfficer,  noWorkspace,   noWorkspace,   noWorkspace,   noWorkspace,   noWorkspace,   ok,            noWorkspace],
  rejectCertificate:        [unsigned, noOfficer,  noWorkspace,   noWorkspace,   noWorkspace,   noWorkspace,   noWorkspace,   ok,            noWorkspace],
  workspaceAnalytics:       [unsigned, noAdmin,    noAdmin,       noAdmin,       noAdmin,       noAdmin,       noAdmin,       noAdmin,       ok],
  medicalCertificateTotals: [unsigned, noOfficer,  noWorkspace,   noWorkspace,   noWorkspace,   noWorkspace,   noWorkspace,   ok,            noWorkspace],
  listMerchantCampaigns:    [unsigned, noWorkspace,noWorkspace,   noWorkspace,   noWorkspace,   noWorkspace,   ok,            noWorkspace,   noWorkspace],
  merchantReport:           [unsigned, noWorkspace,noWorkspace,   noWorkspace,   noWorkspace,   noWorkspace,   ok,            noWorkspace,   noWorkspace],
};

const operations = Object.keys(contracts) as OperationId[];
const contractOf = (operation: OperationId): Contract => contracts[operation];
const cellOf = (operation: OperationId, principal: Principal): Cell =>
  matrix[operation][principals.indexOf(principal)] ?? unsigned;

let world: World;
let cast: Cast;
let untouched: Awaited<ReturnType<typeof remembered>>;
/** One token for each account. Only the table decides what the account may do. */
const tokens = new Map<Principal, string>();
/** Whether any write was executed since the table was last restored. */
let written = false;
/** Whether the last request changed anything. */
let changed = false;
beforeAll(async () => {
  world = await newWorld();
  cast = await newCast(world);
  untouched = await remembered(world);
  for (const principal of principals) tokens.set(principal, await tokenOf(principal));
  world.setFault(async ({ command, send }) => {
    const answer = await send();
    written ||= command === 'TransactWrite' || command === 'Put';
    return answer;
  });
});

async function tokenOf(principal: Principal, wish?: Sent['token']): Promise<string> {
  const accountId = cast.accounts[principal];
  return accountId === undefined ? '' : `Bearer ${await world.tokenFor(accountId, wish)}`;
}

/** Sends the cast's request as this principal, and restores the table. */
async function ask(
  operation: OperationId,
  principal: Principal,
  { authorization = tokens.get(principal), now = untouched } = {},
): Promise<string> {
  const sent = castCalls[operation](cast, principal);
  const { status, body } = await world.call(operation, {
    ...sent,
    headers: authorization ? { authorization } : {},
  });
  changed = written && (await now.restore());
  written = false;
  if (status < 300) return ok;
  return changed ? `${body.code}, and something changed` : body.code;
}

const askAll = (principal: Principal, how: Parameters<typeof ask>[2] = {}) =>
  inTurn(operations, (operation) => ask(operation, principal, how));

/** The outcomes of each principal, in order. */
async function inTurn<Name extends string, T>(names: readonly Name[], task: (name: Name) => Promise<T>) {
  const done: [Name, T][] = [];
  for (const name of names) done.push([name, await task(name)]);
  return Object.fromEntries(done);
}

const columnOf = (principal: Principal) =>
  Object.fromEntries(operations.map((operation) => [operation, cellOf(operation, principal)]));

describe('the authorization matrix', () => {
  it.each(operations)('%s', async (operation) => {
    const row = Object.fromEntries(principals.map((principal) => [principal, cellOf(operation, principal)]));
    expect(await inTurn(principals, (principal) => ask(operation, principal))).toEqual(row);
  });

  it.each([
    ['leaveClub', ['patient', 'practitioner']],
    ['leaveEvent', ['patient']],
    ['withdrawEnrollment', ['patient']],
  ] as const)(
    '%s succeeds for every signed-in caller and removes something only for %j, who are members',
    async (operation, takingPart: readonly Principal[]) => {
      const took = await inTurn(principals.slice(1), async (principal) => {
        await ask(operation, principal);
        return changed;
      });
      expect(took).toEqual(
        Object.fromEntries(principals.slice(1).map((one) => [one, takingPart.includes(one)])),
      );
    },
  );

  it.each(operations)('%s: the row matches the caller that the contract declares', (operation) => {
    const contract = contractOf(operation);
    const [nobody, ...accounts] = matrix[operation];
    const strangers = cellOf(operation, 'other account');
    expect(Object.keys(refusalsOf(contract))).toEqual(
      expect.arrayContaining(matrix[operation].filter((cell) => cell !== ok)),
    );
    expect(
      {
        nobody: principals.map(() => ok),
        // A caller without any relation gets the same response as an anonymous one.
        optional: [strangers, ...accounts],
        account: [unsigned, ...accounts.map((cell) => (cell === noAdmin ? '' : cell))],
        platform_admin: [unsigned, ...principals.slice(1, -1).map(() => noAdmin), ok],
      }[contract.caller],
    ).toEqual([nobody, ...accounts]);
  });

  it('lets no principal in everywhere, and each one somewhere', () => {
    // Only the owner of a workspace assigns roles, and no principal owns one.
    const open = operations.filter((operation) => matrix[operation].includes(ok));
    expect(operations.filter((operation) => !open.includes(operation))).toEqual(['setMemberRole']);
  });

  const toNobody = operations.filter((operation) => contractOf(operation).caller === 'nobody');
  it.each(toNobody)('%s does not even read the Authorization header', async (operation) => {
    for (const authorization of ['Bearer not.a.token', 'Basic cGF0aWVudA==', 'Bearer']) {
      expect(await ask(operation, 'nobody', { authorization })).toBe(ok);
    }
  });
});

describe('a session that is not fresh', () => {
  const ago = (milliseconds: number) => Math.floor((world.now().getTime() - milliseconds) / 1000);
  const fresh: readonly [string, () => Sent['token']][] = [
    ['a moment old', () => ({})],
    ['exactly 15 minutes old', () => ({ authTime: ago(minutes(15)) })],
    ['a minute ahead, as clocks differ', () => ({ authTime: ago(-minutes(1)) })],
  ];
  const stale: readonly [string, () => Sent['token']][] = [
    ['a second older than 15 minutes', () => ({ authTime: ago(minutes(15)) - 1 })],
    ['more than a minute ahead', () => ({ authTime: ago(-minutes(1)) + 1 })],
    ['of an unknown time', () => ({ authTime: null })],
    ['refreshed', () => ({ signIn: 'refresh' })],
    ['federated', () => ({ signIn: 'federated' })],
    ['begun nobody knows how', () => ({ signIn: null })],
  ];
  const guarded = operations.filter((operation) => contractOf(operation).session);
  const others = operations.filter((operation) => !guarded.includes(operation));

  it('is refused by operations that cannot be undone, by the logs, by the report of a workspace and by the data of an account', () => {
    expect(guarded).toEqual([
      'searchAccessLog',
      'verifyPractitioner',
      'withdrawVerification',
      'requestDeletion',
      'getAccountData',
      'grantAdministrator',
      'listAdministratorActs',
      'revokeAdministrator',
      'workspaceAnalytics',
    ]);
  });

  describe.each(guarded)('%s', (operation) => {
    it.each(fresh)('admits one that is %s', async (_, wish) => {
      const authorization = await tokenOf('platform admin', wish());
      expect(await ask(operation, 'platform admin', { authorization })).toBe(ok);
    });

    it.each(stale)('refuses one that is %s, and says how to sign in again', async (_, wish) => {
      for (const principal of ['platform admin', 'other account'] as const) {
        const { status, body, headers } = await world.call(operation, {
          ...castCalls[operation](cast, principal),
          headers: { authorization: await tokenOf(principal, wish()) },
        });
        expect([status, body.code]).toEqual([401, 'fresh_session_required']);
        expect(headers['www-authenticate']).toBe(
          'Bearer error="insufficient_user_authentication", max_age="900"',
        );
        expect(await untouched.restore()).toBe(false);
      }
    });
  });

  it.each([{ signIn: 'refresh' }, { signIn: null }])(
    'is accepted by all other operations a week after the sign-in: %j',
    async (wish) => {
      const authorization = await tokenOf('platform admin', { authTime: ago(days(7)), ...wish });
      expect(
        await inTurn(others, (operation) => ask(operation, 'platform admin', { authorization })),
      ).toEqual(
        Object.fromEntries(others.map((operation) => [operation, cellOf(operation, 'platform admin')])),
      );
    },
  );
});

describe('a revoked role has no effect from the next request on, with the same token', () => {
  interface Loss {
    readonly who: Principal;
    readonly what: string;
    readonly take: () => Parameters<World['call']>;
    /** The operations that the account may still use through another relation. */
    readonly still?: Partial<Record<OperationId, Cell>>;
  }

  const account = (principal: Principal) => cast.accounts[principal] ?? '';
  const member = (workspaceId: string, principal: Principal) => ({
    workspaceId,
    accountId: account(principal),
  });
  const losses: readonly Loss[] = [
    {
      who: 'platform admin',
      what: 'whose role another administrator takes',
      take: () => [
        'revokeAdministrator',
        { as: cast.secondAdmin, params: { accountId: account('platform admin') } },
      ],
    },
    {
      who: 'practitioner',
      what: 'whose verification is withdrawn',
      take: () => [
        'withdrawVerification',
        { as: cast.secondAdmin, params: { accountId: account('practitioner') } },
      ],
      still: {
        getAccessRequest: ok,
        approveAccessRequest: notPatient,
        denyAccessRequest: notPatient,
        revokeAccessRequest: ok,
        listRecords: unverified,
        addRecord: unverified,
        markRecordInError: unverified,
      },
    },
    {
      who: 'HR admin',
      what: 'whom the owner makes a member',
      take: () => [
        'setMemberRole',
        { as: cast.companyOwner, params: member(cast.company, 'HR admin'), body: { role: 'member' } },
      ],
      still: {
        listMembers: noOfficer,
        setMemberRole: noOfficer,
        removeMember: noOfficer,
        leaveWorkspace: ok,
        createInvitation: noOfficer,
        listInvitations: noOfficer,
        revokeInvitation: noOfficer,
        acceptInvitation: isMember,
        createCertificate: ok,
        listCertificates: noOfficer,
        approveCertificate: noOfficer,
        rejectCertificate: noOfficer,
        medicalCertificateTotals: noOfficer,
      },
    },
    {
      who: 'HR admin',
      what: 'whom the owner removes',
      take: () => ['removeMember', { as: cast.companyOwner, params: member(cast.company, 'HR admin') }],
    },
    {
      who: 'merchant staff',
      what: 'whom the owner makes a member',
      take: () => [
        'setMemberRole',
        { as: cast.shopOwner, params: member(cast.shop, 'merchant staff'), body: { role: 'member' } },
      ],
      still: { listMerchantCampaigns: noOfficer, merchantReport: noOfficer },
    },
    {
      who: 'merchant staff',
      what: 'whom the owner removes',
      take: () => ['removeMember', { as: cast.shopOwner, params: member(cast.shop, 'merchant staff') }],
    },
    {
      who: 'club owner',
      what: 'in whose place another is named',
      take: () => [
        'assignClubOwner',
        { as: cast.secondAdmin, params: { id: cast.club.id }, body: { accountId: cast.secondAdmin } },
      ],
      // The former owner stays a member.
      still: { findEvent: ok, joinEvent: ok, enroll: ok, getLeaderboard: ok },
    },
  ];

  it.each(losses)('$who $what', async ({ who, take, still = {} }) => {
    const { status, body } = await world.call(...take());
    expect([status, body?.code]).toEqual([body === undefined ? 204 : 200, undefined]);
    const now = await remembered(world);
    const found = await askAll(who, { now });
    await untouched.restore();
    expect(found).toEqual({ ...columnOf('other account'), ...still });
  });

  it.each(principals.slice(1))('%s whose account is closed', async (who) => {
    const authorization = tokens.get(who) ?? '';
    expect((await world.call('requestDeletion', { headers: { authorization } })).status).toBe(201);
    const now = await remembered(world);
    const found = await askAll(who, { now });
    await untouched.restore();
    const closed = operations.map((operation): [OperationId, string] => {
      const { caller, admitsClosedAccounts } = contractOf(operation);
      return [operation, caller === 'nobody' || admitsClosedAccounts ? ok : 'account_closed'];
    });
    expect(found).toEqual(Object.fromEntries(closed));
  });
});
