/** What items add to counters, and how such amounts are summed and compared. */

/** An amount to add to one counter: a field of a row, which is an item of an owner (`rowKey`). */
export interface CounterChange {
  readonly row: string;
  readonly field: string;
  readonly by: number;
}

/** The amounts of some counters, by row and by field. */
export type Amounts = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** The sums by row and field. Sums of zero stay, because a display has changed even if its numbers have not. */
export function sums(changes: Iterable<CounterChange>): Amounts {
  const rows: Record<string, Record<string, number>> = {};
  for (const { row, field, by } of changes) {
    rows[row] ??= {};
    rows[row][field] = (rows[row][field] ?? 0) + by;
  }
  return rows;
}

/** The sums by row and field, without those that are zero. */
export const amountsOf = (changes: Iterable<CounterChange>): Amounts =>
  sums(changesIn(sums(changes)).filter(({ by }) => by !== 0));

/** The sums of several amounts, without those that are zero. */
export const total = (all: readonly Amounts[]): Amounts => amountsOf(all.flatMap(changesIn));

/** The counters that differ, with the amount to add to each, in the order of their names. */
export function differences(before: Amounts, after: Amounts): CounterChange[] {
  const removed = changesIn(before).map(({ by, ...counter }) => ({ ...counter, by: -by }));
  return changesIn(amountsOf([...removed, ...changesIn(after)])).sort(byName);
}

/** The amounts as a list of changes. */
function changesIn(amounts: Amounts): CounterChange[] {
  return Object.entries(amounts).flatMap(([row, fields]) =>
    Object.entries(fields).map(([field, by]) => ({ row, field, by })),
  );
}

function byName(a: CounterChange, b: CounterChange): number {
  if (a.row !== b.row) return a.row < b.row ? -1 : 1;
  return a.field < b.field ? -1 : 1;
}
