import { keyOf } from '../../shared/rollups/contributions.ts';
import { rowKey, rowOf } from '../../shared/rollups/counters.ts';
import { contributionRecord } from '../../shared/rollups/items.ts';
import { countedItems, recount } from '../../shared/rollups/recount.ts';
import type { StoredItem } from '../../shared/table/item.ts';

/** Adds the counters over people and the contribution records, as if the items had been rolled up. */
export function withCounters(items: readonly StoredItem[], at: Date): StoredItem[] {
  const counters = new Map<string, StoredItem>();
  for (const { owner, amounts } of recount(items)) {
    for (const [counter, amount] of Object.entries(amounts)) {
      const row = rowOf(counter);
      const key = rowKey(owner, row);
      const name = `${key.pk}\n${key.sk}`;
      const stamp = row === 'display' && { challengeId: owner.id, changedAt: at.toISOString() };
      const field = { [counter.slice(row.length + 1)]: amount };
      counters.set(name, { ...key, ...stamp, ...counters.get(name), ...field });
    }
  }
  const shown = items.map((item) => {
    const { pk, sk } = keyOf(item);
    const fields = counters.get(`${pk}\n${sk}`);
    counters.delete(`${pk}\n${sk}`);
    return { ...item, ...fields };
  });
  const settledAt = at.toISOString();
  const records = countedItems(items).map((one) =>
    contributionRecord.stored({ ...one, revision: 1, settledAt }),
  );
  return [...shown, ...counters.values(), ...records];
}
