import { challenge, club, type Event, event, isShown } from '../../../shared/items/community.ts';
import type { Reads } from '../../../shared/table/client.ts';
import { partition } from '../../../shared/table/item.ts';
import { NOTHING } from '../visibility.ts';

/** An exhibition is looked up by its code; its club says who may see it. */

/** The event and its shown challenges by start, side by side; nothing of an event that is not shown. */
export async function findByCode(table: Reads, joinCode: string) {
  const [found, challenges] = await Promise.all([
    table.get(event.key({ joinCode })),
    table.query({ index: 'gsi2', pk: partition('COMMUNITY#IN-EVENT#', joinCode) }),
  ]);
  const one = event.parseIfAny(found);
  if (!one || !isShown(one)) return undefined;
  return { event: one, challenges: challenges.map(challenge.parse).filter(isShown) };
}

/** An event's club; for no event it looks as well, so that a hidden one takes no longer to deny than an unknown one. */
export async function clubOf(table: Reads, found: Event | undefined) {
  return club.parseIfAny(await table.get(club.key({ id: found?.clubId ?? NOTHING.clubId })));
}
