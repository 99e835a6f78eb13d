import { randomUUID } from 'node:crypto';
import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { job as release } from '../../functions/rewards/stock/release-lapsed-lease.ts';
import { campaigns } from '../../local/demo/rewards.ts';
import { seedTable, storedWorld } from '../../local/demo/seed.ts';
import { demoItems } from '../../local/demo/world.ts';
import { createTable } from '../../local/engine/tables.ts';
import { deliver, passes, type StreamRecord } from '../../local/events/deliveries.ts';
import { expiry } from '../../local/events/expiry.ts';
import { schedules } from '../../local/events/schedules.ts';
import { openStream } from '../../local/events/streams.ts';
import { streamFilter } from '../../shared/contract/worker.ts';
import { claim, lease, stockShard } from '../../shared/rewards/items.ts';
import { work } from '../../shared/runtime/worker-handler.ts';
import { tableClient } from '../../shared/table/client.ts';
import { beginningWith } from '../../shared/table/item.ts';
import { systemClock } from '../../shared/values/clock.ts';
import { engineConnection } from '../support/connection.ts';
import { startLocal } from '../support/running.ts';

/** The local stream, TTL and schedules behave like DynamoDB, Lambda and EventBridge. */

const connection = engineConnection();
const BY_TTL = { type: 'Service', principalId: 'dynamodb.amazonaws.com' };
const raw = new DynamoDBClient(connection);
afterAll(() => raw.destroy());

const closes: (() => void)[] = [];
afterEach(() => {
  for (const close of closes.splice(0)) close();
});

describe('TTL and the stream', () => {
  let tableName: string;
  let now: Date;
  const clock = { ...systemClock, now: () => now };
  beforeEach(async () => {
    now = new Date();
    tableName = `local-${randomUUID()}`;
    await createTable(connection, tableName, { stream: true });
  });

  async function opened(from: 'now' | 'beginning' = 'now') {
    const expired = expiry(raw, tableName, clock);
    const stream = await openStream({ connection, tableName, from, wasExpiry: expired.wasExpiry });
    closes.push(stream.close);
    const poll = async (): Promise<StreamRecord[]> => {
      const records: StreamRecord[] = [];
      await stream.poll(async (some) => void records.push(...some));
      return records;
    };
    return { expired, stream, poll };
  }

  const put = (sk: string, ttl?: number) =>
    raw.send(
      new PutItemCommand({
        TableName: tableName,
        Item: {
          pk: { S: 'REWARDS#STOCK#x' },
          sk: { S: sk },
          ...(ttl !== undefined && { ttl: { N: String(ttl) } }),
        },
      }),
    );
  const inSeconds = (n: number): number => Math.floor(now.getTime() / 1000) + n;

  it('deletes only expired items', async () => {
    const { expired, poll } = await opened();
    await put('a', inSeconds(-1));
    await put('b', inSeconds(60));
    await put('c');
    expect(await expired.run()).toBe(1);
    now = new Date(now.getTime() + 61_000);
    expect(await expired.run()).toBe(1);
    expect(await expired.run()).toBe(0);
    const removals = (await poll()).filter(({ eventName }) => eventName === 'REMOVE');
    expect(removals.map(({ dynamodb }) => unmarshall(dynamodb?.Keys ?? {})['sk'])).toEqual(['a', 'b']);
    for (const { userIdentity } of removals) expect(userIdentity).toEqual(BY_TTL);
  });

  it('keeps an item whose TTL changes between the read and the delete', async () => {
    const { poll } = await opened();
    await put('a', inSeconds(-1));
    const slow = new DynamoDBClient(connection);
    closes.push(() => slow.destroy());
    slow.middlewareStack.add(
      (next, context) => async (args) => {
        if (context['commandName'] === 'DeleteItemCommand') await put('a', inSeconds(600));
        return next(args);
      },
      { step: 'initialize' },
    );
    expect(await expiry(slow, tableName, clock).run()).toBe(0);
    expect((await poll()).map(({ eventName }) => eventName)).not.toContain('REMOVE');
  });

  it('distinguishes expiry from our own deletes, and returns each record once', async () => {
    const { expired, poll } = await opened();
    await put('mine', inSeconds(-1));
    await expired.run();
    await put('mine', inSeconds(-1));
    await tableClient({ tableName, clock, connection })
      .session()
      .table.transact({ gone: { Delete: { Key: { pk: 'REWARDS#STOCK#x', sk: 'mine' } } } });
    const records = await poll();
    expect(records.map(({ eventName, userIdentity }) => [eventName, userIdentity])).toEqual([
      ['INSERT', undefined],
      ['REMOVE', BY_TTL],
      ['INSERT', undefined],
      ['REMOVE', undefined],
    ]);
    expect(await poll()).toEqual([]);
  });

  it('reads records again whose processing failed', async () => {
    const { stream, poll } = await opened();
    await put('a');
    await expect(stream.poll(() => Promise.reject(new Error('busy')))).rejects.toThrow('busy');
    expect(await poll()).toHaveLength(1);
  });

  it('delivers after a restart what an earlier run deleted but did not deliver', async () => {
    const first = await opened();
    await put('a', inSeconds(-1));
    await first.expired.run();
    // Timestamps of records are whole seconds, so a record of the current second would not count as earlier.
    await new Promise((done) => setTimeout(done, 1_100));
    const removals = (await (await opened('beginning')).poll()).filter(
      ({ eventName }) => eventName === 'REMOVE',
    );
    expect(removals).toMatchObject([{ userIdentity: BY_TTL }]);
  });

  it('releases the unit of a lease that TTL deleted exactly once', async () => {
    tableName = `local-${randomUUID()}`;
    await createTable(connection, tableName, { stream: false });
    await seedTable(connection, tableName, { world: 'demo', items: demoItems(now) });
    const { expired, poll } = await opened();
    const tables = tableClient({ tableName, clock, connection });
    closes.push(tables.close);
    const { table } = tables.session();
    const key = stockShard.key({ campaignId: campaigns.soldOut, shard: 0 });
    const counters = async () => stockShard.parse((await tables.session().table.get(key)) ?? {});
    const leases = (await table.query({ pk: key.pk, ...beginningWith('LEASE#') })).map(lease.parse);
    expect(await counters()).toMatchObject({ freeUnits: 0, heldUnits: leases.length });

    now = new Date(now.getTime() + 11 * 24 * 3_600_000);
    expect(await expired.run()).toBeGreaterThanOrEqual(leases.length);
    const handle = work(release, {
      tables,
      clock,
      writeLine: () => {},
      metricsNamespace: 'Sihat',
      signIns: { remove: async () => {} },
      ledger: { requestedOn: async () => [], erasedOn: async () => [] },
    });
    const records = await poll();
    const tools = { writeLine: () => {}, sleep: async () => {} };
    await deliver(records, [{ worker: release.worker, handle }], tools);
    expect(await counters()).toMatchObject({ freeUnits: leases.length, heldUnits: 0 });
    await deliver(records, [{ worker: release.worker, handle }], tools);
    expect(await counters()).toMatchObject({ freeUnits: leases.length, heldUnits: 0 });
    for (const { accountId, campaignId } of leases) {
      const stored = await tables.session().table.get(claim.key({ accountId, campaignId }));
      expect(stored).toMatchObject({ status: 'expired' });
      expect(stored).not.toHaveProperty('gsi2pk');
    }
  });
});

