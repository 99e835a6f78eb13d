import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import type { Key, StoredItem } from '../../shared/table/item.ts';
import type { Part, Table } from '../../shared/table/table.ts';

/** DynamoDB's limit of a transaction, and fewer characters than can exceed its limit of 4 MB. */
const MOST = { parts: 100, characters: 1_000_000 };

/**
 * Collects what a test puts and removes, and writes it together before the next request to the table. Tests put thousands of
 * items one after the other, and a transaction for each of them would take longer than the requests under test.
 * @param tableOf the table of a client that does not wait for these writes.
 * @param others the pending writes of another world with the same table.
 */
export function pendingWrites(tableOf: () => Table, others = async (): Promise<unknown> => undefined) {
  const pending = new Map<string, Part>();
  let last: Promise<unknown> = Promise.resolve();

  async function write(parts: readonly Part[]): Promise<void> {
    for (const some of transactions(parts))
      await tableOf().transact(Object.fromEntries(some.map((part, n) => [`${n}`, part])));
  }

  /** Resolves when everything is written. */
  async function written(): Promise<void> {
    await others();
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
    written,
    /** Makes each request of a client wait until everything is written. */
    precede: (documents: DynamoDBDocumentClient): void =>
      documents.middlewareStack.add(
        (next) => async (args) => {
          await written();
          return next(args);
        },
        // After the faults of a test, which may put items before they send a request.
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
