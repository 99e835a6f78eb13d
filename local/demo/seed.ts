import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { StoredItem } from '../../shared/table/item.ts';
import { CannotStart } from '../engine/engine.ts';
import { startStream } from '../engine/tables.ts';

/** The initial content of a table: the demo data, or nothing. */
export type SeedKind = 'demo' | 'empty';

/** An item that names the world of the table. It is written last, so its presence proves that seeding is complete. */
const WORLD_MARKER = { pk: 'LOCAL#WORLD', sk: 'WORLD' };

/** The version of the stored shapes. Increase it with each change of them that data of an earlier version does not fit. */
const SHAPES = 4;

/** Seeding uses transactions, because the embedded engine commits batches item by item, which is five times slower. */
const MAX_TRANSACTION_ITEMS = 100;

/** Fills a new table, and then starts its stream, so that the stream tells the workers only of later changes. */
export async function seedTable(
  connection: DynamoDBClientConfig,
  TableName: string,
  { world, items }: { readonly world: SeedKind; readonly items: readonly StoredItem[] },
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
    await startStream(connection, TableName);
    await write([{ ...WORLD_MARKER, world, shapes: SHAPES }]);
  });
}

/** Returns the world of an existing table. @throws {CannotStart} if seeding it was interrupted, or another version has seeded it */
export async function storedWorld(connection: DynamoDBClientConfig, TableName: string): Promise<SeedKind> {
  return withDocuments(connection, async (documents) => {
    const { Item } = await documents.send(
      new GetCommand({ TableName, Key: WORLD_MARKER, ConsistentRead: true }),
    );
    if (!Item) {
      throw new CannotStart(
        `The table ${TableName} exists, but its seeding was interrupted. Delete it and start again.`,
      );
    }
    if (Item['shapes'] !== SHAPES) {
      throw new CannotStart(
        `The table ${TableName} has data of another version of the platform, which this one cannot read. Start with another data folder.`,
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
