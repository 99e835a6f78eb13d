import { beforeEach, describe, expect, it } from 'vitest';
import { allOf } from '../../../functions/deletion/account-data/account-data.ts';
import { getAccountData } from '../../../functions/deletion/account-data/contract.ts';
import { leftOut } from '../../../functions/deletion/account-data/left-out.ts';
import type { Entry } from '../../../functions/deletion/account-data/source.ts';
import { sources } from '../../../functions/deletion/account-data/sources.ts';
import {
  type LogEntry,
  record,
  type StoredRecord,
  type StoredRequest,
  type StoredVerification,
} from '../../../shared/clinical/items.ts';
import {
  challenge as challengeItem,
  club as clubItem,
  event as eventItem,
} from '../../../shared/community/items.ts';
import type {
  ClubMembership,
  createdClubs,
  Enrollment,
  EnrollmentConsents,
  EventMembership,
  Exclusion,
} from '../../../shared/community/participation.ts';
import { touchesOf } from '../../../shared/contract/contract.ts';
import { responseBytes } from '../../../shared/http/response-size.ts';
import type { accountStanding } from '../../../shared/identity/account.ts';
import type { Device } from '../../../shared/notices/devices.ts';
import type { DueMail } from '../../../shared/notices/due-mails.ts';
import type { Notice, noticeSettings, ReadMark } from '../../../shared/notices/items.ts';
import { onboardingFlow, type StoredAnswers } from '../../../shared/onboarding/items.ts';
import type { Claim } from '../../../shared/rewards/items.ts';
import type { StoredItem } from '../../../shared/table/item.ts';
import { openPage } from '../../../shared/table/page.ts';
import type { AccountId } from '../../../shared/values/resources.ts';
import type { Invitation } from '../../../shared/workspaces/invitations.ts';
import type {
  acceptance,
  Certificate,
  Membership,
  SharingConsent,
} from '../../../shared/workspaces/items.ts';
import { givenFullLife, headsOfAccount } from '../../given/account-with-everything.ts';
import { givenAdmin } from '../../given/accounts.ts';
import { givenRequest } from '../../given/clinical.ts';
import {
  givenAttendee,
  givenChallenge,
  givenClub,
  givenEvent,
  givenMember,
  givenParticipant,
} from '../../given/community.ts';
import { answersTo, definition, givenAnswers, givenFlow, question } from '../../given/onboarding.ts';
import { givenCampaign, givenClaim } from '../../given/rewards.ts';
import { givenCertificate, givenEmployee, givenInvitation, givenWorkspace } from '../../given/workspaces.ts';
import { testSettings } from '../../support/settings.ts';
import { newAccount, newId, newWorld, type Sent, type World } from '../../support/world.ts';

let world: World;
let account: AccountId;
beforeEach(async () => {
  world = await newWorld();
  account = newAccount();
});

const ask = (query: Sent['query'] = {}, as = account) => world.call('getAccountData', { as, query });

/** All entries of an account, page by page. */
async function pagesOf(limit: number): Promise<Entry[][]> {
  const pages: Entry[][] = [];
  for (let cursor: string | undefined; pages.length === 0 || cursor; ) {
    const { status, body } = await ask({ limit: `${limit}`, ...(cursor && { cursor }) });
    expect(status).toBe(200);
    pages.push(body.entries);
    expect(pages.length).toBeLessThan(100);
    cursor = body.nextCursor;
  }
  return pages;
}

/** An account with every kind of item in every area, also those that only few accounts have. */
async function givenEverything() {
  const life = await givenFullLife(world, account);
  const former = { accountId: account, endedAt: world.now().toISOString() };
  await givenEmployee(world, await givenWorkspace(world), former);
  return life;
}

