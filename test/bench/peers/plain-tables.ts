import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { attempts, productionPolicy } from '../../../shared/table/attempts.ts';
import type { TableClient, TableClientOptions } from '../../../shared/table/client.ts';
import { newMeter } from '../../../shared/table/meter.ts';
import { tableReads } from '../../../shared/table/reads.ts';
import { tableWrites } from '../../../shared/table/writes.ts';

/** The platform's store over the clients of the SDK as they come, without what the platform removes from them. */
export function plainTables({ tableName, clock, connection = {} }: TableClientOptions): TableClient {
  const client = new DynamoDBClient({ maxAttempts: 1, ...connection });
  const documents = DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
  return {
    session() {
      const meter = newMeter();
      const attempt = attempts(productionPolicy, clock, meter);
      const calls = { documents, tableName, ledgerName: undefined, clock, attempt };
      return { table: { ...tableReads(calls), ...tableWrites(calls) }, meter };
    },
    documents,
    close: () => client.destroy(),
  };
}
