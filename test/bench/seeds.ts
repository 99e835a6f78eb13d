import { folded } from '../../functions/community/enrollments/look-alikes.ts';
import { accessRequest, logEntry, practitionerVerification, record } from '../../shared/clinical/items.ts';
import {
  boardPartitionsFor,
  challenge,
  challengeEntry,
  club,
  event,
  latestEvents,
} from '../../shared/community/items.ts';
import { clubMembership, enrollment, eventMembership } from '../../shared/community/participation.ts';
import { accountStanding } from '../../shared/identity/account.ts';
import { onboardingFlow } from '../../shared/onboarding/items.ts';
import { entryOf } from '../../shared/rewards/campaign-items.ts';
import { type Claim, campaign, claim, newShard, stockShard } from '../../shared/rewards/items.ts';
import type { Owner } from '../../shared/rollups/items.ts';
import type { StoredItem } from '../../shared/table/item.ts';
import { addDays, malaysianDate } from '../../shared/values/calendar.ts';
import { days, hours, later, minutes } from '../../shared/values/clock.ts';
import { MAX_PUBLISHED_CAMPAIGNS } from '../../shared/values/limits.ts';
import { AccountId } from '../../shared/values/resources.ts';
import { invitation, invitationExpiry } from '../../shared/workspaces/invitations.ts';
import { certificate, membership, workspace } from '../../shared/workspaces/items.ts';
import { aliasAndRanks, newParticipant } from '../given/community.ts';
import { NOON } from '../support/world.ts';
import { actItem, MONTH_OF_ACTS, weekItems } from './long-lives.ts';

export { MONTH_OF_ACTS };

/**
 * The items of the benchmark. Every item follows from its number, so that an interrupted run continues where it stopped and
 * finds the same items.
 */
export interface Sizes {
  /** People who joined one exhibition and are on both boards of its challenge. */
  readonly participants?: number;
  /** Claims on the campaigns of one merchant, and its members. */
  readonly claims?: number;
  /** Expired reservations, with `claims`; by default `LAPSED`. */
  readonly lapsed?: number;
  readonly members?: number;
  /** Certificates that are shared with one company, and its employees. */
  readonly certificates?: number;
  readonly employees?: number;
  /** The items of each other list. */
  readonly listed?: number;
  /** Acts of administrators in one month. */
  readonly acts?: number;
  /** Exhibitions and challenges that have ended. */
  readonly ended?: number;
  /** Weeks of one person's life on the platform. */
  readonly weeks?: number;
}

/** The items with the numbers 0 to `times` - 1. */
export interface Group {
  readonly times: number;
  readonly items: (n: number) => readonly StoredItem[];
}

