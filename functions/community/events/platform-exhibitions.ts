import type * as z from 'zod/mini';
import {
  allExhibitions,
  type Club,
  club,
  contentState,
  type Event,
  event,
  eventPointer,
  isShown,
  phaseOf,
} from '../../../shared/community/items.ts';
import { campaignEntry, campaignsOfEvent } from '../../../shared/rewards/campaign-items.ts';
import { type PageRequest, readPage } from '../../../shared/table/page.ts';
import type { Reads } from '../../../shared/table/table.ts';
import { endOfDay, startOfDay } from '../../../shared/values/calendar.ts';
import { hasWords } from '../../../shared/values/search.ts';
import { presentManagedEvent } from '../presenters.ts';
import type { listPlatformExhibitions, PlatformExhibition } from './contract.ts';

/** The exhibitions of all clubs, as administrators look for them. */

type Selection = z.infer<typeof listPlatformExhibitions.query>;
type Entry = ReturnType<typeof campaignEntry.parse>;

/**
 * Reads one page of the exhibitions of all clubs, sorted by start: the list, the exhibitions with their clubs, and the campaigns of those
 * that are shown, with a query for each. They may lag by milliseconds.
 * @throws {RefusedRequest} invalid_cursor
 */
export async function readExhibitions(
  table: Reads,
  { from, to, words = '', phase }: Selection,
  page: PageRequest,
  at: Date,
) {
  const { items, ...rest } = await readPage(
    table,
    {
      ...allExhibitions,
      ...(from && { from: startOfDay(from).toISOString() }),
      ...(to && { to: endOfDay(to).toISOString() }),
    },
    page,
  );
  const pointers = items.map(eventPointer.parse);
  const stored = await table.getAll(pointers.map(event.key), { consistent: false });
  const byCode = new Map(stored.map(event.parse).map((found) => [found.joinCode, found]));
  const found = pointers.flatMap(({ joinCode }) => byCode.get(joinCode) ?? []);
  const wanted = found.filter(
    (each) =>
      hasWords(words, [each.title, each.summary, each.venue, each.joinCode]) &&
      (phase === undefined || phaseOf(each, at) === phase),
  );
  const [clubs, ...entries] = await Promise.all([
    readClubs(table, wanted),
    ...wanted.map(async ({ id }) => {
      const listed = await table.query({ ...campaignsOfEvent(id), consistent: false });
      return listed.map(campaignEntry.parse);
    }),
  ]);
  const exhibitions = wanted.flatMap((each, n) => {
    const of = clubs.get(each.clubId);
    return of ? [present(each, of, entries[n] ?? [], at)] : [];
  });
  return { exhibitions, ...rest };
}

async function readClubs(table: Reads, wanted: readonly Event[]): Promise<ReadonlyMap<string, Club>> {
  const ids = [...new Set(wanted.map(({ clubId }) => clubId))];
  const items = await table.getAll(
    ids.map((id) => club.key({ id })),
    { consistent: false },
  );
  return new Map(items.map(club.parse).map((each) => [each.id, each]));
}

function present(
  of: Event,
  owner: Club,
  entries: readonly Entry[],
  at: Date,
): z.input<typeof PlatformExhibition> {
  const published = Object.values(of.challenges).filter((entry) => entry.isShown).length;
  const campaigns = (status: Entry['status']) => entries.filter((entry) => entry.status === status).length;
  const phase = phaseOf(of, at);
  return {
    event: presentManagedEvent(of),
    phase,
    clubTitle: owner.title,
    clubState: contentState(owner),
    challenges: { draft: Object.keys(of.challenges).length - published, published },
    campaigns: {
      draft: campaigns('draft'),
      published: campaigns('published'),
      closed: campaigns('closed'),
    },
    problems: [
      ...(phase === 'draft' && of.endsAt <= at.toISOString() ? (['has_ended'] as const) : []),
      ...(phase === 'draft' && !isShown(owner) ? (['club_not_published'] as const) : []),
      ...(owner.visibility === 'private' && campaigns('draft') > 0 ? (['club_is_private'] as const) : []),
    ],
  };
}
