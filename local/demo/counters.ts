import { keyOf } from '../../shared/rollups/contributions.ts';
import { rowKey } from '../../shared/rollups/counters.ts';
import { contributionRecord, DISPLAY_ROW } from '../../shared/rollups/items.ts';
import { countedItems, recount } from '../../shared/rollups/recount.ts';
import type { StoredItem } from '../../shared/table/item.ts';

/** Adds the counters over people and the contribution records, as if the items had been rolled up. */
export function withCounters(items: readonly StoredItem[], at: Date): StoredItem[] {
  const counters = new Map<string, StoredItem>();
  for (const { owner, amounts } of recount(items)) {
    for (const [row, fields] of Object.entries(amounts)) {
      const key = rowKey(owner, row);
      const stamp = row === DISPLAY_ROW && { challengeId: owner.id, changedAt: at.toISOString() };
      counters.set(`${key.pk}\n${key.sk}`, { ...key, ...stamp, ...fields });
    }
  }
  const shown = items.map((item) => {
    const { pk, sk } = keyOf(item);
    const fields = counters.get(`${pk}\n${sk}`);
    counters.delete(`${pk}\n${sk}`);
    return { ...item, ...fields };
  });
  const settledAt = at.toISOString();
  const records = countedItems(items).map((counted) =>
    contributionRecord.stored({ ...counted, revision: 1, settledAt }),
  );
  return [...shown, ...counters.values(), ...records];
}