/** An id that follows from what it names and a number. */
const idOf = (what: Kind, n = 0): string =>
  `${String(KINDS.indexOf(what) + 1).padStart(8, '0')}-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;
const KINDS = [
  'account',
  'club',
  'event',
  'challenge',
  'campaign',
  'claim',
  'workspace',
  'certificate',
  'invitation',
  'request',
  'record',
  'log entry',
  'flow',
  'participant',
  'act',
  'member',
  'practitioner',
] as const;
type Kind = (typeof KINDS)[number];
const accountOf = (n: number): AccountId => AccountId.parse(idOf('account', n));

const iso = (time: Date): string => time.toISOString();
const ago = (milliseconds: number): string => iso(later(NOON, -milliseconds));
/** The days over which claims, members, invitations and certificates are spread. */
const YEAR = 366;
const daysAgo = (n: number): string => ago(days(n % YEAR));
export const LAST_YEAR = {
  from: malaysianDate(later(NOON, -days(YEAR - 1))),
  to: malaysianDate(NOON),
};

/** The accounts and the content that requests name. Other accounts have smaller numbers. */
const NAMED = 0xffff_0000;
export const admin = accountOf(NAMED);
export const clubOwner = accountOf(NAMED + 1);
export const officer = accountOf(NAMED + 2);
export const patient = accountOf(NAMED + 3);
export const practitioner = accountOf(NAMED + 4);
export const employee = accountOf(NAMED + 5);
export const visitor = accountOf(NAMED + 6);
/** The person whose life is measured in weeks. */
export const regular = accountOf(NAMED + 7);
export const merchantId = idOf('workspace', NAMED);
export const companyId = idOf('workspace', NAMED + 1);
export const clubId = idOf('club');
export const challengeId = idOf('challenge');
export const joinCode = 'ekspo-0';
export const requestId = idOf('request');

const CAMPAIGNS = MAX_PUBLISHED_CAMPAIGNS;
const SHARDS = 10;
/** The units of a campaign. */
export const UNITS = 1_000_000;
const CLUBS = 50;
const LIVE = 100;
/** Reservations that have expired and whose units nobody has released. */
export const LAPSED = 200;
/** The owners whose counters the rebuild worker computes, those with the most items first. */
export function ownersOf({ participants, claims, certificates }: Sizes): Owner[] {
  const owners: Owner[] = [];
  if (claims !== undefined) owners.push({ kind: 'workspace', id: merchantId });
  if (certificates !== undefined) owners.push({ kind: 'certificates', id: companyId });
  if (participants !== undefined)
    owners.push({ kind: 'challenge', id: challengeId }, { kind: 'event', id: joinCode });
  if (claims !== undefined)
    for (let n = 0; n < CAMPAIGNS; n++) owners.push({ kind: 'campaign', id: campaignOf(n).id });
  return owners;
}

export function groupsOf(sizes: Sizes): Group[] {
  const { participants, claims, lapsed = LAPSED, members, certificates, employees, listed } = sizes;
  const { acts, ended, weeks } = sizes;
  const every = (times = 0, items: Group['items']): Group => ({ times, items });
  return [
    every(1, () => people()),
    every(CLUBS, (n) => [club.stored(clubOf(n)), latestEvents.stored(latestOf(n, Math.max(1, listed ?? 0)))]),
    every(Math.max(1, listed ?? 0), (n) => [event.stored(eventOf(n)), challenge.stored(challengeOf(n))]),
    every(participants, participantItems),
    every(claims === undefined ? 0 : CAMPAIGNS, (n) => campaignItems(n, lapsed)),
    every(claims === undefined ? 0 : lapsed, (n) => [claim.stored(lapsedClaim(n, campaignOf(n)))]),
    every(claims, (n) => [claim.stored(endedClaim(n))]),
    every(members, (n) => [
      membership.stored({
        accountId: accountOf(n),
        workspaceId: merchantId,
        memberId: idOf('member', n),
        role: 'member',
        joinedAt: daysAgo(n),
        ...(n % 5 === 0 && { endedAt: daysAgo(n % 40) }),
      }),
    ]),
    every(employees, (n) => [membership.stored(employeeOf(n))]),
    every(certificates, (n) => [sharedCertificate(n, accountOf(n % (employees ?? 1)))]),
    every(listed, listedItems),
    every(acts, (n) => [actItem(n, idOf('act', n), admin)]),
    every(ended, (n) => [event.stored(endedEvent(n)), challenge.stored(endedChallenge(n))]),
    every(weeks, (n) =>
      weekItems(n, { person: regular, practitioner: verified, companyId, idOf, requestOf }),
    ),
  ];
}

/** A member of the company by its number. */
export const employeeOf = (n: number) => ({
  accountId: accountOf(n),
  workspaceId: companyId,
  memberId: idOf('member', n),
  role: 'member' as const,
  joinedAt: ago(days(YEAR)),
});

function people(): StoredItem[] {
  const joinedAt = ago(days(YEAR + 1));
  const merchant = { id: merchantId, name: 'Kedai Sukan Maju', workspaceKind: 'merchant' as const };
  const company = { id: companyId, name: 'Syarikat Maju Jaya', workspaceKind: 'corporate' as const };
  return [
    accountStanding.stored({ accountId: admin, platformAdmin: true }),
    workspace.stored({ ...merchant, createdAt: joinedAt }),
    workspace.stored({ ...company, ownerId: officer, createdAt: joinedAt }),
    membership.stored({
      accountId: officer,
      workspaceId: companyId,
      memberId: idOf('member', NAMED),
      role: 'owner',
      joinedAt,
    }),
    clubMembership.stored({
      accountId: clubOwner,
      clubId,
      memberId: idOf('member', NAMED),
      role: 'owner',
      visibility: 'public',
      joinedAt,
    }),
    practitionerVerification.stored(verified),
    accessRequest.stored({ ...requestOf(0), status: 'approved', approvedAt: iso(NOON) }),
  ];
}

const content = {
  visibility: 'public' as const,
  version: 1,
  memberCount: 0,
  createdAt: ago(hours(400)),
  updatedAt: ago(hours(400)),
  publishedAt: ago(hours(200)),
  reviewedAt: ago(hours(200)),
};

const clubOf = (n: number) => ({
  ...content,
  id: idOf('club', n),
  title: `Kelab Pejalan Kaki ${n}`,
  summary: 'Walks around the lake every Sunday.',
  ownerId: clubOwner,
  social: false,
});

/** The first ones are live. Of the others, half are ahead, and half have ended. */
function timesOf(n: number) {
  if (n >= LIVE && n % 2 === 1) {
    const startsAt = later(NOON, hours(n));
    return { startsAt: iso(startsAt), endsAt: iso(later(startsAt, hours(3))), hasStarted: false };
  }
  const endsAt = later(NOON, hours(LIVE - n));
  const startsAt = iso(later(endsAt, -hours(2 * LIVE)));
  return { startsAt, endsAt: iso(endsAt), hasStarted: startsAt <= iso(NOON) };
}

/** The first exhibition, which has the participants, is a hall of 10,000. */
const attendeesOf = (n: number) => (n === 0 ? 10_000 : 500);
const boardsOf = (n: number) => ({ boardPartitions: boardPartitionsFor(attendeesOf(n)) });

const eventOf = (n: number) => ({
  ...content,
  ...timesOf(n),
  id: idOf('event', n),
  clubId: idOf('club', n % CLUBS),
  joinCode: `ekspo-${n}`,
  title: `Ekspo Sihat ${n}`,
  summary: 'An exhibition on healthy living.',
  venue: 'Dewan Seri Endon',
  timezone: 'Asia/Kuala_Lumpur',
  expectedAttendees: attendeesOf(n),
  challenges: { [idOf('challenge', n)]: challengeEntry({ ...content, ...boardsOf(n) }) },
  parentsShown: true,
});

/** The latest exhibitions of a club. All were created at the same time. */
const latestOf = (n: number, listed: number) => ({
  clubId: idOf('club', n),
  events: Array.from({ length: Math.min(100, Math.ceil((listed - n) / CLUBS)) }, (_, i) => {
    const { createdAt, joinCode } = eventOf(n + i * CLUBS);
    return `${createdAt}#${joinCode}`;
  }),
  version: 1,
});

