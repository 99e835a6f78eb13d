import { folded } from '../../functions/community/enrollments/look-alikes.ts';
import {
  aliasHolder,
  displayCount,
  displayRank,
  type HiddenAlias,
  hiddenAlias,
  leaderboardRank,
} from '../../shared/community/boards.ts';
import {
  boardPartitionsFor,
  challenge,
  challengeEntry,
  club,
  event,
  isShown,
  latestEvents,
  pointerTo,
} from '../../shared/community/items.ts';
import {
  clubMembership,
  type Enrollment,
  type Exclusion,
  enrollment,
  eventMembership,
  exclusion,
  isOnDisplay,
  isOnLeaderboard,
  rankOf,
} from '../../shared/community/participation.ts';
import type { Key, StoredItem } from '../../shared/table/item.ts';
import { hours, later, minutes } from '../../shared/values/clock.ts';
import type { AccountId } from '../../shared/values/resources.ts';
import { newAccount, newId, type World } from '../support/world.ts';
import { iso, putCounted } from './items.ts';
import { memberOf } from './members.ts';

type StoredClub = Parameters<typeof club.stored>[0] & { readonly ownerId: AccountId };
type StoredEvent = Parameters<typeof event.stored>[0];
type StoredChallenge = Parameters<typeof challenge.stored>[0];

/** A published, reviewed, public club. */
export async function givenClub(world: World, more: Partial<StoredClub> = {}): Promise<StoredClub> {
  const made: StoredClub = {
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
    ownershipId: newId(),
    social: true,
    ...more,
  };
  await world.put(club.stored(made));
  return made;
}

