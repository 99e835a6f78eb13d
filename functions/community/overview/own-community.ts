import { challenge, challengesOfEvent, club, event, eventsOfClub } from '../../../shared/community/items.ts';
import { clubMembership, clubMembershipsOf } from '../../../shared/community/participation.ts';
import type { IndexList } from '../../../shared/table/item.ts';
import type { Reads } from '../../../shared/table/table.ts';
import { MAX_LISTED_CONTENT } from '../../../shared/values/limits.ts';
import type { AccountId } from '../../../shared/values/resources.ts';

/** Finds the clubs that an account owns with their exhibitions and challenges, in every state, the latest first. */
export async function findOwned(table: Reads, accountId: AccountId) {
  const memberships = await table.query(clubMembershipsOf(accountId));
  const owned = memberships.map(clubMembership.parse).filter(({ role }) => role === 'owner');
  const clubs = (await table.getAll(owned.map(({ clubId }) => club.key({ id: clubId })))).map(club.parse);
  const events = await listed(
    table,
    clubs.map(({ id }) => eventsOfClub(id)),
    event.parse,
  );
  const ofEvents = events.map(({ joinCode }) => challengesOfEvent(joinCode));
  return { clubs: latest(clubs), events, challenges: await listed(table, ofEvents, challenge.parse) };
}

async function listed<T extends { readonly createdAt: string }>(
  table: Reads,
  lists: readonly IndexList[],
  parse: (item: Record<string, unknown>) => T,
): Promise<T[]> {
  const queries = lists.map((list) => table.query({ ...list, descending: true, limit: MAX_LISTED_CONTENT }));
  return latest((await Promise.all(queries)).flat().map(parse));
}

function latest<T extends { readonly createdAt: string }>(all: readonly T[]): T[] {
  return [...all].sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1)).slice(0, MAX_LISTED_CONTENT);
}
