import { type IndexName, tableDefinition } from '../contract/table-definition.ts';
import type { StoredItem } from './item.ts';
import type { Reads } from './table.ts';

/** A partition of the table or of an index, or a range of it. The sort keys in it must differ. */
export interface List {
  readonly pk: string;
  readonly index?: IndexName;
  readonly from?: string;
  readonly to?: string;
}

/**
 * Reads a list page by page, so that the memory it takes does not depend on the length of the list.
 * @param options `size` is the number of items of a page; `after` is the sort key of the last item of an earlier page.
 * @throws {TryAgain} at the deadline.
 */
export async function* pages(
  table: Reads,
  list: List,
  { size, after }: { readonly size: number; readonly after?: string | undefined },
): AsyncGenerator<readonly StoredItem[]> {
  for (let last = after; ; ) {
    const items = await table.query({ ...list, after: last, limit: size, continues: last !== undefined });
    const [end] = items.slice(-1);
    if (!end) return;
    last = sortKeyIn(list, end);
    yield items;
    if (items.length < size) return;
  }
}

/** The sort key by which a list is read: that of its index, or else that of the table. */
export const sortKeyIn = ({ index }: List, item: StoredItem): string =>
  String(item[(index ? tableDefinition.indexes[index] : tableDefinition).sortKey]);