/** A published, reviewed exhibition of a club. It began an hour ago and lasts three hours. */
export async function givenEvent(
  world: World,
  of: StoredClub,
  more: Partial<StoredEvent> = {},
): Promise<StoredEvent> {
  const id = newId();
  const made: StoredEvent = {
    id,
    title: 'Ekspo Sihat',
    summary: 'An exhibition on healthy living.',
    memberCount: 0,
    visibility: of.visibility,
    version: 1,
    challenges: {},
    parentsShown: of.visibility === 'public' && isShown(of),
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
  made.hasStarted ??= made.startsAt <= iso(world.now());
  await world.put(event.stored(made), pointerTo(made));
  return made;
}

/** Tells a club the codes of its exhibitions, as their creation does. */
export const givenLatestEvents = (world: World, made: readonly StoredEvent[]): Promise<unknown> =>
  world.put(
    ...[...Map.groupBy(made, ({ clubId }) => clubId)].map(([clubId, all]) => {
      const events = all.map(({ createdAt, joinCode }) => `${createdAt}#${joinCode}`).toSorted();
      return latestEvents.stored({ clubId, events: events.reverse(), version: 1 });
    }),
  );

const entries = new WeakMap<World, Promise<void>>();

/** Enters a challenge into its exhibition, one after the other, because several may be given at the same time. */
function entering(world: World, made: StoredChallenge): Promise<void> {
  const entered = (entries.get(world) ?? Promise.resolve()).then(async () => {
    const stored = await world.item(event.key(made));
    if (!stored) return;
    await world.put({
      ...stored,
      challenges: { ...(stored['challenges'] as object), [made.id]: challengeEntry(made) },
    });
  });
  entries.set(world, entered);
  return entered;
}

/** A published challenge of an exhibition. */
export async function givenChallenge(
  world: World,
  of: StoredEvent,
  more: Partial<StoredChallenge> = {},
): Promise<StoredChallenge> {
  const { clubId, joinCode, visibility, startsAt, endsAt } = of;
  const { publishedAt } = { publishedAt: iso(later(world.now(), -hours(90))), ...more };
  const made: StoredChallenge = {
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
    boardPartitions: boardPartitionsFor(500),
    parentsShown: of.parentsShown && isShown(of),
    reviewedAt: iso(later(world.now(), -hours(90))),
    metric: 'steps',
    rules: 'Steps counted by one phone.',
    rewardEligible: true,
    updatedAt: iso(later(world.now(), -hours(90))),
    ...more,
  };
  made.hasStarted ??= made.startsAt <= iso(world.now());
  await world.put(challenge.stored(made));
  await entering(world, made);
  return made;
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
  await putCounted(
    world,
    clubMembership.stored({
      accountId,
      clubId,
      memberId: memberOf(accountId, clubId),
      role,
      visibility,
      joinedAt,
      ...(role === 'owner' && { ownershipId: of.ownershipId }),
    }),
  );
  return { accountId, joinedAt };
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

type ChallengeOf = Pick<StoredChallenge, 'id' | 'joinCode' | 'clubId' | 'endsAt' | 'boardPartitions'>;

/** An enrollment in a challenge, which is not stored yet. */
export function newParticipant(
  at: Date,
  { id: challengeId, joinCode, clubId, endsAt, boardPartitions = 1 }: ChallengeOf,
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
    boardPartitions,
    shareLeaderboard: false,
    sharePublicDisplay: true,
    version: 1,
    steps,
    ...(steps > 0 && { measuredAt: iso(later(at, -minutes(10))) }),
    ...more,
  };
}

/** The alias of a participant and the ranks on the boards that the participant consented to. */
export function aliasAndRanks(participant: Enrollment): StoredItem[] {
  const {
    challengeId,
    accountId,
    alias,
    foldedAlias,
    aliasHiddenAt: hiddenAt,
    measuredAt,
    joinedAt,
  } = participant;
  const rank = { ...rankOf(participant), alias, changedAt: measuredAt ?? joinedAt };
  return [
    aliasHolder.stored({ challengeId, folded: foldedAlias, accountId, hiddenAt }),
    ...(isOnLeaderboard(participant) ? [leaderboardRank.stored(rank)] : []),
    ...(isOnDisplay(participant) ? [displayRank.stored(rank)] : []),
  ];
}

/** A participant of a challenge, who is on the display if they consented. */
export async function givenParticipant(
  world: World,
  of: ChallengeOf,
  more: Partial<Enrollment> = {},
): Promise<Enrollment> {
  const made = newParticipant(world.now(), of, more);
  const { challengeId } = made;
  await oneMore(world, challenge.key({ id: challengeId }));
  await putCounted(world, enrollment.stored(made));
  await world.put(...aliasAndRanks(made));
  if (isOnDisplay(made)) {
    const count = displayCount.parseIfAny(await world.item(displayCount.key({ challengeId })));
    const changedAt = made.measuredAt ?? made.joinedAt;
    await world.put(displayCount.stored({ challengeId, total: (count?.total ?? 0) + 1, changedAt }));
  }
  return made;
}

/** An exclusion from a challenge, without changing an enrollment. */
export async function givenExclusion(
  world: World,
  { id: challengeId }: Pick<ChallengeOf, 'id'>,
  more: Partial<Exclusion> = {},
): Promise<Exclusion> {
  const excludedAt = iso(world.now());
  const made = { id: newId(), accountId: newAccount(), challengeId, alias: 'Si Kilat', excludedAt, ...more };
  await world.put(exclusion.stored(made));
  return made;
}

/** What a response says about a code that no exhibition can have. */
export const codeIssue =
  'path.code must have 3 to 64 lower-case letters, digits and hyphens, and must not begin with a hyphen, such as kl-expo-2026';

/** The texts of a club, as people and administrators send them. */
const coverImage = {
  url: 'https://images.example.my/tasik.webp',
  alt: 'A lake at dawn',
  source: 'ai_generated',
} as const;
export const clubContent = {
  title: 'Kelab Basikal Putrajaya',
  summary: 'Rides around the lakes at dawn.',
  coverImage,
};

const laterTimes = { startsAt: '2031-03-15T00:00:00.000Z', endsAt: '2031-03-16T00:00:00.000Z' };

/** What administrators send of an exhibition. */
export const eventContent = {
  title: 'Pesta Jalan Kaki',
  summary: 'Two days on foot.',
  coverImage,
  ...laterTimes,
  venue: 'Padang Merdeka',
  expectedAttendees: 400,
  timezone: 'Asia/Singapore',
};

/** What administrators send of a challenge. */
export const challengeContent = {
  title: 'Seribu Tangga',
  summary: 'A thousand stairs.',
  coverImage,
  ...laterTimes,
  rules: 'Counted by one phone.',
  rewardEligible: true,
};

/** The key of a stored enrollment. */
export const enrollmentOf = (accountId: AccountId, challengeId: string) =>
  enrollment.key({ accountId, challengeId });

/** An alias that has been hidden in an exhibition for a while. */
export async function givenHiddenAlias(
  world: World,
  { joinCode }: { readonly joinCode: string },
  alias: string,
  more: Partial<HiddenAlias> = {},
): Promise<HiddenAlias> {
  const hiddenAt = iso(later(world.now(), -hours(1)));
  const made = { joinCode, folded: folded(alias), alias, hiddenAt, changedAt: hiddenAt, ...more };
  await world.put(hiddenAlias.stored(made));
  return made;
}

/** An exhibition that was cancelled a while ago. */
export async function givenCancelled(world: World): Promise<StoredEvent> {
  const cancelledAt = iso(later(world.now(), -hours(1)));
  return givenEvent(world, await givenClub(world), { cancelledAt });
}
