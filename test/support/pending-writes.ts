import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import type { Key, StoredItem } from '../../shared/table/item.ts';
import type { Part, Table } from '../../shared/table/table.ts';

/** DynamoDB accepts at most 100 parts and 4 MB in a transaction. A million characters need at most 3 MB. */
const MOST = { parts: 100, characters: 1_000_000 };

/**
 * Collects what a test puts and removes, and writes it together before the next request to the table. Tests put thousands of
 * items one after the other, and a transaction for each of them would take longer than the requests under test.
 * @param tableOf the table of a client that does not wait for these writes.
 * @param flushOthers writes what is pending in another world with the same table.
 */
export function pendingWrites(tableOf: () => Table, flushOthers = async (): Promise<void> => {}) {
  const pending = new Map<string, Part>();
  let last: Promise<unknown> = Promise.resolve();

  async function write(parts: readonly Part[]): Promise<void> {
    for (const some of transactions(parts))
      await tableOf().transact(Object.fromEntries(some.map((part, n) => [`${n}`, part])));
  }

  /** Writes everything that is pending. */
  async function flush(): Promise<void> {
    await flushOthers();
    if (pending.size > 0) {
      const parts = [...pending.values()];
      pending.clear();
      last = last.then(() => write(parts));
    }
    await last;
  }

  return {
    put: (item: StoredItem): void => void pending.set(nameOf(item), { Put: { Item: item } }),
    remove: (Key: Key): void => void pending.set(nameOf(Key), { Delete: { Key } }),
    /** The item with this key as the table will return it, if it is not written yet; `undefined` for a removed one. */
    find(key: Key): { readonly item: StoredItem | undefined } | undefined {
      const part = pending.get(nameOf(key));
      return part && { item: 'Put' in part ? asStored(part.Put.Item) : undefined };
    },
    flush,
    /** Makes each request of a client wait until nothing is pending. */
    precede: (documents: DynamoDBDocumentClient): void =>
      documents.middlewareStack.add(
        (next) => async (args) => {
          await flush();
          return next(args);
        },
        // This runs after the faults of a test, because a fault may put items before it sends its request.
        { step: 'finalizeRequest', priority: 'low', name: 'pending-writes' },
      ),
  };
}

const nameOf = ({ pk, sk }: Key | StoredItem): string => `${pk}\n${sk}`;

const asStored = (item: StoredItem): StoredItem =>
  unmarshall(marshall(item, { removeUndefinedValues: true })) as StoredItem;

function* transactions(parts: readonly Part[]): Generator<readonly Part[]> {
  let some: Part[] = [];
  let characters = 0;
  for (const part of parts) {
    const { length } = JSON.stringify(part);
    if (some.length === MOST.parts || (some.length > 0 && characters + length > MOST.characters)) {
      yield some;
      [some, characters] = [[], 0];
    }
    some.push(part);
    characters += length;
  }
  if (some.length > 0) yield some;
}
