import { uncounting } from '../../shared/rollups/settle.ts';
import { transactGroups } from '../../shared/table/groups.ts';
import type { StoredItem } from '../../shared/table/item.ts';
import type { Table, TransactionParts } from '../../shared/table/table.ts';

/** One transaction of an erasure. */
export interface ErasureStep {
  readonly parts: TransactionParts;
  /** The counted item that the step deletes. */
  readonly deletes?: StoredItem;
}

/**
 * Takes a step. The same transaction subtracts the item that it deletes from the counters, so no contribution record of
 * an erased account holds an amount. If a concurrent write wins, nothing happens, and the next pass finds the step
 * again.
 */
export async function takeStep(table: Table, { parts, deletes }: ErasureStep, at: Date): Promise<void> {
  const uncounted = deletes ? await uncounting(table, deletes, at) : [];
  await transactGroups(table, { step: Object.values(parts), uncounted });
}