describe('filling the table', () => {
  it('is detected when it was incomplete', async () => {
    const tableName = `local-${randomUUID()}`;
    await createTable(connection, tableName, { stream: false });
    await expect(storedWorld(connection, tableName)).rejects.toThrow('seeding was interrupted');
    await seedTable(connection, tableName, { world: 'demo', items: demoItems(new Date()).slice(0, 5) });
    expect(await storedWorld(connection, tableName)).toBe('demo');
  });

  it('of another version is refused by name', async () => {
    const tableName = `local-${randomUUID()}`;
    await createTable(connection, tableName, { stream: false });
    await seedTable(connection, tableName, { world: 'empty', items: [] });
    const Item = { pk: { S: 'LOCAL#WORLD' }, sk: { S: 'WORLD' }, world: { S: 'empty' } };
    await raw.send(new PutItemCommand({ TableName: tableName, Item }));
    await expect(storedWorld(connection, tableName)).rejects.toThrow(
      `The table ${tableName} has data of another version of the platform`,
    );
  });

  it('is not told to the workers, also when the platform starts again', async () => {
    const tableName = `local-${randomUUID()}`;
    await createTable(connection, tableName, { stream: false });
    await seedTable(connection, tableName, { world: 'demo', items: demoItems(new Date()).slice(0, 5) });
    const stream = await openStream({ connection, tableName, from: 'beginning', wasExpiry: () => false });
    closes.push(stream.close);
    const told: unknown[] = [];
    await stream.poll(async (records) => void told.push(...records.map(({ dynamodb }) => dynamodb?.Keys)));
    expect(told).toEqual([{ pk: { S: 'LOCAL#WORLD' }, sk: { S: 'WORLD' } }]);
  });
});

describe('a filter', () => {
  const pattern = streamFilter({ kind: 'expired_items', pkPrefix: 'REWARDS#STOCK#', skPrefix: 'LEASE#' });
  const record = (more: object = {}, pk = 'REWARDS#STOCK#1', sk = 'LEASE#2') => ({
    eventName: 'REMOVE',
    userIdentity: BY_TTL,
    dynamodb: { Keys: { pk: { S: pk }, sk: { S: sk } } },
    ...more,
  });

  it('passes an expired lease', () => {
    expect(passes(pattern, record())).toBe(true);
  });
  it.each([
    ['an insert', record({ eventName: 'INSERT' })],
    ['a removal of our own', record({ userIdentity: undefined })],
    ['another service', record({ userIdentity: { ...BY_TTL, principalId: 'x' } })],
    ['another partition', record({}, 'REWARDS#CAMPAIGN#1')],
    ['another item', record({}, 'REWARDS#STOCK#1', 'SHARD')],
    ['nothing', {}],
  ])('stops %s', (_, stopped) => {
    expect(passes(pattern, stopped)).toBe(false);
  });
});