const challengeOf = (n: number) => ({
  ...content,
  ...timesOf(n),
  id: idOf('challenge', n),
  eventId: idOf('event', n),
  joinCode: `ekspo-${n}`,
  clubId: idOf('club', n % CLUBS),
  title: '10,000 langkah',
  summary: 'Walk ten thousand steps.',
  firstPublishedAt: content.publishedAt,
  ...boardsOf(n),
  parentsShown: true,
  metric: 'steps' as const,
  rules: 'Steps counted by one phone.',
  rewardEligible: true,
});

/** Exhibitions of the years before, one in an hour. */
const endedTimes = (n: number) => {
  const endsAt = later(NOON, -hours(n + 1));
  return { startsAt: iso(later(endsAt, -hours(3))), endsAt: iso(endsAt), hasStarted: true };
};
const endedNames = (n: number) => ({ joinCode: `lama-${n}`, ...endedTimes(n) });
const endedEvent = (n: number) => ({ ...eventOf(n), ...endedNames(n), id: idOf('event', NAMED + n) });
const endedChallenge = (n: number) => ({
  ...{ ...challengeOf(n), ...endedNames(n) },
  ...{ id: idOf('challenge', NAMED + n), eventId: idOf('event', NAMED + n) },
});

function participantItems(n: number): StoredItem[] {
  const accountId = accountOf(n);
  const alias = `Pejalan ${n}`;
  const enrolled = newParticipant(NOON, challengeOf(0), {
    accountId,
    participantId: idOf('participant', n),
    alias,
    foldedAlias: folded(alias),
    steps: 1_000 + (n % 20_000),
    shareLeaderboard: true,
  });
  const joined = { accountId, joinCode, clubId, joinedAt: enrolled.joinedAt };
  return [enrollment.stored(enrolled), eventMembership.stored(joined), ...aliasAndRanks(enrolled)];
}

const campaignOf = (n: number) => ({
  id: idOf('campaign', n % CAMPAIGNS),
  status: 'published' as const,
  version: 1,
  merchantTenantId: merchantId,
  eventId: idOf('event'),
  deliveryKind: 'physical_gift' as const,
  title: 'Botol air percuma',
  summary: 'A reusable water bottle.',
  rules: 'One bottle per account.',
  startsAt: ago(days(YEAR)),
  endsAt: iso(later(NOON, hours(1))),
  redeemBy: iso(later(NOON, hours(2))),
  timezone: 'Asia/Kuala_Lumpur',
  reservationTtlSeconds: 600,
  requiresVerifiedIdentity: false,
  stockUnits: UNITS,
  stockShards: SHARDS,
  freeUnits: 0,
  createdAt: ago(days(YEAR)),
  updatedAt: ago(days(YEAR)),
  publishedAt: ago(days(YEAR)),
});

function campaignItems(n: number, lapsed: number): StoredItem[] {
  const stored = campaignOf(n);
  const shards = Array.from({ length: SHARDS }, (_, shard) => {
    const heldUnits = Math.max(0, Math.ceil((lapsed / CAMPAIGNS - shard) / SHARDS));
    const units = UNITS / SHARDS;
    return { ...newShard(stored, shard, units), freeUnits: units - heldUnits, heldUnits };
  });
  return [campaign.stored(stored), entryOf(stored), ...shards.map(stockShard.stored)];
}

