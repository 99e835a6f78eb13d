import { type Club, type Event, event, eventsOfClub, isShown } from '../../../shared/community/items.ts';
import { ignoringTheDeadline } from '../../../shared/table/attempts.ts';
import { pages } from '../../../shared/table/pages.ts';
import type { Table } from '../../../shared/table/table.ts';
import { tellChallenges, telling } from '../events/events.ts';
import { maySee } from '../visibility.ts';

/** Exhibitions that are told together, each with its challenges in a transaction of its own. */
const TOGETHER = 20;

/**
 * Tells the exhibitions of a club and their challenges whether everybody sees the club, after it was published, unpublished or
 * reviewed. Reads check the club itself, so an exhibition that was not told before the deadline costs more to read, and shows
 * nothing wrong.
 */
export const tellExhibitions = (table: Table, club: Club): Promise<void> =>
  tellAll(table, club).catch(ignoringTheDeadline);

async function tellAll(table: Table, club: Club): Promise<void> {
  const clubShown = maySee(club);
  const tell = (found: Event) =>
    table.transact({
      event: telling(event.key(found), clubShown),
      ...tellChallenges(found.challenges, clubShown && isShown(found)),
    });
  for await (const items of pages(table, eventsOfClub(club.id), { size: TOGETHER })) {
    const [first, ...others] = items
      .map(event.parse)
      .filter(({ parentsShown }) => parentsShown !== clubShown);
    // The first transaction of a request writes the entry of its act, so no other one may begin before it.
    if (first) await tell(first);
    await Promise.all(others.map(tell));
  }
}
