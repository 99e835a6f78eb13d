import type * as z from 'zod/mini';
import type { TablePrefix } from '../../../shared/contract/table-definition.ts';
import type { StoredItem } from '../../../shared/table/item.ts';
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

/** A list that contains items of one account only. Each of them becomes one entry. */
export interface Source {
  /** The name of the source in cursors. It must not change. */
  readonly name: string;
  /** The prefix of the partition keys of its items in the table. */
  readonly prefix: TablePrefix;
  readonly list: (accountId: AccountId) => List;
  readonly present: Present;
}

/** Presents the items of a partition by the first part of their sort keys. */
export function bySortKey(presents: Readonly<Record<string, Present>>): Present {
  return async (items, tools) => {
    const kinds = Map.groupBy(items, ({ sk }) => String(sk).split('#')[0] ?? '');
    const shown = [...kinds].map(async ([sort, alike]) => {
      const present = presents[sort];
      if (!present) throw new Error('an item of the account has an unknown sort key');
      const entries = await present(alike, tools);
      return alike.map((item, n) => [item, entries[n]] as const);
    });
    const entryOf = new Map((await Promise.all(shown)).flat());
    return items.flatMap((item) => entryOf.get(item) ?? []);
  };
}
