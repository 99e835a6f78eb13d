import {
  CreateTableCommand,
  DynamoDBClient,
  type DynamoDBClientConfig,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import { ledgerDefinition, tableDefinition } from '../../shared/contract/table-definition.ts';

/** Creates the table as CDK defines it, with a stream only if needed. @returns false if the table exists */
export function createTable(
  connection: DynamoDBClientConfig,
  name: string,
  { stream }: { readonly stream: boolean },
): Promise<boolean> {
  return withClient(connection, (client) =>
    create(client, name, { ...tableDefinition, stream: stream ? tableDefinition.stream : undefined }),
  );
}

/** Creates the table of a test, whose items do not expire, with a client that exists. */
export const createTestTable = (client: Pick<DynamoDBClient, 'send'>, name: string): Promise<boolean> =>
  create(client, name, { ...tableDefinition, timeToLive: undefined, stream: undefined });

/** Starts the stream of a table that has none. */
export async function startStream(connection: DynamoDBClientConfig, TableName: string): Promise<void> {
  const StreamSpecification = { StreamEnabled: true, StreamViewType: tableDefinition.stream };
  await withClient(connection, (client) =>
    client.send(new UpdateTableCommand({ TableName, StreamSpecification })),
  );
}

/** Creates the ledger of deletions. @returns false if the table exists */
export function createLedger(connection: DynamoDBClientConfig, name: string): Promise<boolean> {
  return withClient(connection, (client) =>
    create(client, name, { ...ledgerDefinition, indexes: {}, stream: undefined }),
  );
}

async function withClient<T>(
  connection: DynamoDBClientConfig,
  use: (client: DynamoDBClient) => Promise<T>,
): Promise<T> {
  const client = new DynamoDBClient(connection);
  try {
    return await use(client);
  } finally {
    client.destroy();
  }
}

interface Definition extends Record<'partitionKey' | 'sortKey', string> {
  readonly timeToLive: string | undefined;
  readonly indexes: Readonly<Record<string, { readonly partitionKey: string; readonly sortKey: string }>>;
  readonly stream: 'NEW_AND_OLD_IMAGES' | undefined;
}

async function create(
  client: Pick<DynamoDBClient, 'send'>,
  TableName: string,
  { partitionKey, sortKey, indexes, timeToLive, stream }: Definition,
): Promise<boolean> {
  const keys = (pk: string, sk: string) => [
    { AttributeName: pk, KeyType: 'HASH' as const },
    { AttributeName: sk, KeyType: 'RANGE' as const },
  ];
  const all = [{ partitionKey, sortKey }, ...Object.values(indexes)];
  try {
    await client.send(
      new CreateTableCommand({
        TableName,
        BillingMode: 'PAY_PER_REQUEST',
        KeySchema: keys(partitionKey, sortKey),
        AttributeDefinitions: all
          .flatMap((key) => [key.partitionKey, key.sortKey])
          .map((AttributeName) => ({ AttributeName, AttributeType: 'S' as const })),
        ...(Object.keys(indexes).length > 0 && {
          GlobalSecondaryIndexes: Object.entries(indexes).map(([IndexName, key]) => ({
            IndexName,
            KeySchema: keys(key.partitionKey, key.sortKey),
            Projection: { ProjectionType: 'ALL' as const },
          })),
        }),
        ...(stream && { StreamSpecification: { StreamEnabled: true, StreamViewType: stream } }),
      }),
    );
    if (timeToLive !== undefined)
      await client.send(
        new UpdateTimeToLiveCommand({
          TableName,
          TimeToLiveSpecification: { AttributeName: timeToLive, Enabled: true },
        }),
      );
    return true;
  } catch (error) {
    if (error instanceof Error && error.name === 'ResourceInUseException') return false;
    throw error;
  }
}
