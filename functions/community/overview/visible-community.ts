import type * as z from 'zod/mini';
import {
  announcedActivities,
  type Challenge,
  type Club,
  challenge,
  club,
  clubActivities,
  type Event,
  event,
  isShown,
  listedClubs,
  shownSince,
  startedActivities,
} from '../../../shared/community/items.ts';
import { findOwn, maySee, type Own } from '../../../shared/community/visibility.ts';
import { fittingLists } from '../../../shared/http/response-size.ts';
import type { Keep } from '../../../shared/runtime/kept.ts';
import { endOf, type StoredItem } from '../../../shared/table/item.ts';
import type { Reads } from '../../../shared/table/table.ts';
import { seconds } from '../../../shared/values/clock.ts';
import {
  MAX_LISTED_CONTENT,
  MAX_LIVE_CONTENT,
  MAX_READ_CONTENT,
  SIGNED_OUT_CACHE_SECONDS,
} from '../../../shared/values/limits.ts';
import type { AccountId } from '../../../shared/values/resources.ts';
import { presentChallenge, presentClub, presentEvent } from '../presenters.ts';
import type { listCommunity } from './contract.ts';

/**
 * The overview of the community (interface, section 4.3) has a public part, which is the same for every caller, and a part of
 * the caller's own. The public part is read at most once in a few seconds. What the caller owns or has joined, and what the
 * caller's private clubs hold, is read for each request and takes the place of a public copy. An activity is an exhibition or a
 * challenge.
 */
const KEPT_FOR = seconds(SIGNED_OUT_CACHE_SECONDS);

type Found<T> = ReadonlyMap<string, T>;

/** Content by its id; exhibitions by their code. */
interface Contents {
  readonly clubs: Found<Club>;
  readonly events: Found<Event>;
  readonly challenges: Found<Challenge>;
}

export interface Community extends Contents {
  readonly own: Own;
}

/**
 * Reads everything that the overview may contain. `presentCommunity` leaves out what the caller may not see.
 * @param accountId omitted for a signed-out caller.
 * @returns also the age of the public part, in milliseconds.
 */
export async function findCommunity(
  table: Reads,
  accountId: AccountId | undefined,
  at: Date,
  keep: Keep,
): Promise<{ readonly community: Community; readonly age: number }> {
  const [{ value: shared, age }, own] = await Promise.all([
    keep(KEPT_FOR, () => readPublic(table, at)),
    findOwn(table, accountId),
  ]);
  const fresh = contentsOf(await readOwn(table, own, at));
  const community = {
    own,
    clubs: new Map([...shared.clubs, ...fresh.clubs]),
    events: new Map([...shared.events, ...fresh.events]),
    challenges: new Map([...shared.challenges, ...fresh.challenges]),
  };
  return { community, age };
}

/** Reads the public clubs and activities, and what the activities belong to. */
async function readPublic(table: Reads, at: Date): Promise<Contents> {
  const lists = (['EVENT', 'CHALLENGE'] as const).flatMap((activity) => [
    table.query({ ...startedActivities(activity), ...endingAfter(at), limit: MAX_LIVE_CONTENT }),
    // A worker has not moved these yet.
    table.query({ ...announcedActivities(activity), ...startedBy(at), limit: MAX_LIVE_CONTENT }),
    table.query({ ...announcedActivities(activity), ...startingAfter(at), limit: MAX_READ_CONTENT }),
    table.query({ ...startedActivities(activity), ...endedBy(at), limit: MAX_READ_CONTENT }),
  ]);
  const clubs = table.query({ ...listedClubs, descending: true, limit: MAX_LISTED_CONTENT });
  const found = (await Promise.all([clubs, ...lists])).flat();
  return contentsOf([...found, ...(await readParents(table, contentsOf(found)))]);
}

/** Reads the clubs and exhibitions that were not found with their activities. Like the lists, they may lag by milliseconds. */
async function readParents(table: Reads, { clubs, events, challenges }: Contents): Promise<StoredItem[]> {
  const activities = [...events.values(), ...challenges.values()];
  const keys = [
    ...activities.filter(({ clubId }) => !clubs.has(clubId)).map(({ clubId: id }) => club.key({ id })),
    ...activities.filter(({ joinCode }) => !events.has(joinCode)).map(event.key),
  ];
  return table.getAll(keys, { consistent: false });
}

