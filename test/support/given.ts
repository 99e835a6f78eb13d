import { folded } from '../../functions/community/enrollments/aliases.ts';
import {
  accessRequest,
  practitionerVerification,
  qrToken,
  type StoredRequest,
} from '../../shared/clinical/items.ts';
import { challenge, club, event, eventPointer } from '../../shared/community/items.ts';
import {
  aliasHolder,
  clubMembership,
  displayCount,
  displayRank,
  type Enrollment,
  type Exclusion,
  enrollment,
  eventMembership,
  exclusion,
  isOnDisplay,
  leaderboardRank,
  rankOf,
} from '../../shared/community/participation.ts';
import { accountStanding } from '../../shared/identity/account.ts';
import {
  type Campaign,
  type Claim,
  campaign,
  claim,
  claimPointer,
  lease,
  leaseOf,
  newShard,
  publishedCount,
  redeemerOf,
  stockShard,
} from '../../shared/rewards/items.ts';
import { contributionsOf, keyOf } from '../../shared/rollups/contributions.ts';
import { contributionRecord } from '../../shared/rollups/items.ts';
import type { Key, StoredItem } from '../../shared/table/item.ts';
import { days, fingerprint, hours, later, minutes, seconds } from '../../shared/values/clock.ts';
import { PENDING_REQUEST_MINUTES } from '../../shared/values/limits.ts';
import type { AccountId } from '../../shared/values/resources.ts';
import {
  acceptance,
  certificate,
  invitation,
  invitationExpiry,
  invitationToken,
  membership,
  workspace,
} from '../../shared/workspaces/items.ts';
import { newAccount, newId, type World } from './world.ts';

/** Creates the items that a test starts from, in the form in which the stores write them. */

const iso = (time: Date): string => time.toISOString();

export async function givenAdmin(world: World, accountId = newAccount()): Promise<AccountId> {
  await world.put(accountStanding.stored({ accountId, platformAdmin: true }));
  return accountId;
}

export async function givenClosedAccount(world: World, accountId = newAccount()): Promise<AccountId> {
  await world.put(accountStanding.stored({ accountId, closedAt: iso(world.now()) }));
  return accountId;
}

type Verification = Parameters<typeof practitionerVerification.stored>[0];

export async function givenPractitioner(world: World, more: Partial<Verification> = {}): Promise<AccountId> {
  const id = more.id ?? newAccount();
  const verifiedAt = iso(later(world.now(), -hours(1000)));
  await world.put(
    practitionerVerification.stored({
      id,
      name: 'Dr Aisyah binti Rahman',
      licenseAuthority: 'Malaysian Medical Council',
      licenseNumber: 'MMC 48213',
      specialty: 'Family medicine',
      organization: 'Klinik Seri Damai',
      verifiedAt,
      ...(!more.withdrawnAt && { verifiedSince: verifiedAt }),
      verificationValidUntil: iso(later(world.now(), hours(1000))),
      ...more,
    }),
  );
  return id;
}

/** A patient with an issued QR token. */
export async function givenToken(world: World, more: Partial<Parameters<typeof qrToken.stored>[0]> = {}) {
  const token = world.clock.newSecret();
  const patientId = more.patientId ?? newAccount();
  const issued = {
    tokenHash: fingerprint(token),
    issuedAt: iso(world.now()),
    expiresAt: iso(later(world.now(), minutes(5))),
  };
  await world.put(qrToken.stored({ ...issued, ...more, patientId }));
  return { token, patientId, key: qrToken.key(issued) };
}

