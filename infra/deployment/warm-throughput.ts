import { DescribeTableCommand, DynamoDBClient, UpdateTableCommand } from '@aws-sdk/client-dynamodb';
import type { AwsConnection } from '../aws-connection.ts';
import type { StageConfiguration } from '../stage.ts';

/**
 * The warm throughput of a table and its indexes is in no template: AWS never lowers it, so a release that raised it could not be
 * rolled back, and AWS raises it under load.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/warm-throughput.html
 */
interface Warm {
  readonly ReadUnitsPerSecond?: number | undefined;
  readonly WriteUnitsPerSecond?: number | undefined;
}

/**
 * Raises the warm throughput of the table and of each index to that of the stage, where it is lower.
 * @returns what it raises: `the table`, or the name of an index. AWS takes some minutes for it.
 */
export async function raiseWarmThroughput(
  { tableName: TableName, region, warmThroughput }: StageConfiguration,
  connection: AwsConnection = {},
): Promise<readonly string[]> {
  if (!warmThroughput) return [];
  const client = new DynamoDBClient({ ...connection, region });
  const { Table } = await client.send(new DescribeTableCommand({ TableName }));
  const raised = (now: Warm = {}): Required<Warm> | undefined => {
    const { ReadUnitsPerSecond: reads = 0, WriteUnitsPerSecond: writes = 0 } = now;
    const { readUnits, writeUnits } = warmThroughput;
    if (reads >= readUnits && writes >= writeUnits) return undefined;
    return {
      ReadUnitsPerSecond: Math.max(reads, readUnits),
      WriteUnitsPerSecond: Math.max(writes, writeUnits),
    };
  };
  const ofTable = raised(Table?.WarmThroughput);
  const ofIndexes = (Table?.GlobalSecondaryIndexes ?? []).flatMap(({ IndexName, WarmThroughput }) => {
    const more = raised(WarmThroughput);
    return more ? [{ Update: { IndexName, WarmThroughput: more } }] : [];
  });
  if (!ofTable && ofIndexes.length === 0) return [];
  await client.send(
    new UpdateTableCommand({
      TableName,
      ...(ofTable && { WarmThroughput: ofTable }),
      ...(ofIndexes.length > 0 && { GlobalSecondaryIndexUpdates: ofIndexes }),
    }),
  );
  return [...(ofTable ? ['the table'] : []), ...ofIndexes.map(({ Update }) => String(Update.IndexName))];
}
