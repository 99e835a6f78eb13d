import { isDeepStrictEqual } from 'node:util';
import type { StoredItem } from '../../shared/table/item.ts';
import type { Part } from '../../shared/table/table.ts';
import type { World } from './world.ts';

interface Memory {
  /**
   * Restores all items. @returns whether anything had changed. @param after the current items, if they were read
   * already.
   */
  readonly restore: (after?: readonly StoredItem[]) => Promise<boolean>;
}

/** The limit of DynamoDB for one transaction. */
const MAX_PARTS = 100;

/** Reads all items of the table, to restore them later. */
export async function remembered(world: World): Promise<Memory> {
  const before = await world.dump();
  return {
    async restore(found) {
      const after = found ?? (await world.dump());
      if (isDeepStrictEqual(after, before)) return false;
      const known = byKey(before);
      const there = byKey(after);
      const lost = before.filter((item) => !isDeepStrictEqual(there.get(keyOf(item)), item));
      const added = after.filter((item) => !known.has(keyOf(item)));
      const parts: Part[] = [
        ...lost.map((Item) => ({ Put: { Item } })),
        ...added.map(({ pk, sk }) => ({ Delete: { Key: { pk: String(pk), sk: String(sk) } } })),
      ];
      for (let n = 0; n < parts.length; n += MAX_PARTS) {
        const some = parts.slice(n, n + MAX_PARTS).map((part, m) => [`${m}`, part] as const);
        await world.freshTable().transact(Object.fromEntries(some));
      }
      return true;
    },
  };
}

const keyOf = ({ pk, sk }: StoredItem) => `${pk}\n${sk}`;
const byKey = (items: readonly StoredItem[]) => new Map(items.map((item) => [keyOf(item), item]));
