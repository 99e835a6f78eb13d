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
  shownSince,
} from '../../shared/items/community.ts';
import type { AccountId } from '../../shared/resources.ts';
import type { Reads } from '../../shared/table/client.ts';
import { partition, type StoredItem } from '../../shared/table/item.ts';
import type { listCommunity } from './contract.ts';
import { presentChallenge, presentClub, presentEvent } from './present.ts';
import { findOwn, maySee, type Own } from './visibility.ts';

/**
 * What a caller may see of the community, in two rounds: first what is listed for all and what the caller has joined,
 * then what the caller's private clubs have and whatever the first round only named.
 */

const MOST = 100;
/** Of what is live or announced, those that end first are weighed for the list. */
const MOST_CURRENT = 500;

interface Listed {
  readonly clubs: readonly Club[];
  readonly events: readonly Event[];
  readonly challenges: readonly Challenge[];
}

export async function findListed(table: Reads, accountId: AccountId | undefined, at: Date) {
  const [own, clubs, events, challenges] = await Promise.all([
    findOwn(table, accountId),
    table.query({ index: 'gsi1', pk: partition('COMMUNITY#LISTED#', 'CLUB'), descending: true, limit: MOST }),
    currentAndEnded(table, listedActivities('EVENT'), at),
    currentAndEnded(table, listedActivities('CHALLENGE'), at),
  ]);
  const listed: Listed = {
    clubs: clubs.map(club.parse),
    events: events.map(event.parse),
    challenges: challenges.map(challenge.parse),
  };
  return { own, listed };
}

export async function presentCommunity(
  table: Reads,
  { own, listed }: Awaited<ReturnType<typeof findListed>>,
  at: Date,
): Promise<z.input<(typeof listCommunity.success)[200]>> {
  const { clubs, events, challenges } = await complete(table, own, listed, at);
  const shownClubs = [...clubs.values()].filter((one) => maySee(one, own));
  const shownEvents = [...events.values()].filter(
    (one) => isShown(one) && maySee(clubs.get(one.clubId), own),
  );
  const openCodes = new Set(shownEvents.map(({ joinCode }) => joinCode));
  const shownChallenges = [...challenges.values()].filter(
    (one) => isShown(one) && openCodes.has(one.joinCode) && maySee(clubs.get(one.clubId), own),
  );

  const ownFirst = (isOwn: boolean): string => (isOwn ? '0' : '1');
  return {
    clubs: firstOf(shownClubs, (one) => [
      ownFirst(own.clubs.has(one.id)),
      backwards(shownSince(one)),
      one.id,
    ]).map((one) => presentClub(one, own.clubs.get(one.id))),
    events: firstOf(shownEvents, (one) => [ownFirst(own.events.has(one.joinCode)), ...phase(one, at)]).map(
      (one) => presentEvent(one, own.events.get(one.joinCode)),
    ),
    challenges: firstOf(shownChallenges, (one) => [
      ownFirst(own.enrollments.has(one.id)),
      ...phase(one, at),
    ]).map((one) => presentChallenge(one, own.enrollments.get(one.id), at)),
  };
}

/** Live and announced activities, those that end first, and the latest that are over. */
async function currentAndEnded(table: Reads, pk: string, at: Date): Promise<StoredItem[]> {
  const now = `${at.toISOString()}$`; // '$' follows '#': what ends at this very moment is over
  const [current, ended] = await Promise.all([
    table.query({ index: 'gsi1', pk, from: now, limit: MOST_CURRENT }),
    table.query({ index: 'gsi1', pk, to: now, descending: true, limit: MOST }),
  ]);
  return [...current, ...ended];
}

/** Adds what the listing only names: the caller's own, the private clubs' content, the clubs and events behind it. */
async function complete(table: Reads, own: Own, listed: Listed, at: Date) {
  const clubs = new Map(listed.clubs.map((one) => [one.id, one]));
  const events = new Map(listed.events.map((one) => [one.joinCode, one]));
  const challenges = new Map(listed.challenges.map((one) => [one.id, one]));
  const privateClubs = [...own.clubs.values()].filter(({ visibility }) => visibility === 'private');

  const joined = [...own.events.values(), ...own.enrollments.values()];
  const named = [...listed.events, ...listed.challenges, ...joined];
  const clubIds = [...own.clubs.keys(), ...named.map(({ clubId }) => clubId)];
  const codes = named.map(({ joinCode }) => joinCode);
  const [behind, ...ofPrivateClubs] = await Promise.all([
    table.getAll([
      ...clubIds.filter((id) => !clubs.has(id)).map((id) => club.key({ id })),
      ...codes.filter((code) => !events.has(code)).map((joinCode) => event.key({ joinCode })),
      ...[...own.enrollments.keys()].filter((id) => !challenges.has(id)).map((id) => challenge.key({ id })),
    ]),
    ...privateClubs.flatMap(({ clubId }) => [
      currentAndEnded(table, clubActivities(clubId, 'EVENT'), at),
      currentAndEnded(table, clubActivities(clubId, 'CHALLENGE'), at),
    ]),
  ]);
  for (const item of [...behind, ...ofPrivateClubs.flat()]) {
    if (item['sk'] === 'CLUB') add(clubs, club.parse(item), 'id');
    else if (item['sk'] === 'EVENT') add(events, event.parse(item), 'joinCode');
    else add(challenges, challenge.parse(item), 'id');
  }
  return { clubs, events, challenges };
}

function add<K extends string, T extends Record<K, string>>(to: Map<string, T>, one: T, key: K): void {
  to.set(one[key], one);
}

interface Timed {
  readonly id: string;
  readonly startsAt: string;
  readonly endsAt: string;
}

/** Sort keys: live by end, then upcoming by start, then ended, latest first. */
function phase({ id, startsAt, endsAt }: Timed, at: Date): string[] {
  const now = at.toISOString();
  if (endsAt <= now) return ['3 ended', backwards(endsAt), id];
  return startsAt <= now ? ['1 live', endsAt, id] : ['2 upcoming', startsAt, id];
}

/** A timestamp as a sort key that puts later ones first. */
function backwards(timestamp: string): string {
  return String(9e15 - Date.parse(timestamp));
}

function firstOf<T>(all: readonly T[], sortKeys: (one: T) => string[]): T[] {
  return all
    .map((one) => ({ one, key: sortKeys(one).join('\n') }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .slice(0, MOST)
    .map(({ one }) => one);
}