const unitOf = (n: number) => ({
  campaignId: campaignOf(n).id,
  merchantTenantId: merchantId,
  deliveryKind: 'physical_gift' as const,
  shard: Math.floor(n / CAMPAIGNS) % SHARDS,
});

function endedClaim(n: number): Claim {
  const reservedAt = daysAgo(n);
  const expiresAt = iso(later(new Date(reservedAt), minutes(10)));
  const status = n % 3 === 0 ? 'expired' : 'redeemed';
  return { ...unitOf(n), id: idOf('claim', n), accountId: accountOf(n), status, reservedAt, expiresAt };
}

/** A reservation that has expired, and whose unit the sweep has not released yet. */
export function lapsedClaim(
  n: number,
  of: { readonly id: string; readonly merchantTenantId: string },
): Claim {
  return {
    ...unitOf(n),
    campaignId: of.id,
    merchantTenantId: of.merchantTenantId,
    status: 'reserved',
    id: idOf('claim', NAMED + n),
    accountId: accountOf(NAMED + 100 + n),
    reservedAt: ago(minutes(11)),
    expiresAt: ago(minutes(1)),
  };
}

function sharedCertificate(n: number, accountId: AccountId): StoredItem {
  const firstDay = addDays(LAST_YEAR.from, n % YEAR);
  const status = (['submitted', 'approved', 'rejected', 'withdrawn'] as const)[n % 4] ?? 'submitted';
  const at = daysAgo(n);
  return certificate.stored({
    id: idOf('certificate', n),
    accountId,
    workspaceId: companyId,
    status,
    sharingConsent: true,
    firstDay,
    lastDay: addDays(firstDay, n % 15),
    createdAt: at,
    submittedAt: at,
  });
}

const verified = {
  id: idOf('practitioner'),
  accountId: practitioner,
  name: 'Dr Aisyah binti Rahman',
  licenseAuthority: 'Malaysian Medical Council',
  licenseNumber: 'MMC 48213',
  specialty: 'Family medicine',
  organization: 'Klinik Seri Damai',
  verifiedAt: ago(days(YEAR)),
  verifiedSince: ago(days(YEAR)),
  verificationValidUntil: iso(later(NOON, days(YEAR))),
};

function requestOf(n: number, patientId = patient) {
  const { verifiedSince, ...practitionerOf } = verified;
  const requestedAt = ago(minutes(n));
  return {
    id: idOf('request', n),
    status: 'denied' as const,
    patientId,
    practitioner: practitionerOf,
    verifiedSince,
    requestedAt,
    pendingExpiresAt: iso(later(new Date(requestedAt), minutes(15))),
    expiresAt: iso(later(new Date(requestedAt), hours(24))),
    noticeVersion: '2031-01-01',
    purpose: 'consultation_recordkeeping' as const,
    scope: 'read_and_add' as const,
  };
}

/** One more item of each list that no counter is about. */
function listedItems(n: number): StoredItem[] {
  const at = ago(minutes(n));
  const today = malaysianDate(NOON);
  const visit = {
    patientId: patient,
    accessRequestId: requestId,
    practitionerId: verified.id,
    practitionerAccountId: practitioner,
  };
  const invitationId = idOf('invitation', n);
  const ofCompany = { workspaceId: companyId, invitationId, batchId: invitationId, role: 'member' as const };
  return [
    accountStanding.stored({ accountId: accountOf(n), platformAdmin: true }),
    workspace.stored({
      id: idOf('workspace', n),
      name: `Kedai ${n}`,
      workspaceKind: 'merchant',
      createdAt: at,
    }),
    invitation.stored({ ...ofCompany, createdAt: at, expiresAt: iso(invitationExpiry(new Date(at))) }),
    certificate.stored({
      id: idOf('certificate', NAMED + n),
      accountId: employee,
      workspaceId: companyId,
      status: 'draft',
      firstDay: today,
      lastDay: today,
      sharingConsent: false,
      createdAt: at,
    }),
    clubMembership.stored({
      accountId: accountOf(n),
      clubId,
      memberId: idOf('member', n),
      role: 'member',
      visibility: 'public',
      joinedAt: at,
    }),
    accessRequest.stored(requestOf(n + 1)),
    record.stored({
      ...visit,
      practitionerName: 'Dr Aisyah binti Rahman',
      practitionerOrganization: 'Klinik Seri Damai',
      id: idOf('record', n),
      title: 'Blood pressure',
      body: '128/82 at rest.',
      consultedAt: at,
      createdAt: at,
    }),
    logEntry.stored({ ...visit, id: idOf('log entry', n), at, action: 'records_read' }),
    onboardingFlow.stored({
      id: idOf('flow', n),
      status: 'archived',
      version: 1,
      createdAt: at,
      updatedAt: at,
      definition: { name: `Flow ${n}`, slides: [] },
    }),
  ];
}
