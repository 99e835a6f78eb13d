import { expect } from 'vitest';
import { total } from '../../shared/rollups/amounts.ts';
import { keyOf } from '../../shared/rollups/contributions.ts';
import { readCounters } from '../../shared/rollups/counters.ts';
import { contributionRecord, type Owner, ownerName } from '../../shared/rollups/items.ts';
import { recount } from '../../shared/rollups/recount.ts';
import type { StoredItem } from '../../shared/table/item.ts';
import type { World } from './world.ts';

/**
 * Once the stream is drained, every counter equals a recount of the items, and the records state what the counters include.
 */
export async function expectCounters(
  world: Pick<World, 'dump' | 'freshTable'> & Partial<Pick<World, 'catchUp'>>,
): Promise<void> {
  await world.catchUp?.();
  const items = await world.dump();
  const records = items.filter(isRecord).map(contributionRecord.parse);
  const counted = new Map(recount(items).map((recounted) => [ownerName(recounted.owner), recounted.amounts]));
  const owners = new Map<string, Owner>(
    [...records, ...recount(items)].map(({ owner }) => [ownerName(owner), owner]),
  );
  for (const [name, owner] of owners) {
    const expected = { [name]: counted.get(name) ?? {} };
    const stored = await readCounters(world.freshTable(), owner);
    expect({ [name]: total([stored]) }).toEqual(expected);
    const recorded = records
      .filter((record) => ownerName(record.owner) === name)
      .map(({ amounts }) => amounts);
    expect({ [name]: total(recorded) }).toEqual(expected);
  }
}

export const isRecord = (item: StoredItem): boolean => keyOf(item).pk.startsWith('ROLLUP#RECORD#');
