import type { Amounts } from '../../shared/rollups/contributions.ts';
import { rowOf } from '../../shared/rollups/counters.ts';

/** Counters by their row: the fields of the item that stores them. */
export function rowsOf(amounts: Amounts): ReadonlyMap<string, Readonly<Record<string, number>>> {
  const rows = Map.groupBy(Object.entries(amounts), ([counter]) => rowOf(counter));
  return new Map(
    [...rows].map(([row, some]) => [
      row,
      Object.fromEntries(some.map(([counter, amount]) => [counter.slice(row.length + 1), amount])),
    ]),
  );
}
