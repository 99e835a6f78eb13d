import type { StoredItem } from './item.ts';
import type { Reads } from './table.ts';

/** The items that a partition returns besides its share, so that most pages need one query for each partition. */
const MARGIN = 4;

/**
 * Reads the first items of several partitions of the table, in the order of their sort keys. The sort keys of all partitions
 * must differ. Small chunks of each partition are read together, and further ones where the items of a chunk were too few. So
 * the page costs at most one chunk for each partition more than a page of one partition.
 * @param options returns at most `limit` items, all after the sort key `after`. Of items with the same value of the attribute
 * `distinct`, only the first is returned: one that moves to another partition may be read in both.
 */
export async function queryTogether(
  table: Reads,
  partitions: readonly { readonly pk: string }[],
  {
    after,
    limit,
    distinct,
  }: { readonly after?: string | undefined; readonly limit: number; readonly distinct?: string },
): Promise<StoredItem[]> {
  const chunk = Math.min(limit, Math.ceil(limit / partitions.length) + MARGIN);
  const sources = partitions.map(({ pk }) => ({ pk, items: [] as StoredItem[], last: after, hasMore: true }));
  const merged: StoredItem[] = [];
  const seen = new Set<unknown>();
  for (let isFirst = true; ; isFirst = false) {
    const wanting = sources.filter(({ items, hasMore }) => items.length === 0 && hasMore);
    await Promise.all(
      wanting.map(async (source) => {
        source.items = await table.query({
          pk: source.pk,
          after: source.last,
          limit: chunk,
          continues: !isFirst,
        });
        source.last = source.items.length > 0 ? sortKeyOf(source.items.at(-1)) : source.last;
        source.hasMore = source.items.length === chunk;
      }),
    );
    // Every source has its next item here, or no further one. Stop when one runs out, because its next item is unknown.
    for (;;) {
      const [next] = sources
        .filter(({ items }) => items.length > 0)
        .sort((a, b) => (sortKeyOf(a.items[0]) < sortKeyOf(b.items[0]) ? -1 : 1));
      const item = next?.items.shift();
      if (!next || !item) return merged;
      const name = distinct === undefined ? undefined : item[distinct];
      if (name === undefined || !seen.has(name)) merged.push(item);
      seen.add(name);
      if (merged.length === limit) return merged;
      if (next.items.length === 0 && next.hasMore) break;
    }
  }
}

const sortKeyOf = (item: StoredItem | undefined): string => String(item?.['sk']);
