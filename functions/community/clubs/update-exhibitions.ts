import { $ZodError } from 'zod/v4/core';
import { type Club, type Event, event, eventsOfClub, isShown } from '../../../shared/community/items.ts';
import { maySee } from '../../../shared/community/visibility.ts';
import { ignoringTheDeadline } from '../../../shared/table/attempts.ts';
import type { StoredItem } from '../../../shared/table/item.ts';
import { pages } from '../../../shared/table/pages.ts';
import type { Table } from '../../../shared/table/table.ts';
import { parentsShownIn, parentsShownInChallenges } from '../events/events.ts';

/** Exhibitions that are updated together, each with its challenges in a transaction of its own. */
const TOGETHER = 20;

/**
 * Stores in the exhibitions of a club and in their challenges whether everybody sees the club, after it was published,
 * unpublished or reviewed. Reads check the club itself, so an exhibition that was not updated before the deadline costs more to
 * read, and shows nothing wrong.
 */
export const updateExhibitions = (table: Table, club: Club): Promise<void> =>
  updateAll(table, club).catch(ignoringTheDeadline);

async function updateAll(table: Table, club: Club): Promise<void> {
  const clubShown = maySee(club);
  const update = (found: Event) =>
    table.transact({
      event: parentsShownIn(event.key(found), clubShown),
      ...parentsShownInChallenges(found.challenges, clubShown && isShown(found)),
    });
  for await (const items of pages(table, eventsOfClub(club.id), { size: TOGETHER })) {
    const [first, ...others] = items
      .flatMap(parseIfReadable)
      .filter(({ parentsShown }) => parentsShown !== clubShown);
    // The first transaction of a request writes the entry of its act, so no other one may begin before it.
    if (first) await update(first);
    await Promise.all(others.map(update));
  }
}

/** The club is already changed, so an exhibition that cannot be read must not fail the request. Reads of it fail anyway. */
function parseIfReadable(item: StoredItem): Event[] {
  try {
    return [event.parse(item)];
  } catch (error) {
    if (!(error instanceof $ZodError)) throw error;
    return [];
  }
}
