import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { BatchWriteCommand, DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import type { Engine } from '../../../local/engine/engine.ts';
import { startEngine } from '../../../local/engine/start-engine.ts';
import { type Expiry, expiry } from '../../../local/events/expiry.ts';
import { streamArnOf } from '../../../local/events/streams.ts';
import type { Clock } from '../../../shared/values/clock.ts';
import type { Deployment } from '../cloudformation/deployment.ts';
import { type Database, database } from './database.ts';
import type { Usage } from './principals.ts';
import { type TableMade, tablesOf } from './tables.ts';

/** The tables of the templates in their own engine, with policies and TTL. */
export interface Storage {
  readonly engine: Engine;
  readonly database: Database;
  /** The main table, which has a stream. */
  readonly main: TableMade;
  /** Deletes all expired items. @returns their number. */
  readonly expire: () => Promise<number>;
  /** Whether TTL deleted the item of a stream record. Call it only once for each record. */
  readonly wasExpiry: Expiry['wasExpiry'];
  /** Deletes all items of all tables. */
  readonly empty: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

export async function startStorage(deployment: Deployment, usage: Usage, clock: Clock): Promise<Storage> {
  const tables = tablesOf(deployment);
  const main = tables.find(({ streamArn }) => streamArn !== undefined);
  if (!main) throw new Error('no template makes a table with a stream');
  const engine = await startEngine(undefined, {});
  try {
    const { connection } = engine;
    await Promise.all(tables.map((table) => table.create(connection)));
    engine.tablesCreated();
    const streams = new Map<string, string>();
    for (const { name, streamArn } of tables) {
      if (streamArn !== undefined) streams.set(streamArn, await streamArnOf(connection, name));
    }
    const arnPrefix = main.arn.slice(0, -main.name.length);
    const behindPolicies = database({ engine: engine.endpoint, tables, arnPrefix, streams, usage });
    const client = new DynamoDBClient(connection);
    const documents = DynamoDBDocumentClient.from(client);
    const expiries = tables.flatMap(({ name, timeToLive }) =>
      timeToLive === undefined ? [] : [{ name, ...expiry(client, name, clock, timeToLive) }],
    );
    return {
      engine,
      database: behindPolicies,
      main,
      expire: async () =>
        (await Promise.all(expiries.map((sweep) => sweep.run()))).reduce((sum, gone) => sum + gone, 0),
      wasExpiry: (key) => expiries.find(({ name }) => name === main.name)?.wasExpiry(key) ?? false,
      empty: async () => void (await Promise.all(tables.map(({ name }) => emptyTable(documents, name)))),
      stop: async () => {
        behindPolicies.close();
        client.destroy();
        await engine.stop();
      },
    };
  } catch (error) {
    await engine.stop();
    throw error;
  }
}

/** The number of items that one batch can delete. */
const BATCH = 25;

async function emptyTable(client: DynamoDBDocumentClient, TableName: string): Promise<void> {
  for await (const { Items = [] } of paginateScan(
    { client },
    { TableName, ProjectionExpression: 'pk, sk' },
  )) {
    for (let n = 0; n < Items.length; n += BATCH) {
      const requests = Items.slice(n, n + BATCH).map((Key) => ({ DeleteRequest: { Key } }));
      await client.send(new BatchWriteCommand({ RequestItems: { [TableName]: requests } }));
    }
  }
}