/** Reads what the caller has joined, what it belongs to, and what the caller's private clubs hold. */
async function readOwn(table: Reads, own: Own, at: Date): Promise<StoredItem[]> {
  const joined = [...own.events.values(), ...own.enrollments.values()];
  const privateClubs = [...own.clubs.values()].filter(({ visibility }) => visibility === 'private');
  const items = await Promise.all([
    ...privateClubs.map(({ clubId }) => activitiesOf(table, clubId, at)),
    table.getAll([
      ...[...own.clubs.keys(), ...joined.map(({ clubId }) => clubId)].map((id) => club.key({ id })),
      ...joined.map(event.key),
      ...[...own.enrollments.keys()].map((id) => challenge.key({ id })),
    ]),
  ]);
  return items.flat();
}

/** Reads the activities of a private club. Most clubs have few, and one query returns all of them. */
async function activitiesOf(table: Reads, clubId: string, at: Date): Promise<StoredItem[]> {
  const list = clubActivities(clubId);
  const latest = await table.query({ ...list, descending: true, limit: MAX_READ_CONTENT });
  if (latest.length < MAX_READ_CONTENT) return latest;
  const both = await Promise.all([
    table.query({ ...list, ...endingAfter(at), limit: MAX_LIVE_CONTENT }),
    table.query({ ...list, ...endedBy(at), limit: MAX_READ_CONTENT }),
  ]);
  return both.flat();
}

/** The ranges of a list by end. An activity ends at `endsAt`, inclusive. */
const endingAfter = (at: Date) => ({ from: endOf(at.toISOString()) });
const endedBy = (at: Date) => ({ to: endOf(at.toISOString()), descending: true });
/** The ranges of a list by start. */
const startedBy = (at: Date) => ({ to: endOf(at.toISOString()) });
const startingAfter = (at: Date) => ({ from: endOf(at.toISOString()) });

function contentsOf(items: readonly StoredItem[]): Contents {
  const ofKind = (sk: string) => items.filter((item) => item['sk'] === sk);
  return {
    clubs: new Map(
      ofKind('CLUB')
        .map(club.parse)
        .map((item) => [item.id, item]),
    ),
    events: new Map(
      ofKind('EVENT')
        .map(event.parse)
        .map((item) => [item.joinCode, item]),
    ),
    challenges: new Map(
      ofKind('CHALLENGE')
        .map(challenge.parse)
        .map((item) => [item.id, item]),
    ),
  };
}

/** Builds the overview as of `at`. The contract and the response size limit the length of each list. */
export function presentCommunity(
  { own, clubs, events, challenges }: Community,
  at: Date,
): z.input<(typeof listCommunity.success)[200]> {
  const shownClubs = [...clubs.values()].filter((candidate) => maySee(candidate, own));
  const shownEvents = [...events.values()].filter(
    (candidate) => isShown(candidate) && maySee(clubs.get(candidate.clubId), own),
  );
  const openCodes = new Set(shownEvents.map(({ joinCode }) => joinCode));
  const shownChallenges = [...challenges.values()].filter(
    (candidate) =>
      isShown(candidate) && openCodes.has(candidate.joinCode) && maySee(clubs.get(candidate.clubId), own),
  );

  const ownFirst = (isOwn: boolean): string => (isOwn ? '0' : '1');
  return fittingLists({
    clubs: firstOf(shownClubs, (shown) => [
      ownFirst(own.clubs.has(shown.id)),
      latestFirst(shownSince(shown)),
      shown.id,
    ]).map((shown) => presentClub(shown, own.clubs.get(shown.id))),
    events: firstOf(shownEvents, (shown) => [
      ownFirst(own.events.has(shown.joinCode)),
      ...phase(shown, at),
    ]).map((shown) => presentEvent(shown, own.events.get(shown.joinCode))),
    challenges: firstOf(shownChallenges, (shown) => [
      ownFirst(own.enrollments.has(shown.id)),
      ...phase(shown, at),
    ]).map((shown) => presentChallenge(shown, own.enrollments.get(shown.id), at)),
  });
}

interface Timed {
  readonly id: string;
  readonly startsAt: string;
  readonly endsAt: string;
}

/**
 * Sort keys that put activities in progress first by end, then upcoming ones by start, then ended ones, latest first.
 */
function phase({ id, startsAt, endsAt }: Timed, at: Date): string[] {
  const now = at.toISOString();
  if (endsAt <= now) return ['3 ended', latestFirst(endsAt), id];
  return startsAt <= now ? ['1 live', endsAt, id] : ['2 upcoming', startsAt, id];
}

/** Converts a timestamp to a sort key that puts later timestamps first. */
function latestFirst(timestamp: string): string {
  return String(9e15 - Date.parse(timestamp));
}

function firstOf<T>(all: readonly T[], sortKeys: (item: T) => string[]): T[] {
  return all
    .map((item) => ({ item, key: sortKeys(item).join('\n') }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .slice(0, MAX_LISTED_CONTENT)
    .map(({ item }) => item);
}
