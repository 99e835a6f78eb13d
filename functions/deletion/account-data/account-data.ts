import { RefusedRequest } from '../../../shared/contract/refusals.ts';
import { fitting } from '../../../shared/http/response-size.ts';
import type { StoredItem } from '../../../shared/table/item.ts';
import type { OpenedPage } from '../../../shared/table/page.ts';
import { sortKeyIn } from '../../../shared/table/pages.ts';
import type { Reads } from '../../../shared/table/table.ts';
import type { AccountId } from '../../../shared/values/resources.ts';
import { type Entry, presentWith, type Source } from './source.ts';
import { sources } from './sources.ts';

interface Found {
  readonly source: Source;
  readonly item: StoredItem;
}

/**
 * Reads one page of everything that the platform stores about an account. A page continues with the next source when one
 * ends, so only the last page has room left. It costs at most one query for each source, and one read of many keys for each
 * kind of item that refers to others.
 * @throws {RefusedRequest} invalid_cursor for the cursor of a source that no longer exists.
 */
export async function readAccountData(
  table: Reads,
  accountId: AccountId,
  { after, limit, seal }: OpenedPage,
  at: Date,
): Promise<{ readonly entries: Entry[]; readonly nextCursor?: string }> {
  const found: Found[] = [];
  // One more item than requested shows whether there is a next page. Nothing is read when a response is full.
  const isFull = (more: readonly StoredItem[] = []): boolean => {
    const items = [...found.map(({ item }) => item), ...more];
    return items.length > limit || fitting(items).length < items.length;
  };
  for (const { source, after: from } of sourcesAfter(after)) {
    if (isFull()) break;
    const most = limit + 1 - found.length;
    const items = await table.query({
      ...source.list(accountId),
      after: from,
      limit: most,
      isEnough: isFull,
    });
    found.push(...items.map((item) => ({ source, item })));
  }
  const entries = await present(found.slice(0, limit), table, at);
  const page = fitting(entries);
  const last = found[page.length - 1];
  if (!last || (page.length === found.length && !isFull())) return { entries: page };
  return { entries: page, nextCursor: seal(positionOf(last, accountId)) };
}

/** The position of an item in a cursor: the source and the sort key there. */
const positionOf = ({ source, item }: Found, accountId: AccountId): string =>
  `${source.name}\n${sortKeyIn(source.list(accountId), item)}`;

/** The sources that are left after a position, the first one with the sort key after which it continues. */
function sourcesAfter(position = ''): { readonly source: Source; readonly after?: string | undefined }[] {
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
