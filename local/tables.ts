import {
  CreateTableCommand,
  DynamoDBClient,
  type DynamoDBClientConfig,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import { tableDefinition } from '../shared/table/definition.ts';

/** Creates the table as CDK deploys it. @param stream only where someone reads it. @returns false if it was there. */
export async function createTable(
  connection: DynamoDBClientConfig,
  TableName: string,
  { stream }: { readonly stream: boolean },
): Promise<boolean> {
  const client = new DynamoDBClient(connection);
  const { partitionKey, sortKey, indexes, timeToLive } = tableDefinition;
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
        GlobalSecondaryIndexes: Object.entries(indexes).map(([IndexName, key]) => ({
          IndexName,
          KeySchema: keys(key.partitionKey, key.sortKey),
          Projection: { ProjectionType: 'ALL' as const },
        })),
        ...(stream && {
          StreamSpecification: { StreamEnabled: true, StreamViewType: tableDefinition.stream },
        }),
      }),
    );
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
  } finally {
    client.destroy();
  }
}
