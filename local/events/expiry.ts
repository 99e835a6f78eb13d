import {
  DeleteItemCommand,
  type DynamoDBClient,
  ScanCommand,
  type ScanCommandOutput,
} from '@aws-sdk/client-dynamodb';
import { tableDefinition } from '../../shared/contract/table-definition.ts';
import type { Clock } from '../../shared/values/clock.ts';

/**
 * Imitates DynamoDB's TTL, which the embedded engine does not implement: deletes items some time after their `ttl`.
 * DynamoDB marks these removals in the stream; here they are remembered until the stream contains them.
 */
export interface Expiry {
  /** Deletes expired items. @returns the number of deleted items */
  readonly run: () => Promise<number>;
  /** Returns true if TTL made this removal. Call it once for each removal, because it forgets the key. */
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
    // Remember the key before the write, because the stream may contain the removal before the response arrives.
    removed.add(nameOf(key));
    try {
      await client.send(
        new DeleteItemCommand({
          TableName,
          Key: { pk: { S: key.pk }, sk: { S: key.sk } },
          // Keep an item that was extended or replaced after the scan.
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