it('the account with everything has an item of every kind in its partitions', async () => {
  await givenEverything();
  const keys = (await world.dump()).map(({ pk, sk }) => `${pk} ${sk}`);
  const missing = Object.entries(headsOfAccount).flatMap(([prefix, heads]) => {
    const expected = Object.keys(heads).length > 0 ? Object.keys(heads) : [''];
    return expected
      .map((head) => `${prefix}${account} ${head}`)
      .filter((begin) => !keys.some((key) => key.startsWith(begin)));
  });
  expect(missing, 'put one into test/given/account-with-everything.ts').toEqual([]);
});

type Kind = Entry['kind'];

/** How the items of each kind are stored: their partition and sort key, and the field that identifies each of them. */
const stored: Readonly<
  Record<Kind, { readonly key: RegExp; readonly id?: string; readonly shownAs?: string }>
> = {
  platform_roles: { key: /^ACCOUNT#self STANDING/ },
  workspace_membership: { key: /^WORKSPACE#ACCOUNT#self MEMBER#/, id: 'workspaceId' },
  medical_certificate: { key: /^WORKSPACE#ACCOUNT#self CERTIFICATE#/, id: 'id' },
  accepted_invitation: { key: /^WORKSPACE#ACCOUNT#self ACCEPTED#/, id: 'invitationId', shownAs: 'id' },
  reference_consent: {
    key: /^WORKSPACE#ACCOUNT#self CONSENTS#REFERENCE#/,
    id: 'id',
    shownAs: 'workspaceId',
  },
  certificate_consent: {
    key: /^WORKSPACE#ACCOUNT#self CONSENTS#CERTIFICATE#/,
    id: 'id',
    shownAs: 'certificateId',
  },
  practitioner_verification: { key: /^CLINICAL#PRACTITIONER#self VERIFICATION/, id: 'id' },
  access_request_as_patient: { key: /^CLINICAL#REQUEST#.* CLINICAL#OF-PATIENT#self /, id: 'id' },
  access_request_as_practitioner: {
    key: /^CLINICAL#REQUEST#.* CLINICAL#OF-PRACTITIONER#self$/,
    id: 'id',
  },
  clinical_record: { key: /^CLINICAL#RECORDS#self /, id: 'id' },
  access_log_entry: { key: /^CLINICAL#LOG#self /, id: 'id' },
  club_membership: { key: /^COMMUNITY#ACCOUNT#self CLUB#/, id: 'clubId' },
  exhibition_membership: { key: /^COMMUNITY#ACCOUNT#self EVENT#/, id: 'joinCode' },
  enrollment: { key: /^COMMUNITY#ACCOUNT#self CHALLENGE#/, id: 'challengeId' },
  enrollment_consents: { key: /^COMMUNITY#ACCOUNT#self CONSENTS#/, id: 'challengeId' },
  created_clubs: { key: /^COMMUNITY#ACCOUNT#self CREATED/ },
  exclusion: { key: /^COMMUNITY#ACCOUNT#self EXCLUSION#/, id: 'challengeId' },
  onboarding_answers: { key: /^ONBOARDING#ACCOUNT#self ANSWERS/ },
  reward_claim: { key: /^REWARDS#ACCOUNT#self CLAIM#/, id: 'id' },
  notice: { key: /^NOTICE#self AT#/, id: 'id' },
  read_notices: { key: /^NOTICE#self READ/ },
  mail: { key: /^NOTICE#self MAIL#/ },
  notice_settings: { key: /^NOTICE#self SETTINGS/ },
  device: { key: /^NOTICE-DEVICE#.* NOTICE#DEVICES#self /, id: 'id' },
};
const kinds = Object.keys(stored) as Kind[];

/** The stored items of each kind. */
interface Items {
  readonly platform_roles: ReturnType<typeof accountStanding.parse>;
  readonly workspace_membership: Membership;
  readonly medical_certificate: Certificate;
  readonly accepted_invitation: ReturnType<typeof acceptance.parse> & Invitation;
  readonly reference_consent: SharingConsent;
  readonly certificate_consent: SharingConsent;
  readonly practitioner_verification: StoredVerification;
  readonly access_request_as_patient: StoredRequest;
  readonly access_request_as_practitioner: StoredRequest;
  readonly clinical_record: StoredRecord;
  readonly access_log_entry: LogEntry;
  readonly club_membership: ClubMembership;
  readonly exhibition_membership: EventMembership;
  readonly enrollment: Enrollment;
  readonly enrollment_consents: EnrollmentConsents;
  readonly created_clubs: ReturnType<typeof createdClubs.parse>;
  readonly exclusion: Exclusion;
  readonly onboarding_answers: StoredAnswers;
  readonly reward_claim: Claim;
  readonly notice: Notice;
  readonly read_notices: ReadMark;
  readonly mail: DueMail;
  readonly notice_settings: ReturnType<typeof noticeSettings.parse>;
  readonly device: Device;
}
type DataOf<K extends Kind> = Extract<Entry, { readonly kind: K }>['data'];

const own = 'The id of the caller.';
const version = 'A counter of changes.';
const sharing = { accountId: own, version, shared: 'It is the kind of the entry.' };
const closed = 'The mark of a closed account, which reads nothing.';
const notShown = 'Patients know practitioners by their public id.';

/** The fields that no entry shows under their name, and why. A field that is neither shown nor listed does not compile. */
const internal: {
  readonly [K in Kind]: Readonly<Record<Exclude<keyof Items[K], keyof DataOf<K>>, string>>;
} = {
  platform_roles: { accountId: own, closedAt: closed, erasedAt: 'An erased account reads nothing.' },
  workspace_membership: { accountId: own, accountClosed: closed },
  medical_certificate: { accountId: own },
  accepted_invitation: {
    accountId: own,
    accountClosed: closed,
    invitationId: 'It is shown as `id`.',
    batchId: 'It leads to the reference, of which the membership shows the copy.',
  },
  reference_consent: { ...sharing, id: 'It is shown as `workspaceId`.' },
  certificate_consent: { ...sharing, id: 'It is shown as `certificateId`.' },
  practitioner_verification: { erasedAt: 'An erased account reads nothing.' },
  access_request_as_patient: {
    patientId: own,
    verifiedSince: 'Since when the practitioner was verified, which decides whether the request is valid.',
  },
  access_request_as_practitioner: {
    patientId: 'Another person, whom the API does not name to the practitioner.',
    verifiedSince: 'It is shown with the verification.',
  },
  clinical_record: { patientId: own, practitionerAccountId: notShown },
  access_log_entry: { patientId: own, practitionerAccountId: notShown },
  club_membership: {
    accountId: own,
    role: 'It is shown as `status`.',
    visibility: 'It belongs to the club.',
    entries: 'A counter that makes concurrent departures fail.',
    memberId: 'The id by which the owner of the club knows the account.',
    knownToOwnership: 'A random id that decides which owner reads the name.',
    ownershipId: 'A random id that decides which names the owner reads.',
  },
  exhibition_membership: { accountId: own },
  enrollment: {
    accountId: own,
    foldedAlias: 'It follows from the alias.',
    excludedAt: 'It is shown with the exclusion.',
    endsAt: 'It belongs to the challenge.',
    boardPartitions: 'It belongs to the challenge.',
    falls: 'A counter for the time of the display’s last change.',
    version,
  },
  enrollment_consents: { accountId: own, version },
  created_clubs: { accountId: own, clubs: 'It is shown as `createdClubs`.' },
  exclusion: { accountId: own, id: 'The name of the exclusion for administrators.' },
  onboarding_answers: { accountId: own },
  reward_claim: {
    accountId: own,
    merchantTenantId: 'It belongs to the campaign.',
    redeemedBy: 'A hash about the staff who handed out the gift.',
    redemptionId: 'An id of the app at the counter.',
    annulledIds: 'Ids of the app at the counter.',
    shard: 'The part of the stock from which the gift comes.',
    accountClosed: closed,
  },
  notice: { accountId: own, deliveredAt: 'When a worker has taken it off the list of new notices.' },
  read_notices: { accountId: own },
  mail: { accountId: own, until: 'Until when it was worth sending.' },
  notice_settings: { accountId: own },
  device: {
    accountId: own,
    token: 'A secret of the phone.',
    creatingAt: 'How far the platform has come with the endpoint of the phone.',
    endpoint: 'The name of the phone at Amazon SNS.',
    staleSince: 'How far the platform has come with the endpoint of the phone.',
  },
};
const KEYS = ['pk', 'sk', 'gsi1pk', 'gsi1sk', 'gsi2pk', 'gsi2sk', 'ttl'];

/** The key of an item with its index partitions, in which `self` stands for the account. */
function placeOf({ pk, sk, gsi1pk = '', gsi2pk = '' }: StoredItem): string {
  const indexes = /^(CLINICAL#REQUEST|NOTICE-DEVICE)#/.test(String(pk)) ? ` ${gsi1pk} ${gsi2pk}` : '';
  return `${pk} ${sk}${indexes}`.replaceAll(account, 'self');
}

const idOf = (value: object, name: string | undefined) =>
  name === undefined ? '' : String((value as Record<string, unknown>)[name]);

/** The kind of the partition of an item. */
function prefixOf({ pk }: StoredItem): string {
  const prefixes = [...Object.keys(leftOut), ...sources.map(({ prefix }) => prefix)];
  return prefixes.find((prefix) => String(pk).startsWith(prefix)) ?? String(pk);
}

const mentioned = async () => (await world.dump()).filter((item) => JSON.stringify(item).includes(account));

describe('the data of an account', () => {
  it('contains each item of every kind once', async () => {
    await givenEverything();
    const items = await mentioned();
    const entries = (await pagesOf(100)).flat();
    for (const kind of kinds) {
      const { key, id, shownAs = id } = stored[kind];
      const ids = items.filter((item) => key.test(placeOf(item))).map((item) => idOf(item, id));
      const shown = entries.filter((entry) => entry.kind === kind).map(({ data }) => idOf(data, shownAs));
      expect(ids.length, kind).toBeGreaterThan(0);
      expect(shown.sort(), kind).toEqual(ids.sort());
    }
    expect(new Set(entries.map((entry) => entry.kind))).toEqual(new Set(kinds));
  });

  it('leaves out only items for which there is a reason', async () => {
    await givenEverything();
    const isShown = (item: StoredItem) => kinds.some((kind) => stored[kind].key.test(placeOf(item)));
    const left = (await mentioned()).filter((item) => !isShown(item));
    const prefixes = [...new Set(left.map(prefixOf))];
    expect(prefixes.sort()).toEqual([
      'CLINICAL#LOG#',
      'CLINICAL#RECORD-ID#',
      'CLINICAL#RECORDS#',
      'CLINICAL#TOKEN#',
      'COMMUNITY#ALIAS#',
      'COMMUNITY#CLUB#',
      'PLATFORM#ACTS#',
      'PLATFORM#ACTS-ON#',
      'REWARDS#CLAIM-CODE#',
      'REWARDS#STOCK#',
      'ROLLUP#RECORD#',
      'WORKSPACE#DRAFTS#',
      'WORKSPACE#ID#',
    ]);
    for (const prefix of prefixes) expect(Object.keys(leftOut)).toContain(prefix);
  });

  it('contains every field of an item, except for those that say nothing about the account', async () => {
    await givenEverything();
    const items = await mentioned();
    for (const { kind, data } of (await pagesOf(100)).flat()) {
      const { key, id, shownAs = id } = stored[kind];
      const item =
        items.find(
          (candidate) => key.test(placeOf(candidate)) && idOf(candidate, id) === idOf(data, shownAs),
        ) ?? {};
      const left = Object.keys(item).filter((field) => !(field in data) && !KEYS.includes(field));
      // A request to join is shown with `requestedAt` instead of `joinedAt`.
      const renamed = 'requestedAt' in data ? ['joinedAt'] : [];
      expect([...Object.keys(internal[kind]), ...renamed], kind).toEqual(expect.arrayContaining(left));
    }
  });

  it('has the shapes in which the operations of the areas return the same items', async () => {
    await givenEverything();
    const entries = (await pagesOf(100)).flat();
    const dataOf = (kind: Kind) => entries.filter((entry) => entry.kind === kind).map(({ data }) => data);
    const listed = async (operation: Parameters<World['call']>[0], query: Sent['query'], name: string) =>
      (await world.call(operation, { as: account, query: { limit: '100', ...query } })).body[name];
    for (const [kind, operation, query, name] of [
      ['access_request_as_patient', 'listAccessRequests', { as: 'patient' }, 'accessRequests'],
      ['access_request_as_practitioner', 'listAccessRequests', { as: 'practitioner' }, 'accessRequests'],
      ['clinical_record', 'listOwnRecords', {}, 'records'],
      ['access_log_entry', 'listAccessLog', {}, 'entries'],
      ['reward_claim', 'listClaims', {}, 'claims'],
      ['medical_certificate', 'listOwnCertificates', {}, 'certificates'],
    ] as const) {
      const expected: object[] = await listed(operation, query, name);
      expect(expected.length).toBeGreaterThan(0);
      expect(dataOf(kind), kind).toHaveLength(expected.length);
      expect(dataOf(kind), kind).toEqual(expect.arrayContaining(expected));
    }
    const { challenges } = (await world.call('listCommunity', { as: account })).body;
    for (const { id, enrollment } of challenges.filter(
      (challenge: Record<string, unknown>) => challenge['enrollment'],
    ))
      expect(dataOf('enrollment')).toContainEqual(
        expect.objectContaining({ ...enrollment, challengeId: id }),
      );
    const { workspaces } = (await world.call('listOwnWorkspaces', { as: account })).body;
    expect(dataOf('workspace_membership')).toEqual(expect.arrayContaining(workspaces));
    const former = dataOf('workspace_membership').filter((membership) => 'endedAt' in membership);
    expect(former).toMatchObject([{ name: 'Syarikat Maju Jaya', endedAt: world.now().toISOString() }]);
    expect(dataOf('platform_roles')).toEqual([
      { platformAdmin: true, platformAdminSince: expect.stringMatching(/^2031-03-14T/) },
    ]);
    expect(dataOf('club_membership')).toContainEqual(
      expect.objectContaining({ status: 'requested', requestedAt: world.now().toISOString() }),
    );
  });

  it('contains no secret, no hash and no account id of anybody else', async () => {
    await givenEverything();
    const text = JSON.stringify(await pagesOf(100));
    const hash = /[0-9a-f]{64}/;
    expect(JSON.stringify(await mentioned())).toMatch(hash);
    expect(text).not.toMatch(hash);
    const others = (await world.dump()).flatMap(({ accountId, patientId, ownerId, practitionerAccountId }) =>
      [accountId, patientId, ownerId, practitionerAccountId].filter(
        (person) => person !== undefined && person !== account,
      ),
    );
    expect(others.length).toBeGreaterThan(0);
    expect(others.filter((person) => text.includes(String(person)))).toEqual([]);
  });

  it('is empty for an account about which nothing is stored', async () => {
    expect((await ask()).body).toEqual({ entries: [] });
  });

  it('is read only in a fresh session, and no cache may keep it', async () => {
    const { status, headers } = await ask();
    expect([status, headers['cache-control']]).toEqual([200, 'private, no-store']);
    const remembered = await world.call('getAccountData', { as: account, token: { signIn: 'refresh' } });
    expect([remembered.status, remembered.body.code]).toEqual([401, 'fresh_session_required']);
    expect(remembered.headers['cache-control']).toBe('private, no-store');
  });

  it('can no longer be read after its deletion is requested', async () => {
    await givenEverything();
    await world.call('requestDeletion', { as: account });
    expect((await ask()).body.code).toBe('account_closed');
  });

  it('is read by a function that can change nothing', () => {
    const { table = {}, ledger } = touchesOf(getAccountData);
    expect(new Set(Object.values(table).flat())).toEqual(new Set(['GetItem', 'BatchGetItem', 'Query']));
    expect(ledger).toBeUndefined();
  });
});

describe('a title in the data of an account', () => {
  type Items = Awaited<ReturnType<typeof givenTitled>>;
  /** An account that takes part in a challenge at an exhibition of a club. */
  async function givenTitled(visibility: 'public' | 'private' = 'public') {
    const club = await givenClub(world, { visibility, title: 'Kelab Lari' });
    await givenMember(world, club, 'owner');
    await givenMember(world, club, 'member', account);
    const event = await givenEvent(world, club, { title: 'Ekspo Lari' });
    const challenge = await givenChallenge(world, event, { title: 'Lari 10 km' });
    await givenAttendee(world, event, account);
    await givenParticipant(world, challenge, { accountId: account });
    return { club, event, challenge };
  }
  const titles = async () => {
    const entries: Entry[] = (await ask()).body.entries;
    return Object.fromEntries(
      entries.flatMap((entry) => ('title' in entry ? [[entry.kind, entry.title]] : [])),
    );
  };
  const ofClub = { club_membership: 'Kelab Lari' };
  const ofEvent = { ...ofClub, exhibition_membership: 'Ekspo Lari' };

  it.each(['public', 'private'] as const)('is the present one, of a %s club', async (visibility) => {
    const { challenge } = await givenTitled(visibility);
    expect(await titles()).toEqual({ ...ofEvent, enrollment: 'Lari 10 km' });
    const renamed = { ...challenge, title: 'Lari 12 km' };
    await world.put(challengeItem.stored({ ...renamed, memberCount: 1 }));
    expect(await titles()).toEqual({ ...ofEvent, enrollment: 'Lari 12 km' });
  });

  const hiding: readonly [string, (of: Items) => Promise<unknown>, object][] = [
    [
      'the club is a draft',
      ({ club }) => world.put(clubItem.stored({ ...club, publishedAt: undefined })),
      {},
    ],
    [
      'the club is not reviewed',
      ({ club }) => world.put(clubItem.stored({ ...club, reviewedAt: undefined })),
      {},
    ],
    [
      'the exhibition is a draft',
      ({ event }) => world.put(eventItem.stored({ ...event, publishedAt: undefined })),
      ofClub,
    ],
    [
      'the challenge is a draft',
      ({ challenge }) => world.put(challengeItem.stored({ ...challenge, publishedAt: undefined })),
      ofEvent,
    ],
  ];
  it.each(hiding)('is omitted while %s', async (_, hide, expected) => {
    await hide(await givenTitled());
    expect(await titles()).toEqual(expected);
  });

  it('of an own club is shown to its owner in each state of the club', async () => {
    const club = await givenClub(world, { ownerId: account, title: 'Kelab Baharu', reviewedAt: undefined });
    await givenMember(world, club, 'owner');
    expect(await titles()).toEqual({ club_membership: 'Kelab Baharu' });
  });

  it('is omitted for somebody who only asked to join a private club', async () => {
    const { club } = await givenTitled('private');
    await givenMember(world, club, 'requested', account);
    expect(await titles()).toEqual({});
    const asked = newAccount();
    await world.call('joinClub', { as: asked, params: { id: club.id }, body: {} });
    const { body } = await ask({}, asked);
    expect(body.entries).toMatchObject([{ kind: 'club_membership', data: { status: 'requested' } }]);
    expect(JSON.stringify(body)).not.toContain('Kelab Lari');
  });

  it('of a campaign is with its claims, even after the campaign is closed', async () => {
    const { accountId } = await givenClaim(
      world,
      await givenCampaign(world, { title: 'Botol air', status: 'closed' }),
      { accountId: account },
    );
    expect(accountId).toBe(account);
    expect(await titles()).toEqual({ reward_claim: 'Botol air' });
  });
});

describe('LimeSurvey 2054: answers without questions', () => {
  const localized = (text: string) => ({
    'en-MY': text,
    'ms-MY': `${text} (BM)`,
    'zh-Hans-MY': `${text} (中)`,
  });
  const asked = (prompt: string) => ({
    ...question('goal'),
    prompt: localized(prompt),
    options: [
      { id: 'walk', label: localized('Walking') },
      { id: 'sleep', label: localized('Sleep') },
    ],
  });
  const answersRead = async () => {
    const entries: Entry[] = (await ask()).body.entries;
    return entries.flatMap((entry) => (entry.kind === 'onboarding_answers' ? entry.data.answers : []));
  };

  it('the person reads the words that the person saw, after the next publication and after the flow was archived', async () => {
    const as = await givenAdmin(world);
    const first = await givenFlow(world, {
      definition: { ...definition(), questions: [question('other'), asked('What do you miss?')] },
    });
    await world.call('publishOnboardingFlow', { as, params: { id: first.id } });
    await world.call('saveOnboardingAnswers', { as: account, body: answersTo(first) });
    const expected = [{ questionId: 'goal', optionIds: ['walk'], question: asked('What do you miss?') }];
    expect(await answersRead()).toEqual(expected);

    const next = await givenFlow(world, {
      definition: { ...definition(), questions: [asked('What do you need?')] },
    });
    await world.call('publishOnboardingFlow', { as, params: { id: next.id } });
    expect((await world.item(onboardingFlow.key(first)))?.['status']).toBe('archived');
    expect(await answersRead()).toEqual(expected);
    await world.call('archiveOnboardingFlow', { as, params: { id: next.id } });
    expect(await answersRead()).toEqual(expected);
  });

  it('the words are those of the answered version, even if a first read still shows an earlier one', async () => {
    const flow = await givenFlow(world, {
      status: 'archived',
      version: 2,
      definition: { ...definition(), questions: [asked('Second words')] },
    });
    await givenAnswers(world, account, flow);
    const stale = onboardingFlow.stored({
      ...flow,
      version: 1,
      definition: { ...definition(), questions: [asked('First words')] },
    });
    world.setFault(async ({ command, input, send }) => {
      const answer = (await send()) as { output: object };
      const isFlow = command === 'Get' && String(input.Key.pk).startsWith('ONBOARDING#FLOW#');
      return isFlow && !input.ConsistentRead
        ? { ...answer, output: { ...answer.output, Item: stale } }
        : answer;
    });
    expect((await answersRead()).map((answer) => answer.question.prompt['en-MY'])).toEqual(['Second words']);
  });
});

describe('a page of the data of an account', () => {
  it('continues with the next list where one ends, so that only the last page is shorter', async () => {
    await givenEverything();
    const [whole = []] = await pagesOf(100);
    expect(whole.length).toBeGreaterThan(20);
    for (const limit of [1, 4, whole.length]) {
      const pages = await pagesOf(limit);
      expect(pages.flat()).toEqual(whole);
      expect(pages).toHaveLength(Math.ceil(whole.length / limit));
    }
    const areas = whole.map(({ area }) => area);
    expect(areas).toEqual([...areas].sort());
  });

  it('ends before it is too large, and the cursors return every item once', { tags: ['calls'] }, async () => {
    const { practitioner, id: accessRequestId } = await givenRequest(world, { patientId: account });
    const notes = Array.from({ length: 12 }, (_, n) => {
      const createdAt = new Date(world.now().getTime() + n).toISOString();
      return {
        id: newId(),
        patientId: account,
        accessRequestId,
        practitionerId: practitioner.id,
        practitionerAccountId: practitioner.accountId,
        practitionerName: practitioner.name,
        practitionerOrganization: practitioner.organization,
        // A quotation mark needs four bytes in a response.
        title: 'Long',
        body: '"'.repeat(300_000),
        consultedAt: createdAt,
        createdAt,
      };
    });
    for (const note of notes) await world.put(record.stored(note));
    world.lines.length = 0;
    const pages = await pagesOf(100);
    expect(pages.length).toBeGreaterThan(2);
    // The standing, the eleven lists, and a second of DynamoDB's 1 MB pages of notes. Then the page is full.
    expect(world.lines[0]).toMatchObject({ databaseCalls: 14 });
    for (const page of pages.slice(0, -1)) expect(responseBytes(page)).toBeGreaterThan(4_500_000);
    const shown = pages.flat().flatMap((entry) => (entry.kind === 'clinical_record' ? [entry.data.id] : []));
    expect(shown).toEqual(notes.map(({ id }) => id));
  });

  it('is refused for the cursor of another account, and of a list that is no longer read', async () => {
    await givenEverything();
    const { nextCursor } = (await ask({ limit: '1' })).body;
    expect((await ask({ cursor: nextCursor })).status).toBe(200);
    const other = newAccount();
    await givenFullLife(world, other);
    const foreign = await ask({ cursor: nextCursor }, other);
    expect([foreign.status, foreign.body.code]).toEqual([400, 'invalid_cursor']);
    const page = { caller: { accountId: account }, query: {}, settings: testSettings };
    const { seal } = openPage(allOf(account), page);
    const gone = await ask({ cursor: seal('no-such-list\nA') });
    expect([gone.status, gone.body.code]).toEqual([400, 'invalid_cursor']);
  });

  it('costs the same however much the platform stores about other people', { tags: ['calls'] }, async () => {
    const { challenge, company, event, held, requests, own } = await givenEverything();
    const cost = async () => {
      world.lines.length = 0;
      await ask({ limit: '100' });
      const [{ databaseCalls = 0, consumedUnits = 0 } = {}] = world.lines;
      return { databaseCalls, consumedUnits };
    };
    const before = await cost();
    // The standing, the eleven lists and the rest of one of them; workspaces, invitations and requests; clubs with their exhibitions,
    // challenges and memberships; the flow and the campaigns.
    expect(before.databaseCalls).toBe(20);
    await givenFullLife(world, newAccount());
    for (let n = 0; n < 20; n++) {
      await givenParticipant(world, challenge, { alias: `Jiran ${n}`, shareLeaderboard: true });
      await givenAttendee(world, event);
      await givenMember(world, own);
      await givenCertificate(world, await givenEmployee(world, company));
      await givenInvitation(world, company, { by: newAccount() });
      await givenClaim(world, { ...held }, { status: 'expired' });
      await givenRequest(world, { practitioner: requests.asPatient.practitioner });
    }
    expect(await cost()).toEqual(before);
  });

  it('takes at most four rounds, however many items each list has', { tags: ['calls'] }, async () => {
    const { challenge } = await givenEverything();
    const first = (await ask({ limit: '1' })).body;
    // The standing of the adapter and each of the eleven lists.
    expect(world.lines.at(-1)).toMatchObject({ databaseCalls: 13 });
    expect(first.entries).toHaveLength(1);
    for (let n = 0; n < 30; n++) {
      const { id } = await givenChallenge(world, await givenEvent(world, await givenClub(world)));
      await givenParticipant(world, { ...challenge, id }, { accountId: account, alias: `Saya ${n}` });
      await givenRequest(world, { patientId: account });
    }
    const whole = (await pagesOf(100)).flat();
    for (const limit of [15, 40]) {
      world.lines.length = 0;
      expect((await pagesOf(limit)).flat()).toEqual(whole);
      for (const { databaseRounds } of world.lines) expect(databaseRounds).toBeLessThanOrEqual(4);
    }
  });
});
