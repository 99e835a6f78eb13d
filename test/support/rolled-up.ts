import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { keyOf } from '../../shared/rollups/contributions.ts';
import { type Counted, compare, countedIn, isCorrection, settle } from '../../shared/rollups/settle.ts';
import type { StoredItem } from '../../shared/table/item.ts';
import type { Table } from '../../shared/table/table.ts';

/**
 * Keeps the counters of a test world. In AWS the counters follow about a second after a write. Here they are updated
 * before each request that reads. This code watches the writes of the clients, because the engine's streams would slow
 * every test down.
 * @param tableOf the table with the permissions of the worker.
 */
export function rolledUp(tableOf: () => Table, now: () => Date) {
  /** The owners for which each item that was ever put is counted. The owner of an item never changes. */
  const known = new Map<string, readonly Counted[]>();
  const changed = new Set<string>();
  let last = Promise.resolve();

  async function settleChanges(): Promise<void> {
    const names = [...changed].flatMap((name) => [name, ...certificatesBehind(name)]);
    changed.clear();
    const items = names.flatMap((name) => known.get(name) ?? []);
    if (items.length === 0) return;
    const table = tableOf();
    // Only differences are written, so a request that changes nothing does not change the records either.
    const wrong = await compare(table, items).then(
      (compared) => compared.filter(isCorrection).map(({ counted }) => counted),
      () => items, // One of them cannot be read, and settling skips it.
    );
    await settle(table, wrong, now());
  }

  /** A changed membership changes what the certificates of its account add. */
  function certificatesBehind(name: string): string[] {
    const [pk, sk] = name.split('\n');
    if (!sk?.startsWith('MEMBER#')) return [];
    return [...known.keys()].filter((other) => other.startsWith(`${pk}\nCERTIFICATE#`));
  }

  return {
    /** Records the items that a client writes. */
    watch(documents: DynamoDBDocumentClient): void {
      documents.middlewareStack.add(
        (next) => async (args) => {
          // biome-ignore lint/suspicious/noExplicitAny: inputs of the SDK's commands
          const input = args.input as any;
          const parts = input.TransactItems?.flatMap(Object.values) ?? (input.Item ? [input] : []);
          for (const { Item, Key } of parts as { Item?: StoredItem; Key?: StoredItem }[]) {
            const { pk, sk } = keyOf(Item ?? Key ?? {});
            const name = `${pk}\n${sk}`;
            const counted = Item && readable(Item);
            if (counted) known.set(name, counted);
            if (known.has(name)) changed.add(name);
          }
          return next(args);
        },
        { step: 'initialize', name: 'rolled-up' },
      );
    },
    /** Brings the counters up to date. */
    catchUp(): Promise<void> {
      if (changed.size > 0) last = last.then(settleChanges);
      return last;
    },
  };
}

/** The owners for which an item is counted; none if a test has made the item unreadable. */
function readable(item: StoredItem): readonly Counted[] | undefined {
  try {
    const counted = countedIn(item);
    return counted.length > 0 ? counted : undefined;
  } catch {
    return undefined;
  }
}
