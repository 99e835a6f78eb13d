import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { StoredItem } from '../shared/table/item.ts';
import { CannotStart } from './engine.ts';

/** What a new table begins with: the people and things of the demo world, or nothing. */
export type World = 'demo' | 'empty';

/** Says in the table itself which world it is. Written last: where it stands, all the rest does. */
const WORLD_MARKER = { pk: 'LOCAL#WORLD', sk: 'WORLD' };

/** The embedded engine commits item by item in a batch, but a transaction at once: five times as fast. */
const MAX_TRANSACTION_ITEMS = 100;

export async function seedTable(
  connection: DynamoDBClientConfig,
  TableName: string,
  { world, items }: { readonly world: World; readonly items: readonly StoredItem[] },
): Promise<void> {
  await withDocuments(connection, async (documents) => {
    const write = (some: readonly StoredItem[]) =>
      documents.send(
        new TransactWriteCommand({ TransactItems: some.map((Item) => ({ Put: { TableName, Item } })) }),
      );
    const batches = Array.from({ length: Math.ceil(items.length / MAX_TRANSACTION_ITEMS) }, (_, n) =>
      items.slice(n * MAX_TRANSACTION_ITEMS, (n + 1) * MAX_TRANSACTION_ITEMS),
    );
    await Promise.all(batches.map(write));
    await write([{ ...WORLD_MARKER, world }]);
  });
}

/** Which world a table holds that was there: it is used as it is. @throws {CannotStart} when filling it was cut short. */
export async function storedWorld(connection: DynamoDBClientConfig, TableName: string): Promise<World> {
  return withDocuments(connection, async (documents) => {
    const { Item } = await documents.send(
      new GetCommand({ TableName, Key: WORLD_MARKER, ConsistentRead: true }),
    );
    if (!Item) {
      throw new CannotStart(
        `The table ${TableName} is there but was never filled to the end; remove it and start again.`,
      );
    }
    return Item['world'] === 'empty' ? 'empty' : 'demo';
  });
}

async function withDocuments<T>(
  connection: DynamoDBClientConfig,
  task: (documents: DynamoDBDocumentClient) => Promise<T>,
): Promise<T> {
  const client = new DynamoDBClient(connection);
  try {
    return await task(
      DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } }),
    );
  } finally {
    client.destroy();
  }
}
