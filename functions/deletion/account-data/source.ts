import type * as z from 'zod/mini';
import type { HeadIn, TablePrefix } from '../../../shared/contract/table-definition.ts';
import { type ByHead, forHead, type StoredItem } from '../../../shared/table/item.ts';
import type { List } from '../../../shared/table/pages.ts';
import type { Reads } from '../../../shared/table/table.ts';
import type { AccountId } from '../../../shared/values/resources.ts';
import type { AccountDataEntry } from './contract.ts';

export type Entry = z.input<typeof AccountDataEntry>;

/**
 * Converts items of an account to entries, one for each item and in the same order. It reads what else the entries need
 * with one call for all items of a kind. Nothing deletes what an item refers to, so a missing one is an error.
 */
export type Present = (
  items: readonly StoredItem[],
  tools: { readonly table: Reads; readonly at: Date },
) => readonly Entry[] | Promise<readonly Entry[]>;

interface SourceIn<Prefix extends TablePrefix> {
  /** The name of the source in cursors. It must not change. */
  readonly name: string;
  /** The prefix of the partition keys of its items in the table. */
  readonly prefix: Prefix;
  readonly list: (accountId: AccountId) => List;
  /** By the heads of the sort keys, unless the partition has only one kind of item, or `afterReading` has the heads. */
  readonly present: Present | (string extends HeadIn<Prefix> ? never : ByHead<Prefix, Present>);
}

/** A list that contains items of one account only. Each of them becomes one entry. */
export type Source = { readonly [Prefix in TablePrefix]: SourceIn<Prefix> }[TablePrefix];

type PresentOne<Referred> = (item: StoredItem, referred: Referred, at: Date) => Entry;

/**
 * Converts items of several kinds after reading what all of them refer to at once.
 * @param entries converts an item, by the heads of the sort keys.
 */
export const afterReading =
  <Prefix extends TablePrefix, Referred>(
    read: (items: readonly StoredItem[], table: Reads) => Promise<Referred>,
    entries: ByHead<Prefix, PresentOne<Referred>>,
  ): Present =>
  async (items, { table, at }) => {
    const referred = await read(items, table);
    return items.map((item) => forHead<PresentOne<Referred>>(entries, item)(item, referred, at));
  };

/** Converts the items of a source to entries. */
export const presentWith =
  ({ present }: Pick<Source, 'present'>): Present =>
  async (items, tools) => {
    if (typeof present === 'function') return present(items, tools);
    const kinds = Map.groupBy(items, (item) => forHead<Present>(present, item));
    const shown = [...kinds].map(async ([presentKind, alike]) => {
      const entries = await presentKind(alike, tools);
      return alike.map((item, n) => [item, entries[n]] as const);
    });
    const entryOf = new Map((await Promise.all(shown)).flat());
    return items.flatMap((item) => entryOf.get(item) ?? []);
  };
