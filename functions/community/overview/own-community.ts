import {
  type Challenge,
  type Club,
  challenge,
  club,
  type Event,
  event,
  latestEvents,
} from '../../../shared/community/items.ts';
import { clubMembership, clubMembershipsOf } from '../../../shared/community/participation.ts';
import type { Reads } from '../../../shared/table/table.ts';
import { MAX_LISTED_CONTENT } from '../../../shared/values/limits.ts';
import type { AccountId } from '../../../shared/values/resources.ts';

interface OwnCommunity {
  readonly clubs: readonly Club[];
  readonly events: readonly Event[];
  readonly challenges: readonly Challenge[];
}

/**
 * Finds the clubs that an account owns with their exhibitions and challenges, in every state, the latest first. The clubs know
 * the codes of their latest exhibitions, and these the ids of their challenges, so the number of calls does not depend on the
 * number of clubs. The content may lag by milliseconds, at half the cost.
 */
export async function findOwned(table: Reads, accountId: AccountId): Promise<OwnCommunity> {
  const memberships = await table.query(clubMembershipsOf(accountId));
  const owned = memberships.map(clubMembership.parse).filter(({ role }) => role === 'owner');
  const ofClubs = await table.getAll(
    owned.flatMap(({ clubId }) => [club.key({ id: clubId }), latestEvents.key({ clubId })]),
    LAGGING,
  );
  const clubs = ofClubs.filter(({ sk }) => sk === 'CLUB').map(club.parse);
  const codes = ofClubs.filter(({ sk }) => sk !== 'CLUB').flatMap((item) => latestEvents.parse(item).events);
  const eventKeys = latest(codes, (entry) => entry).map((entry) =>
    event.key({ joinCode: entry.slice(entry.indexOf('#') + 1) }),
  );
  const events = latest((await table.getAll(eventKeys, LAGGING)).map(event.parse), createdAt);
  const entries = events.flatMap((found) => Object.entries(found.challenges));
  const challengeKeys = latest(entries, ([, entry]) => entry.createdAt).map(([id]) => challenge.key({ id }));
  const challenges = (await table.getAll(challengeKeys, LAGGING)).map(challenge.parse);
  return { clubs: latest(clubs, createdAt), events, challenges: latest(challenges, createdAt) };
}

const LAGGING = { consistent: false } as const;

const createdAt = (content: { readonly createdAt: string }): string => content.createdAt;

function latest<T>(all: readonly T[], timeOf: (item: T) => string): T[] {
  return [...all].sort((a, b) => (timeOf(a) < timeOf(b) ? 1 : -1)).slice(0, MAX_LISTED_CONTENT);
}