/** An access request of a verified practitioner for a patient, in any state. */
export async function givenRequest(world: World, more: Partial<StoredRequest> = {}): Promise<StoredRequest> {
  const practitionerId = more.practitioner?.id ?? (await givenPractitioner(world));
  const verification = await world.item(practitionerVerification.key({ id: practitionerId }));
  const {
    withdrawnAt: _,
    verifiedSince = '',
    ...practitioner
  } = practitionerVerification.parse(verification ?? {});
  const now = world.now();
  const approved = more.status === 'approved' || more.status === 'revoked';
  const one: StoredRequest = {
    id: newId(),
    status: 'pending',
    patientId: newAccount(),
    practitioner,
    verifiedSince,
    requestedAt: iso(now),
    pendingExpiresAt: iso(later(now, minutes(PENDING_REQUEST_MINUTES))),
    ...(approved && { approvedAt: iso(now), expiresAt: iso(later(now, hours(24))) }),
    purpose: 'consultation_recordkeeping',
    scope: 'read_and_add',
    noticeVersion: '2031-01-01',
    ...more,
  };
  await world.put(accessRequest.stored(one));
  return one;
}

export interface CampaignWish extends Partial<Campaign> {
  /** The units of each shard. */
  readonly units?: readonly number[];
  readonly isOpen?: boolean;
}

/** A published, live campaign, by default with one shard of 10 units. A draft has no stock. */
export async function givenCampaign(world: World, { units = [10], isOpen, ...more }: CampaignWish = {}) {
  const now = world.now();
  const status = more.status ?? 'published';
  const earlier = iso(later(now, -hours(2)));
  // Only the publication of a draft reads the exhibition.
  const { id: eventId } =
    status === 'draft' ? await givenEvent(world, await givenClub(world)) : { id: newId() };
  const one: Campaign = {
    id: newId(),
    status,
    version: 1,
    merchantTenantId: newId(),
    eventId,
    title: 'Botol air percuma',
    summary: 'A reusable water bottle for new walkers.',
    rules: 'One bottle per account. Show the claim at the booth.',
    deliveryKind: 'physical_gift',
    startsAt: iso(later(now, -hours(1))),
    endsAt: iso(later(now, hours(1))),
    redeemBy: iso(later(now, hours(2))),
    timezone: 'Asia/Kuala_Lumpur',
    reservationTtlSeconds: 600,
    requiresVerifiedIdentity: false,
    stockUnits: units.reduce((sum, of) => sum + of, 0),
    stockShards: units.length,
    freeUnits: 0,
    createdAt: earlier,
    updatedAt: earlier,
    ...(status !== 'draft' && { publishedAt: earlier }),
    ...(status === 'closed' && { closedAt: earlier }),
    ...more,
  };
  await world.put(campaign.stored(one));
  if (one.status === 'draft') return one;
  await world.put(
    ...units.map((totalUnits, shard) =>
      stockShard.stored({ ...newShard(one, shard, totalUnits), ...(isOpen !== undefined && { isOpen }) }),
    ),
  );
  if (one.status === 'published') await countPublished(world, 1);
  return one;
}

/** Changes the counter of published campaigns. */
export async function countPublished(world: World, by: number): Promise<void> {
  await world.freshTable().transact({
    count: {
      Update: {
        Key: publishedCount.key({}),
        UpdateExpression: 'ADD publishedCampaigns :by',
        ExpressionAttributeValues: { ':by': by },
      },
    },
  });
}

/** A claim that holds a unit, with its pointer, its lease and the matching counters. */
export async function givenClaim(world: World, of: Campaign, more: Partial<Claim> = {}): Promise<Claim> {
  const shard = more.shard ?? 0;
  const id = newId();
  const one: Claim = {
    id,
    accountId: newAccount(),
    campaignId: of.id,
    merchantTenantId: of.merchantTenantId,
    deliveryKind: 'physical_gift',
    status: 'reserved',
    reservedAt: iso(world.now()),
    expiresAt: iso(later(world.now(), seconds(of.reservationTtlSeconds))),
    shard,
    ...(more.status === 'redeemed' && {
      redeemedAt: iso(world.now()),
      redeemedBy: redeemerOf(more.id ?? id, newAccount()),
    }),
    ...more,
  };
  const { id: claimId, accountId, campaignId } = one;
  await world.put(claim.stored(one), claimPointer.stored({ claimId, accountId, campaignId }));
  const counters = stockShard.parse((await world.item(stockShard.key({ campaignId, shard }))) ?? {});
  if (one.status === 'reserved') {
    await world.put(
      lease.stored(leaseOf(one)),
      stockShard.stored({
        ...counters,
        freeUnits: counters.freeUnits - 1,
        heldUnits: counters.heldUnits + 1,
      }),
    );
  }
  if (one.status === 'redeemed') {
    const { freeUnits, redeemedUnits } = counters;
    await world.put(
      stockShard.stored({ ...counters, freeUnits: freeUnits - 1, redeemedUnits: redeemedUnits + 1 }),
    );
  }
  return one;
}

