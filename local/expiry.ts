import {
  DeleteItemCommand,
  type DynamoDBClient,
  ScanCommand,
  type ScanCommandOutput,
} from '@aws-sdk/client-dynamodb';
import type { Clock } from '../shared/clock.ts';
import { tableDefinition } from '../shared/table/definition.ts';

/**
 * DynamoDB's part of TTL, which the embedded engine leaves out: it deletes, some time after, what its `ttl` has
 * passed. DynamoDB marks such removals in the stream as its own; here they are remembered until the stream shows them.
 */
export interface Expiry {
  /** Deletes what has expired. @returns how many items went. */
  readonly run: () => Promise<number>;
  /** Whether a removal seen in the stream was one of these; asks once for each. */
  readonly wasExpiry: (key: ItemKey) => boolean;
}

export interface ItemKey {
  readonly pk: string;
  readonly sk: string;
}

export function expiry(
  client: DynamoDBClient,
  TableName: string,
  { now }: Pick<Clock, 'now'>,
  timeToLive: string = tableDefinition.timeToLive,
): Expiry {
  const removed = new Set<string>();
  const nameOf = ({ pk, sk }: ItemKey): string => `${pk}\n${sk}`;
  const names = { '#ttl': timeToLive };

  async function remove(key: ItemKey, ttl: string): Promise<boolean> {
    // Before the write: the stream may show it before the answer is here.
    removed.add(nameOf(key));
    try {
      await client.send(
        new DeleteItemCommand({
          TableName,
          Key: { pk: { S: key.pk }, sk: { S: key.sk } },
          // Whoever has prolonged or replaced the item meanwhile keeps it.
          ConditionExpression: '#ttl = :seen',
          ExpressionAttributeNames: names,
          ExpressionAttributeValues: { ':seen': { N: ttl } },
        }),
      );
      return true;
    } catch (error) {
      removed.delete(nameOf(key));
      if (error instanceof Error && error.name === 'ConditionalCheckFailedException') return false;
      throw error;
    }
  }

  return {
    async run() {
      const seconds = Math.floor(now().getTime() / 1000);
      let count = 0;
      let start: ScanCommandOutput['LastEvaluatedKey'];
      do {
        const page: ScanCommandOutput = await client.send(
          new ScanCommand({
            TableName,
            FilterExpression: '#ttl <= :now',
            ProjectionExpression: 'pk, sk, #ttl',
            ExpressionAttributeNames: names,
            ExpressionAttributeValues: { ':now': { N: String(seconds) } },
            ...(start && { ExclusiveStartKey: start }),
          }),
        );
        for (const { pk, sk, [timeToLive]: ttl } of page.Items ?? []) {
          if (pk?.S && sk?.S && ttl?.N && (await remove({ pk: pk.S, sk: sk.S }, ttl.N))) count += 1;
        }
        start = page.LastEvaluatedKey;
      } while (start);
      return count;
    },
    wasExpiry: (key) => removed.delete(nameOf(key)),
  };
}
