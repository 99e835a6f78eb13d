import type * as z from 'zod/mini';
import {
  type Challenge,
  type Club,
  challenge,
  club,
  clubActivities,
  type Event,
  event,
  isShown,
  listedActivities,
  listedClubs,
  shownSince,
} from '../../../shared/community/items.ts';
import { tableDefinition } from '../../../shared/contract/table-definition.ts';
import { fittingLists } from '../../../shared/http/response-size.ts';
import type { IndexList, StoredItem } from '../../../shared/table/item.ts';
import type { Reads } from '../../../shared/table/table.ts';
import { MAX_LISTED_CONTENT, MAX_SEARCHED_CONTENT } from '../../../shared/values/limits.ts';
import type { AccountId } from '../../../shared/values/resources.ts';
import { presentChallenge, presentClub, presentEvent } from '../presenters.ts';
import { findOwn, maySee, type Own } from '../visibility.ts';
import type { listCommunity } from './contract.ts';

/**
 * The overview of the community (interface, section 4.3) is read in two rounds. The first round reads the caller's
 * memberships and enrollments, and the public activities. The second round reads the clubs, the activities of the
 * caller's private clubs, and the items that the first round only refers to. An activity is an exhibition or a
 * challenge.
 */

/**
 * The size of the first page. The latest end comes first, so one page usually contains enough activities that have
 * ended.
 */
const FIRST_PAGE = 200;
const NEXT_PAGES = 500;

type Found<T> = ReadonlyMap<string, T>;
export interface Community {
  readonly own: Own;
  readonly clubs: Found<Club>;
  /** By join code. */
  readonly events: Found<Event>;
  readonly challenges: Found<Challenge>;
}

/**
 * Reads everything that the overview may contain. `presentCommunity` leaves out what the caller may not see.
 * @param accountId omitted for a signed-out caller.
 */
export async function findCommunity(
  table: Reads,
  accountId: AccountId | undefined,
  at: Date,
): Promise<Community> {
  const [own, events, challenges] = await Promise.all([
    findOwn(table, accountId),
    latestActivities(table, listedActivities('EVENT'), at),
    latestActivities(table, listedActivities('CHALLENGE'), at),
  ]);
  return readReferenced(table, own, [...events, ...challenges], at);
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

/** Reads activities by descending end until the overview has enough ended ones, or the search limit is reached. */
async function latestActivities(table: Reads, list: IndexList, at: Date): Promise<StoredItem[]> {
  const listed = { ...list, descending: true };
  const { sortKey } = tableDefinition.indexes[list.index];
  const found = await table.query({ ...listed, limit: FIRST_PAGE });
  for (
    let searched = FIRST_PAGE;
    found.length === searched && searched < MAX_SEARCHED_CONTENT && !isOver(found.at(-MAX_LISTED_CONTENT));
  ) {
    const limit = Math.min(NEXT_PAGES, MAX_SEARCHED_CONTENT - searched);
    const after = String(found.at(-1)?.[sortKey]);
    found.push(...(await table.query({ ...listed, limit, after, continues: true })));
    searched += limit;
  }
  return found;

  function isOver(activity: StoredItem | undefined): boolean {
    return String(activity?.['endsAt']) <= at.toISOString();
  }
}

/**
 * Reads the second round: the clubs, the activities of private clubs, and the items that `own` and `listed` refer to.
 */
async function readReferenced(
  table: Reads,
  own: Own,
  listed: readonly StoredItem[],
  at: Date,
): Promise<Community> {
  const clubs = new Map<string, Club>();
  const events = new Map<string, Event>();
  const challenges = new Map<string, Challenge>();
  const add = (item: StoredItem) => {
    if (item['sk'] === 'CLUB') addTo(clubs, club.parse(item), 'id');
    else if (item['sk'] === 'EVENT') addTo(events, event.parse(item), 'joinCode');
    else addTo(challenges, challenge.parse(item), 'id');
  };
  listed.forEach(add);

  const joined = [...own.events.values(), ...own.enrollments.values()];
  const named = [...events.values(), ...challenges.values(), ...joined];
  const clubIds = [...own.clubs.keys(), ...named.map(({ clubId }) => clubId)];
  const codes = named.map(({ joinCode }) => joinCode);
  const privateClubs = [...own.clubs.values()].filter(({ visibility }) => visibility === 'private');
  const found = await Promise.all([
    table.query({ ...listedClubs, descending: true, limit: MAX_LISTED_CONTENT }),
    ...privateClubs.flatMap(({ clubId }) => [
      latestActivities(table, clubActivities(clubId, 'EVENT'), at),
      latestActivities(table, clubActivities(clubId, 'CHALLENGE'), at),
    ]),
    table.getAll([
      ...clubIds.map((id) => club.key({ id })),
      ...codes.filter((code) => !events.has(code)).map((joinCode) => event.key({ joinCode })),
      ...[...own.enrollments.keys()].filter((id) => !challenges.has(id)).map((id) => challenge.key({ id })),
    ]),
  ]);
  found.flat().forEach(add);
  return { own, clubs, events, challenges };
}

function addTo<K extends string, T extends Record<K, string>>(to: Map<string, T>, item: T, key: K): void {
  to.set(item[key], item);
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
