import { type Owner, ownerName } from '../items/rollups.ts';
import type { StoredItem } from '../table/item.ts';
import { type Amounts, contributionsOf, keyOf } from './contributions.ts';

/** The counters of one owner. */
export interface Recount {
  readonly owner: Owner;
  readonly amounts: Amounts;
}

/** Counts all items from scratch: what the counters must be once every change has been rolled up. */
export function recount(items: readonly StoredItem[]): Recount[] {
  const nameOf = ({ pk, sk }: { readonly pk: string; readonly sk: string }) => `${pk}\n${sk}`;
  const stored = new Map(items.map((item) => [nameOf(keyOf(item)), item]));
  const counting = items
    .flatMap(contributionsOf)
    .filter(({ provided }) => !provided || provided.holds(stored.get(nameOf(provided.item))));
  const byOwner = Map.groupBy(counting, ({ owner }) => ownerName(owner));
  return [...byOwner.values()].flatMap((some) => {
    const [first] = some;
    return first ? [{ owner: first.owner, amounts: total(some.map(({ amounts }) => amounts)) }] : [];
  });
}

/** The sums by counter, without those that are zero. */
export function total(all: readonly Amounts[]): Amounts {
  const sums = new Map<string, number>();
  for (const amounts of all) {
    for (const [counter, amount] of Object.entries(amounts))
      sums.set(counter, (sums.get(counter) ?? 0) + amount);
  }
  return Object.fromEntries([...sums].filter(([, amount]) => amount !== 0));
}
