import {
  CreateTableCommand,
  type CreateTableCommandInput,
  DynamoDBClient,
  type DynamoDBClientConfig,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import * as z from 'zod/mini';
import type { Deployment } from '../cloudformation/deployment.ts';
import type { Resource } from '../cloudformation/resource.ts';
import type { TableKeys } from './table-actions.ts';

/** A table of a template. */
export interface TableMade extends TableKeys {
  readonly region: string;
  readonly arn: string;
  readonly streamArn: string | undefined;
  readonly timeToLive: string | undefined;
  /** Creates the table in an engine. */
  readonly create: (connection: DynamoDBClientConfig) => Promise<void>;
}

const Keys = z.array(z.object({ AttributeName: z.string(), KeyType: z.enum(['HASH', 'RANGE']) }));
const Table = z.object({
  KeySchema: Keys,
  AttributeDefinitions: z.array(
    z.object({ AttributeName: z.string(), AttributeType: z.enum(['S', 'N', 'B']) }),
  ),
  GlobalSecondaryIndexes: z.optional(
    z.array(
      z.object({
        IndexName: z.string(),
        KeySchema: Keys,
        Projection: z.object({ ProjectionType: z.enum(['ALL', 'KEYS_ONLY', 'INCLUDE']) }),
      }),
    ),
  ),
  StreamSpecification: z.optional(
    z.object({ StreamViewType: z.enum(['NEW_IMAGE', 'OLD_IMAGE', 'NEW_AND_OLD_IMAGES', 'KEYS_ONLY']) }),
  ),
  TimeToLiveSpecification: z.optional(z.object({ AttributeName: z.string(), Enabled: z.boolean() })),
});

export function tablesOf(deployment: Deployment): readonly TableMade[] {
  return deployment.ofType('AWS::DynamoDB::Table').map(tableOf);
}

function tableOf(resource: Resource): TableMade {
  const { KeySchema, AttributeDefinitions, GlobalSecondaryIndexes = [], ...specified } = resource.read(Table);
  const { StreamSpecification, TimeToLiveSpecification } = specified;
  const TableName = resource.ref();
  const timeToLive = TimeToLiveSpecification?.Enabled ? TimeToLiveSpecification.AttributeName : undefined;
  const input: CreateTableCommandInput = {
    TableName,
    BillingMode: 'PAY_PER_REQUEST',
    KeySchema,
    AttributeDefinitions,
    ...(GlobalSecondaryIndexes.length > 0 && { GlobalSecondaryIndexes }),
    ...(StreamSpecification && { StreamSpecification: { StreamEnabled: true, ...StreamSpecification } }),
  };
  return {
    name: TableName,
    region: resource.region,
    arn: resource.attribute('Arn'),
    streamArn: StreamSpecification && resource.attribute('StreamArn'),
    timeToLive,
    partitionKey: partitionOf(KeySchema),
    indexes: new Map(GlobalSecondaryIndexes.map((index) => [index.IndexName, partitionOf(index.KeySchema)])),
    async create(connection) {
      const client = new DynamoDBClient(connection);
      try {
        await client.send(new CreateTableCommand(input));
        if (timeToLive === undefined) return;
        const TimeToLiveSpecification = { AttributeName: timeToLive, Enabled: true };
        await client.send(new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification }));
      } finally {
        client.destroy();
      }
    },
  };
}

function partitionOf(keys: z.infer<typeof Keys>): string {
  return keys.find(({ KeyType }) => KeyType === 'HASH')?.AttributeName ?? '';
}
