import type { Key, StoredItem } from '../table/item.ts';
import { type Amounts, total } from './amounts.ts';
import { contributionsOf, keyOf } from './contributions.ts';
import { type Owner, ownerName } from './items.ts';

/**
 * A recount from the items themselves: the values that records and counters must have once every change is rolled up.
 */

interface CountedItem {
  readonly owner: Owner;
  readonly item: Key;
  readonly amounts: Amounts;
}

/** The amounts that each item adds, given all items. */
export function countedItems(items: readonly StoredItem[]): CountedItem[] {
  const nameOf = ({ pk, sk }: Key) => `${pk}\n${sk}`;
  const stored = new Map(items.map((item) => [nameOf(keyOf(item)), item]));
  return items.flatMap((item) =>
    contributionsOf(item).map(({ owner, amounts, provided }) => ({
      owner,
      item: keyOf(item),
      amounts: !provided || provided.holds(stored.get(nameOf(provided.item))) ? amounts : {},
    })),
  );
}

/** The counters of each owner, without those that are zero. */
export function recount(items: readonly StoredItem[]) {
  const byOwner = Map.groupBy(countedItems(items), ({ owner }) => ownerName(owner));
  return [...byOwner.values()].flatMap((some) => {
    const [first] = some;
    return first ? [{ owner: first.owner, amounts: total(some.map(({ amounts }) => amounts)) }] : [];
  });
}
