import { contributionsOf, keyOf } from '../../shared/rollups/contributions.ts';
import { contributionRecord } from '../../shared/rollups/items.ts';
import type { StoredItem } from '../../shared/table/item.ts';
import type { World } from '../support/world.ts';

/** Creates the items that a test starts from, in the form in which the stores write them. */

export const iso = (time: Date): string => time.toISOString();

/** Puts an item and the record that the counters include it. The caller adds it to the counters. */
export async function putCounted(world: World, item: StoredItem): Promise<void> {
  const records = contributionsOf(item).map(({ owner, amounts }) =>
    contributionRecord.stored({
      ...{ owner, item: keyOf(item), amounts },
      ...{ revision: 1, settledAt: iso(world.now()) },
    }),
  );
  await world.put(item, ...records);
}
