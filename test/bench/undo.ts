import type { Key, StoredItem } from '../../shared/table/item.ts';
import type { World } from '../support/world.ts';

/** Remembers the items that requests change, to put them back. It replaces the fault of the world. */
export function undoing(world: World) {
  const before = new Map<string, { readonly key: Key; readonly item: StoredItem | undefined }>();
  let spent = 0;
  world.setFault(async ({ command, input, send }) => {
    if (command === 'TransactWrite') {
      const startedAt = performance.now();
      for (const key of keysOf(input.TransactItems, world.tableName)) {
        const name = `${key.pk}\n${key.sk}`;
        if (!before.has(name)) before.set(name, { key, item: await world.item(key) });
      }
      spent += performance.now() - startedAt;
    }
    return send();
  });
  return {
    /** The milliseconds that remembering has taken. */
    spent: () => spent,
    async undo(): Promise<void> {
      world.setFault(undefined);
      for (const { key, item } of before.values()) await (item ? world.put(item) : world.remove(key));
    },
  };
}

type Write = { readonly TableName: string } & ({ readonly Item: StoredItem } | { readonly Key: Key });

function keysOf(parts: readonly Readonly<Record<string, Write>>[], table: string): Key[] {
  return parts.flatMap(({ ConditionCheck: _, ...writes }) =>
    Object.values(writes).flatMap((write) => {
      if (write.TableName !== table) return [];
      const { pk, sk } = 'Item' in write ? write.Item : write.Key;
      return [{ pk: String(pk), sk: String(sk) }];
    }),
  );
}
