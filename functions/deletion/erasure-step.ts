import { uncounting } from '../../shared/rollups/settle.ts';
import { transactGroups } from '../../shared/table/groups.ts';
import type { StoredItem } from '../../shared/table/item.ts';
import { type List, pages } from '../../shared/table/pages.ts';
import type { Part, Reads, Table, TransactionParts } from '../../shared/table/table.ts';
import type { AccountId } from '../../shared/values/resources.ts';

/** A transaction of an erasure. */
export interface ErasureStep {
  readonly parts: TransactionParts;
  /** The counted item that the step deletes. */
  readonly deletes?: StoredItem;
}

/**
 * Finds the steps that are still to be done in an area, page by page: an account may have a million items. A page may be
 * empty.
 */
export type Erasures = (
  table: Reads,
  accountId: AccountId,
  at: Date,
) => AsyncGenerator<readonly ErasureStep[]>;

/** Items of a list that are held in memory. */
const PAGE = 500;

/** Finds the steps for all items of a list. */
export async function* stepsOf(
  table: Reads,
  list: List,
  stepsFor: (item: StoredItem) => readonly ErasureStep[] | Promise<readonly ErasureStep[]>,
): AsyncGenerator<readonly ErasureStep[]> {
  for await (const items of pages(table, list, { size: PAGE })) {
    const steps: ErasureStep[] = [];
    for (const item of items) steps.push(...(await stepsFor(item)));
    yield steps;
  }
}

/**
 * The limit of DynamoDB for one transaction.
 * https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html
 */
const MAX_PARTS = 100;

/**
 * Takes the steps of a page. A step that deletes a counted item is a transaction of its own, which also subtracts the item
 * from the counters, so no contribution record of an erased account holds an amount. The others are taken together. If a
 * concurrent write wins, nothing happens, and the next pass finds the step again.
 * @param isOver is true when no further transaction may begin.
 */
export async function takeSteps(
  table: Table,
  steps: readonly ErasureStep[],
  at: Date,
  isOver: () => boolean,
): Promise<void> {
  for (const { parts, deletes } of steps) {
    if (!deletes || isOver()) continue;
    const uncounted = await uncounting(table, deletes, at);
    await transactGroups(table, { step: Object.values(parts), uncounted });
  }
  for (const together of fitting(steps.filter(({ deletes }) => !deletes))) {
    if (isOver()) return;
    const taken = await transactGroups(table, { steps: together.flat() });
    if (taken.size === 0 || together.length === 1) continue;
    for (const step of together) await transactGroups(table, { step });
  }
}

/** Groups steps into transactions. No two parts of a transaction may write the same item. */
function fitting(steps: readonly ErasureStep[]): (readonly Part[])[][] {
  const groups: (readonly Part[])[][] = [];
  let keys = new Set<string>();
  for (const { parts } of steps) {
    const own = Object.values(parts);
    const ownKeys = own.map(keyOf);
    if (groups.length === 0 || keys.size + own.length > MAX_PARTS || ownKeys.some((key) => keys.has(key))) {
      groups.push([]);
      keys = new Set();
    }
    groups.at(-1)?.push(own);
    for (const key of ownKeys) keys.add(key);
  }
  return groups;
}

function keyOf(part: Part): string {
  const [write] = Object.values(part) as { readonly Key?: StoredItem; readonly Item?: StoredItem }[];
  const { pk, sk } = write?.Key ?? write?.Item ?? {};
  return `${pk} ${sk}`;
}