describe('a batch that fails in part', () => {
  const numbered = (n: number): StreamRecord => ({
    eventName: 'REMOVE',
    userIdentity: BY_TTL,
    dynamodb: { SequenceNumber: `${n}`, Keys: { pk: { S: 'REWARDS#STOCK#1' }, sk: { S: `LEASE#${n}` } } },
  });
  const numbers = (records: readonly StreamRecord[] = []) =>
    records.map(({ dynamodb }) => dynamodb?.SequenceNumber);

  async function delivered(
    count: number,
    failing: (batch: readonly StreamRecord[], run: number) => string[],
  ) {
    const runs: (string | undefined)[][] = [];
    const lines: string[] = [];
    await deliver(
      Array.from({ length: count }, (_, n) => numbered(n)),
      [
        {
          worker: release.worker,
          handle: async ({ Records = [] }) => {
            runs.push(numbers(Records));
            return {
              batchItemFailures: failing(Records, runs.length).map((itemIdentifier) => ({ itemIdentifier })),
            };
          },
        },
      ],
      { writeLine: (line) => lines.push(line), sleep: async () => {} },
    );
    return { runs, lines };
  }

  it('is retried with the failed records only', async () => {
    const { runs, lines } = await delivered(3, (_, run) => (run === 1 ? ['1'] : []));
    expect(runs).toEqual([['0', '1', '2'], ['1']]);
    expect(lines).toEqual([]);
  });

  it('discards records that failed five times, and logs them', async () => {
    const { runs, lines } = await delivered(2, () => ['1']);
    expect(runs).toHaveLength(5);
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { code: 'records_dropped', records: ['1'] },
    ]);
  });

  it('is retried completely when the worker throws or reports an unknown record', async () => {
    expect((await delivered(2, (_, run) => (run === 1 ? ['99'] : []))).runs).toEqual([
      ['0', '1'],
      ['0', '1'],
    ]);
    const thrown = await delivered(2, (_, run) => {
      if (run === 1) throw new Error('broken');
      return [];
    });
    expect(thrown.runs).toEqual([
      ['0', '1'],
      ['0', '1'],
    ]);
  });

  it('contains at most a hundred records', async () => {
    expect((await delivered(250, () => [])).runs.map((run) => run.length)).toEqual([100, 100, 50]);
  });
});

describe('a schedule', () => {
  it('runs when it is due, once however late it is', async () => {
    let now = new Date();
    let runs = 0;
    const run = async () => {
      runs += 1;
      throw new Error('a failed run waits for its next turn');
    };
    let caughtUp = 0;
    const catchUp = async () => {
      caughtUp += 1;
    };
    const runDue = schedules(
      [{ when: { kind: 'schedule', everyMinutes: 5 }, run }],
      { now: () => now },
      catchUp,
    );
    const after = async (minutes: number) => {
      now = new Date(now.getTime() + minutes * 60_000);
      await runDue();
      return runs;
    };
    expect([
      await after(0),
      await after(4),
      await after(1),
      await after(4),
      await after(60),
      await after(1),
    ]).toEqual([0, 0, 1, 1, 2, 2]);
    expect(caughtUp).toBe(2);
  });

  it('of a day runs at its hour in Malaysia, once however many days have passed', async () => {
    let now = new Date('2031-03-14T23:59:00.000Z');
    let runs = 0;
    const run = async () => {
      runs += 1;
    };
    const runDue = schedules([{ when: { kind: 'daily', hour: 8 }, run }], { now: () => now }, async () => {});
    const at = async (time: string) => {
      now = new Date(time);
      await runDue();
      return runs;
    };
    expect([
      await at('2031-03-14T23:59:59.999Z'),
      await at('2031-03-15T00:00:00.000Z'),
      await at('2031-03-15T23:59:59.999Z'),
      await at('2031-03-16T00:00:01.000Z'),
      await at('2031-03-20T09:00:00.000Z'),
      await at('2031-03-20T23:59:59.000Z'),
      await at('2031-03-21T00:00:00.000Z'),
    ]).toEqual([0, 1, 1, 2, 3, 3, 4]);
  });
});

describe('another engine', () => {
  it('is used when DYNAMODB_ENDPOINT names it, filled once, and left running', async () => {
    const env = { DYNAMODB_ENDPOINT: connection.endpoint, TABLE_NAME: `local-${randomUUID()}` };
    const path = `/v1/rewards/campaigns/${campaigns.live}/claims`;
    const sent = { as: 'club-owner', body: { claimId: randomUUID() } };
    const first = await startLocal({ env });
    expect((await first.call('POST', path, sent)).status).toBe(201);
    expect((await first.stop()).code).toBe(0);
    const second = await startLocal({ env });
    expect((await second.call('POST', path, sent)).status).toBe(200);
    expect((await second.stop('SIGINT')).code).toBe(0);
    expect((await fetch(connection.endpoint, { method: 'POST' })).status).toBeGreaterThan(0);
  });
});