type StoredClub = Parameters<typeof club.stored>[0] & { readonly ownerId: AccountId };
type StoredEvent = Parameters<typeof event.stored>[0];
type StoredChallenge = Parameters<typeof challenge.stored>[0];

/** A published, reviewed, public club. */
export async function givenClub(world: World, more: Partial<StoredClub> = {}): Promise<StoredClub> {
  const one: StoredClub = {
    id: newId(),
    title: 'Kelab Pejalan Kaki Taman Tasik',
    summary: 'Walks around the lake every Sunday.',
    memberCount: 1,
    visibility: 'public',
    version: 1,
    createdAt: iso(later(world.now(), -hours(400))),
    updatedAt: iso(later(world.now(), -hours(400))),
    publishedAt: iso(later(world.now(), -hours(200))),
    reviewedAt: more.publishedAt ?? iso(later(world.now(), -hours(300))),
    ownerId: newAccount(),
    social: true,
    ...more,
  };
  await world.put(club.stored(one));
  return one;
}

/** A published, reviewed exhibition of a club. It began an hour ago and lasts three hours. */
export async function givenEvent(
  world: World,
  of: StoredClub,
  more: Partial<StoredEvent> = {},
): Promise<StoredEvent> {
  const id = newId();
  const one: StoredEvent = {
    id,
    title: 'Ekspo Sihat',
    summary: 'An exhibition on healthy living.',
    memberCount: 0,
    visibility: of.visibility,
    version: 1,
    challengeCount: 0,
    createdAt: iso(later(world.now(), -hours(100))),
    publishedAt: iso(later(world.now(), -hours(100))),
    reviewedAt: iso(later(world.now(), -hours(100))),
    clubId: of.id,
    startsAt: iso(later(world.now(), -hours(1))),
    endsAt: iso(later(world.now(), hours(3))),
    timezone: 'Asia/Kuala_Lumpur',
    venue: 'Dewan Seri Endon',
    joinCode: `ekspo-${id.slice(0, 8)}`,
    expectedAttendees: 500,
    updatedAt: iso(later(world.now(), -hours(100))),
    ...more,
  };
  await world.put(event.stored(one), eventPointer.stored({ eventId: one.id, joinCode: one.joinCode }));
  return one;
}

/** A published challenge of an exhibition. */
export async function givenChallenge(
  world: World,
  of: StoredEvent,
  more: Partial<StoredChallenge> = {},
): Promise<StoredChallenge> {
  const { clubId, joinCode, visibility, startsAt, endsAt } = of;
  const { publishedAt } = { publishedAt: iso(later(world.now(), -hours(90))), ...more };
  const one: StoredChallenge = {
    id: newId(),
    eventId: of.id,
    clubId,
    joinCode,
    visibility,
    startsAt,
    endsAt,
    title: '10,000 langkah',
    summary: 'Walk ten thousand steps.',
    memberCount: 0,
    version: 1,
    createdAt: iso(later(world.now(), -hours(90))),
    publishedAt,
    firstPublishedAt: publishedAt,
    reviewedAt: iso(later(world.now(), -hours(90))),
    metric: 'steps',
    rules: 'Steps counted by one phone.',
    rewardEligible: true,
    updatedAt: iso(later(world.now(), -hours(90))),
    ...more,
  };
  await world.put(challenge.stored(one));
  return one;
}

