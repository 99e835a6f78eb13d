import { randomUUID } from 'node:crypto';
import {
  BatchGetItemCommand,
  DynamoDBClient,
  PutItemCommand,
  QueryCommand,
  TransactWriteItemsCommand,
} from '@aws-sdk/client-dynamodb';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTable } from '../../../local/engine/tables.ts';
import { productionPolicy } from '../../../shared/table/attempts.ts';
import { tableClient } from '../../../shared/table/client.ts';
import { systemClock } from '../../../shared/values/clock.ts';
import { uncheckedConnection } from '../connection.ts';
import { hostileEngine, laggingEndpoint } from './hostile-engine.ts';

/** The number of requests in a test: each trouble strikes at least one of them. */
const MANY = 60;

const TableName = `hostile-${randomUUID()}`;
/** Each test writes to a partition of its own. */
let pk: string;
let proxy: Awaited<ReturnType<typeof hostileEngine>>;
let client: DynamoDBClient;

async function startWith(seed: number): Promise<void> {
  const connection = uncheckedConnection();
  proxy = await hostileEngine(connection.endpoint, seed);
  client = new DynamoDBClient({ ...connection, endpoint: proxy.endpoint, maxAttempts: 1 });
  await createTable(connection, TableName, { stream: false });
}
async function stop(): Promise<void> {
  client.destroy();
  await proxy.stop();
}
beforeEach(() => {
  pk = randomUUID();
  return startWith(1);
});
afterEach(stop);

const keyOf = (sk: string) => ({ pk: { S: pk }, sk: { S: sk } });
const nameOf = (error: unknown) => (error instanceof Error ? error.name : 'none');
const put = (sk: string) => client.send(new PutItemCommand({ TableName, Item: keyOf(sk) })).catch(nameOf);
const transact = (...sks: string[]) =>
  client.send(
    new TransactWriteItemsCommand({
      TransactItems: sks.map((sk) => ({ Put: { TableName, Item: keyOf(sk) } })),
    }),
  );
const batch = (sks: readonly string[]) =>
  client.send(
    new BatchGetItemCommand({
      RequestItems: { [TableName]: { Keys: sks.map(keyOf), ConsistentRead: true } },
    }),
  );
const page = (more: object = {}) =>
  client.send(
    new QueryCommand({
      TableName,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': { S: pk } },
      ...more,
    }),
  );
const numbers = Array.from({ length: 12 }, (_, n) => `${n}`.padStart(2, '0'));

/** Puts until each number is there. */
async function putAll(): Promise<void> {
  for (const n of numbers) while (typeof (await put(n)) === 'string');
}

describe('a hostile engine', () => {
  it('refuses writes because of conflicts, in each form, and then has written nothing', async () => {
    const heard = new Set<string>();
    for (let n = 0; n < MANY; n++) {
      const [sk, other] = [`t${n} a`, `t${n} b`];
      const error = await transact(sk, other).then(
        () => undefined,
        (cause: unknown) => cause,
      );
      const there = (await batch([sk])).Responses?.[TableName] ?? [];
      expect(there).toHaveLength(error === undefined ? 1 : 0);
      if (error !== undefined) heard.add(nameOf(error));
      const reasons =
        error instanceof Object && 'CancellationReasons' in error ? error.CancellationReasons : undefined;
      if (reasons)
        expect(reasons).toEqual(
          expect.arrayContaining([
            expect.objectContaining({ Code: 'TransactionConflict' }),
            { Code: 'None' },
          ]),
        );
      const alone = await put(`p${n}`);
      if (typeof alone === 'string') heard.add(alone);
    }
    expect([...heard].sort()).toEqual([
      'TransactionCanceledException',
      'TransactionConflictException',
      'TransactionInProgressException',
    ]);
  });

  it('reads the keys of a batch in several calls, in any order, and leaves some unprocessed', async () => {
    await putAll();
    const orders = new Set<string>();
    let isPartial = false;
    for (let n = 0; n < MANY; n++) {
      const { Responses, UnprocessedKeys } = await batch(numbers);
      const read = (Responses?.[TableName] ?? []).map(({ sk }) => sk?.S ?? '');
      const left = (UnprocessedKeys?.[TableName]?.Keys ?? []).map(({ sk }) => sk?.S ?? '');
      expect([...read, ...left].sort()).toEqual(numbers);
      expect(read.length).toBeGreaterThan(0);
      isPartial ||= left.length > 0;
      orders.add(read.join());
    }
    expect(isPartial).toBe(true);
    expect(orders.size).toBeGreaterThan(MANY / 2);
    const { split, partial } = proxy.struck();
    expect([split > 0, partial > 0]).toEqual([true, true]);
  });

  it('lets a write come between the keys of a batch', async () => {
    await putAll();
    let isTorn = false;
    for (let n = 0; n < MANY && !isTorn; n++) {
      const keys = numbers.map((sk) => `${n} ${sk}`);
      const [{ Responses }] = await Promise.all([batch(keys), transact(...keys).catch(nameOf)]);
      const read = Responses?.[TableName]?.length ?? 0;
      isTorn = read > 0 && read < keys.length;
    }
    expect(isTorn).toBe(true);
  });

  it('ends pages early, and returns each item on one of them', async () => {
    await putAll();
    let isShort = false;
    for (let n = 0; n < MANY / 4; n++) {
      const found: string[] = [];
      let start: Record<string, { S: string }> | undefined;
      do {
        const { Items = [], LastEvaluatedKey } = await page(start && { ExclusiveStartKey: start });
        found.push(...Items.map(({ sk }) => sk?.S ?? ''));
        start = LastEvaluatedKey && keyOf(LastEvaluatedKey['sk']?.S ?? '');
        isShort ||= start !== undefined;
      } while (start);
      expect(found).toEqual(numbers);
    }
    expect(isShort).toBe(true);
  });

  it('does the same to the same requests with the same seed', async () => {
    const heard = async () => {
      const answers: unknown[] = [];
      for (let n = 0; n < MANY; n++) answers.push(await transact(`s${n}`).then(() => 'written', nameOf));
      return [answers, proxy.struck()];
    };
    const first = await heard();
    await stop();
    await startWith(1);
    expect(await heard()).toEqual(first);
    await stop();
    await startWith(2);
    expect(await heard()).not.toEqual(first);
  });

  it('has a second endpoint, whose indexes show each change later', async () => {
    const endpoint = laggingEndpoint(proxy.endpoint);
    const connection = { ...uncheckedConnection(), endpoint };
    const tableName = `lagging-${randomUUID()}`;
    await createTable(connection, tableName, { stream: false });
    const policy = { ...productionPolicy, deadline: 60_000, requestTimeout: 60_000 };
    const tables = tableClient({ tableName, clock: systemClock, policy, connection });
    const { table } = tables.session();
    const lags: number[] = [];
    for (let n = 0; n < MANY / 4; n++) {
      const item = { pk: `ACCOUNT#${n}`, sk: 'STANDING', gsi1pk: `INDEX#${n}`, gsi1sk: 'a' };
      await table.transact({ item: { Put: { Item: item } } });
      expect(await table.get({ pk: item.pk, sk: item.sk })).toEqual(item);
      let lag = 0;
      while ((await table.query({ pk: `INDEX#${n}`, index: 'gsi1' })).length === 0) lag += 1;
      lags.push(lag);
    }
    tables.close();
    expect(Math.max(...lags)).toBeGreaterThan(0);
    expect(proxy.struck().stale).toBeGreaterThanOrEqual(lags.reduce((sum, lag) => sum + lag, 0));
  });
});
