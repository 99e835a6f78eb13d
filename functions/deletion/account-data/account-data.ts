import { RefusedRequest } from '../../../shared/contract/refusals.ts';
import { fitting } from '../../../shared/http/response-size.ts';
import type { StoredItem } from '../../../shared/table/item.ts';
import { openPage, type PageRequest } from '../../../shared/table/page.ts';
import { sortKeyIn } from '../../../shared/table/pages.ts';
import type { Reads } from '../../../shared/table/table.ts';
import type { AccountId } from '../../../shared/values/resources.ts';
import { type Entry, presentWith, type Source } from './source.ts';
import { sources } from './sources.ts';

interface Found {
  readonly source: Source;
  readonly item: StoredItem;
}

/** The items of each source that are read at first. Most accounts have fewer. */
const FIRST = 10;

/**
 * Reads one page of everything that the platform stores about an account. A page continues with the next source when one
 * ends, so only the last page has room left. All sources are read at once: a few items of each, and then the items that are
 * missing in the page. So a page takes two rounds and one more for what its items refer to, and reads at most a page of each
 * source.
 * @throws {RefusedRequest} invalid_cursor for the cursor of a source that no longer exists.
 */
export async function readAccountData(
  table: Reads,
  accountId: AccountId,
  page: PageRequest,
  at: Date,
): Promise<{ readonly entries: Entry[]; readonly nextCursor?: string }> {
  const { after, limit, seal } = openPage(allOf(accountId), page);
  // One more item than requested shows whether there is a next page.
  const most = limit + 1;
  const read = ({ source, after: from }: Place, size: number): Promise<StoredItem[]> =>
    table.query({ ...source.list(accountId), after: from, limit: size, isEnough: isFull });
  const places = sourcesAfter(after);
  const first = Math.min(FIRST, most);
  const beginnings = await Promise.all(places.map((place) => read(place, first)));
  let room = most;
  const lists = await Promise.all(
    places.map(async (place, n) => {
      const beginning = beginnings[n] ?? [];
      const wanted = room;
      room -= Math.min(room, beginning.length);
      if (beginning.length < first || wanted <= first) return beginning;
      const last = sortKeyIn(place.source.list(accountId), beginning.at(-1) ?? {});
      return [...beginning, ...(await read({ ...place, after: last }, wanted - first))];
    }),
  );
  const found: Found[] = [];
  const isTooMuch = () => isFull(found.map(({ item }) => item));
  for (const [n, { source }] of places.entries()) {
    found.push(...(lists[n] ?? []).slice(0, most - found.length).map((item) => ({ source, item })));
    // A query that filled a response may have left out items of its source.
    if (isTooMuch()) break;
  }
  const entries = await present(found.slice(0, limit), table, at);
  const fitted = fitting(entries);
  const last = found[fitted.length - 1];
  if (!last || (fitted.length === found.length && !isTooMuch())) return { entries: fitted };
  return { entries: fitted, nextCursor: seal(positionOf(last, accountId)) };
}

/** What the cursors of an account are bound to. It stands for the lists of all sources and has no items. */
export const allOf = (accountId: AccountId) => ({ pk: `all sources of ${accountId}` });

/** True for more items than a response can hold. */
const isFull = (items: readonly StoredItem[]): boolean => fitting(items).length < items.length;

/** The position of an item in a cursor: the source and the sort key there. */
const positionOf = ({ source, item }: Found, accountId: AccountId): string =>
  `${source.name}\n${sortKeyIn(source.list(accountId), item)}`;

interface Place {
  readonly source: Source;
  readonly after?: string | undefined;
}

/** The sources that are left after a position, the first one with the sort key after which it continues. */
function sourcesAfter(position = ''): Place[] {
  if (position === '') return sources.map((source) => ({ source }));
  const [name, sortKey] = position.split('\n');
  const n = sources.findIndex((source) => source.name === name);
  if (n === -1) throw new RefusedRequest('invalid_cursor');
  return sources.slice(n).map((source, i) => ({ source, after: i === 0 ? sortKey : undefined }));
}

async function present(found: readonly Found[], table: Reads, at: Date): Promise<Entry[]> {
  const bySource = [...Map.groupBy(found, ({ source }) => source)];
  const entries = bySource.map(([source, of]) =>
    presentWith(source)(
      of.map(({ item }) => item),
      { table, at },
    ),
  );
  return (await Promise.all(entries)).flat();
}