export async function givenMember(
  world: World,
  of: StoredClub,
  role: 'owner' | 'member' | 'requested' = 'member',
  accountId = role === 'owner' ? of.ownerId : newAccount(),
) {
  const joinedAt = iso(later(world.now(), -hours(50)));
  // The owner is counted from the start.
  if (role === 'member') await oneMore(world, club.key(of));
  const { id: clubId, visibility } = of;
  await putCounted(world, clubMembership.stored({ accountId, clubId, role, visibility, joinedAt }));
  return { accountId, joinedAt };
}

/** Puts an item and the record that the counters include it. The caller adds it to the counters. */
async function putCounted(world: World, item: StoredItem): Promise<void> {
  const records = contributionsOf(item).map(({ owner, amounts }) =>
    contributionRecord.stored({
      ...{ owner, item: keyOf(item), amounts },
      ...{ revision: 1, settledAt: iso(world.now()) },
    }),
  );
  await world.put(item, ...records);
}

async function oneMore(world: World, key: Key): Promise<void> {
  const item = await world.item(key);
  await world.put({ ...item, memberCount: Number(item?.['memberCount']) + 1 });
}

export async function givenAttendee(
  world: World,
  { joinCode, clubId }: StoredEvent,
  accountId = newAccount(),
) {
  const joinedAt = iso(later(world.now(), -hours(2)));
  await oneMore(world, event.key({ joinCode }));
  await putCounted(world, eventMembership.stored({ accountId, joinCode, clubId, joinedAt }));
  return { accountId, joinedAt };
}

type ChallengeOf = Pick<StoredChallenge, 'id' | 'joinCode' | 'clubId' | 'endsAt'>;

/** An enrollment in a challenge, which is not stored yet. */
export function newParticipant(
  at: Date,
  { id: challengeId, joinCode, clubId, endsAt }: ChallengeOf,
  more: Partial<Enrollment> = {},
): Enrollment {
  const steps = more.steps ?? 0;
  return {
    accountId: newAccount(),
    challengeId,
    joinCode,
    clubId,
    participantId: newId(),
    alias: `Pejalan ${steps}`,
    foldedAlias: folded(more.alias ?? `Pejalan ${steps}`),
    joinedAt: iso(later(at, -minutes(50))),
    countingFrom: iso(later(at, -minutes(50))),
    endsAt,
    shareLeaderboard: false,
    sharePublicDisplay: true,
    version: 1,
    steps,
    ...(steps > 0 && { measuredAt: iso(later(at, -minutes(10))) }),
    ...more,
  };
}

/** The alias of a participant and the ranks on the boards that the participant consented to. */
export function aliasAndRanks(one: Enrollment): StoredItem[] {
  const { challengeId, accountId, alias, foldedAlias, aliasHiddenAt: hiddenAt, measuredAt, joinedAt } = one;
  const rank = { ...rankOf(one), alias, changedAt: measuredAt ?? joinedAt };
  return [
    aliasHolder.stored({ challengeId, folded: foldedAlias, accountId, hiddenAt }),
    ...(one.shareLeaderboard && !hiddenAt ? [leaderboardRank.stored(rank)] : []),
    ...(isOnDisplay(one) ? [displayRank.stored(rank)] : []),
  ];
}

/** A participant of a challenge, who is on the display if they consented. */
export async function givenParticipant(
  world: World,
  of: ChallengeOf,
  more: Partial<Enrollment> = {},
): Promise<Enrollment> {
  const one = newParticipant(world.now(), of, more);
  const { challengeId } = one;
  await oneMore(world, challenge.key({ id: challengeId }));
  await putCounted(world, enrollment.stored(one));
  await world.put(...aliasAndRanks(one));
  if (isOnDisplay(one)) {
    const count = displayCount.parseIfAny(await world.item(displayCount.key({ challengeId })));
    const changedAt = one.measuredAt ?? one.joinedAt;
    await world.put(displayCount.stored({ challengeId, total: (count?.total ?? 0) + 1, changedAt }));
  }
  return one;
}

