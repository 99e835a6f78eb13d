import { DescribeTableCommand, DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
  type _Record as StoredRecord,
} from '@aws-sdk/client-dynamodb-streams';
import type { StreamRecord } from './deliveries.ts';
import type { ItemKey } from './expiry.ts';

/** Reads a table's stream shard by shard, oldest records first. */
export interface Stream {
  /** Passes all new records to `take`, and resolves when they have been processed. */
  readonly poll: (take: (records: readonly StreamRecord[]) => Promise<void>) => Promise<void>;
  readonly close: () => void;
}

export interface StreamOptions {
  readonly connection: DynamoDBClientConfig;
  readonly tableName: string;
  /** By default, a call to DescribeTable finds it. */
  readonly streamArn?: string;
  /** `beginning` for an existing table, so that records which an earlier run did not process are not lost. */
  readonly from: 'beginning' | 'now';
  readonly wasExpiry: (key: ItemKey) => boolean;
}

const TTL_IDENTITY = { type: 'Service', principalId: 'dynamodb.amazonaws.com' };
/** The number of polls between two searches for new shards. */
const SHARD_REFRESH_POLLS = 40;

export async function openStream({
  connection,
  tableName,
  streamArn,
  from,
  wasExpiry,
}: StreamOptions): Promise<Stream> {
  const { endpoint, region, credentials } = connection;
  const client = new DynamoDBStreamsClient({
    ...(endpoint && { endpoint }),
    ...(region && { region }),
    ...(credentials && { credentials }),
  });
  const StreamArn = streamArn ?? (await streamArnOf(connection, tableName));
  const openedAt = new Date();
  const iterators = new Map<string, string | undefined>();
  let polls = 0;

  await findShards(from === 'now' ? 'LATEST' : 'TRIM_HORIZON');

  async function findShards(ShardIteratorType: 'LATEST' | 'TRIM_HORIZON'): Promise<void> {
    let last: string | undefined;
    do {
      const { StreamDescription } = await client.send(
        new DescribeStreamCommand({ StreamArn, ...(last && { ExclusiveStartShardId: last }) }),
      );
      for (const { ShardId } of StreamDescription?.Shards ?? []) {
        if (!ShardId || iterators.has(ShardId)) continue;
        const { ShardIterator } = await client.send(
          new GetShardIteratorCommand({ StreamArn, ShardId, ShardIteratorType }),
        );
        iterators.set(ShardId, ShardIterator);
      }
      last = StreamDescription?.LastEvaluatedShardId;
    } while (last);
  }

  return {
    async poll(take) {
      if (++polls % SHARD_REFRESH_POLLS === 0) await findShards('TRIM_HORIZON');
      for (const [shard, first] of iterators) {
        let iterator = first;
        let read = 1;
        while (iterator && read > 0) {
          const { Records = [], NextShardIterator } = await client.send(
            new GetRecordsCommand({ ShardIterator: iterator }),
          );
          await take(Records.map((record) => lambdaRecord(record, isExpiry)));
          // Advance only after the records have been processed, so that a failed poll reads them again.
          iterators.set(shard, NextShardIterator);
          iterator = NextShardIterator;
          read = Records.length;
        }
      }
    },
    close: () => client.destroy(),
  };

  /** The TTL removals of an earlier run are unknown, so all its removals of items with a `ttl` count as TTL's. Workers tolerate that. */
  function isExpiry({ dynamodb }: StoredRecord): boolean {
    const { Keys, OldImage, ApproximateCreationDateTime } = dynamodb ?? {};
    if (wasExpiry({ pk: Keys?.['pk']?.S ?? '', sk: Keys?.['sk']?.S ?? '' })) return true;
    const earlier = ApproximateCreationDateTime !== undefined && ApproximateCreationDateTime < openedAt;
    return from === 'beginning' && earlier && OldImage?.['ttl'] !== undefined;
  }
}

export async function streamArnOf(connection: DynamoDBClientConfig, TableName: string): Promise<string> {
  const client = new DynamoDBClient(connection);
  try {
    const { Table } = await client.send(new DescribeTableCommand({ TableName }));
    if (!Table?.LatestStreamArn) throw new Error(`The table ${TableName} has no stream.`);
    return Table.LatestStreamArn;
  } finally {
    client.destroy();
  }
}

/** Converts a record to Lambda's format. If the engine marks TTL removals itself, its mark is kept. */
function lambdaRecord(record: StoredRecord, isExpiry: (record: StoredRecord) => boolean): StreamRecord {
  const { eventName, userIdentity, dynamodb } = record;
  const { ApproximateCreationDateTime, SequenceNumber, Keys, OldImage, NewImage } = dynamodb ?? {};
  const identity = userIdentity
    ? { type: userIdentity.Type ?? '', principalId: userIdentity.PrincipalId ?? '' }
    : eventName === 'REMOVE' && isExpiry(record)
      ? TTL_IDENTITY
      : undefined;
  return {
    ...(eventName && { eventName }),
    ...(identity && { userIdentity: identity }),
    dynamodb: {
      ...(ApproximateCreationDateTime && {
        ApproximateCreationDateTime: Math.floor(ApproximateCreationDateTime.getTime() / 1000),
      }),
      ...(SequenceNumber && { SequenceNumber }),
      ...(Keys && { Keys }),
      ...(OldImage && { OldImage }),
      ...(NewImage && { NewImage }),
    } as NonNullable<StreamRecord['dynamodb']>,
  };
}