/** An exclusion from a challenge, without changing an enrollment. */
export async function givenExclusion(
  world: World,
  { id: challengeId }: Pick<ChallengeOf, 'id'>,
  more: Partial<Exclusion> = {},
): Promise<Exclusion> {
  const excludedAt = iso(world.now());
  const one = { id: newId(), accountId: newAccount(), challengeId, alias: 'Si Kilat', excludedAt, ...more };
  await world.put(exclusion.stored(one));
  return one;
}

/** A merchant with one staff member and one campaign. */
export async function givenMerchant(world: World, wish: CampaignWish = {}) {
  const { id: workspaceId } = await givenWorkspace(world, 'merchant');
  const { accountId: staffId } = await givenEmployee(world, { id: workspaceId }, { role: 'staff' });
  return {
    workspaceId,
    staffId,
    campaign: await givenCampaign(world, { merchantTenantId: workspaceId, ...wish }),
  };
}

/** A workspace without members, as after the erasure of its owner. */
export async function givenWorkspace(world: World, workspaceKind: 'corporate' | 'merchant' = 'corporate') {
  const createdAt = iso(later(world.now(), -days(100)));
  const one = { id: newId(), name: 'Syarikat Maju Jaya', workspaceKind, createdAt };
  await world.put(workspace.stored(one));
  return one;
}

type StoredMembership = Parameters<typeof membership.stored>[0];

/** A member of a workspace. An owner is also named by the workspace. */
export async function givenEmployee(
  world: World,
  { id: workspaceId }: { readonly id: string },
  more: Partial<StoredMembership> = {},
): Promise<StoredMembership> {
  const joinedAt = iso(later(world.now(), -hours(24 * 40)));
  const one: StoredMembership = { accountId: newAccount(), workspaceId, role: 'member', joinedAt, ...more };
  await world.put(membership.stored(one));
  if (one.role === 'owner') {
    const owned = workspace.parse((await world.item(workspace.key({ id: workspaceId }))) ?? {});
    await world.put(workspace.stored({ ...owned, ownerId: one.accountId }));
  }
  return one;
}

type StoredInvitation = Parameters<typeof invitation.stored>[0];

/** An invitation and its token. `by` is the account that accepted it. */
export async function givenInvitation(
  world: World,
  { id: workspaceId }: { readonly id: string },
  { by, ...more }: Partial<StoredInvitation> & { readonly by?: AccountId } = {},
) {
  const token = world.clock.newSecret();
  const createdAt = more.createdAt ?? iso(world.now());
  const one: StoredInvitation = {
    workspaceId,
    invitationId: newId(),
    role: 'member',
    createdAt,
    expiresAt: iso(invitationExpiry(new Date(createdAt))),
    ...(by && { acceptedAt: iso(world.now()) }),
    ...more,
  };
  await world.put(
    invitation.stored(one),
    invitationToken.stored({ ...one, tokenHash: fingerprint(token) }),
    ...(by ? [acceptance.stored({ ...one, accountId: by })] : []),
  );
  return { ...one, token };
}

type StoredCertificate = Parameters<typeof certificate.stored>[0];

/** A certificate; by default submitted and shared. */
export async function givenCertificate(
  world: World,
  { accountId, workspaceId }: Pick<StoredMembership, 'accountId' | 'workspaceId'>,
  more: Partial<StoredCertificate> = {},
): Promise<StoredCertificate> {
  const now = iso(world.now());
  const { status = 'submitted' } = more;
  const one: StoredCertificate = {
    id: newId(),
    accountId,
    workspaceId,
    status,
    firstDay: '2031-03-10',
    lastDay: '2031-03-12',
    sharingConsent: status !== 'draft',
    createdAt: now,
    ...(status !== 'draft' && { submittedAt: now }),
    ...((status === 'approved' || status === 'rejected') && { decidedAt: now }),
    ...(status === 'withdrawn' && { withdrawnAt: now }),
    ...more,
  };
  await world.put(certificate.stored(one));
  return one;
}
