import { createServer, type ServerResponse } from 'node:http';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  type AttemptPolicy,
  attempts,
  databaseErrorOf,
  productionPolicy,
  TryAgain,
} from '../../shared/table/attempts.ts';
import { tableClient } from '../../shared/table/client.ts';
import { newMeter } from '../../shared/table/meter.ts';
import { systemClock } from '../../shared/values/clock.ts';
import { uncheckedConnection } from '../support/connection.ts';
import { conflicted, lost, silent, throttled, unexpected } from '../support/fault-injection.ts';
import { listening } from '../support/listening.ts';
import { newWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await newWorld();
});

const item = (sk: string, more = {}) => ({ pk: 'ACCOUNT#table-test', sk, ...more });

describe('the table', () => {
  it('writes all parts of a transaction or none, and tells by name which refused and what stood there', async () => {
    await world.put(item('there', { n: 5 }));
    const refused = await world.table.transact({
      fresh: { Put: { Item: item('fresh') } },
      guarded: { Put: { Item: item('there', { n: 6 }), ConditionExpression: 'attribute_not_exists(pk)' } },
      missing: { ConditionCheck: { Key: item('missing'), ConditionExpression: 'attribute_exists(pk)' } },
    });
    expect(refused).toEqual({ guarded: { item: item('there', { n: 5 }) }, missing: {} });
    expect(await world.item(item('fresh'))).toBeUndefined();
    expect(await world.table.transact({ fresh: { Put: { Item: item('fresh') } } })).toBeUndefined();
    expect(await world.item(item('fresh'))).toEqual(item('fresh'));
  });

  it('puts where nothing is, and tells what is there instead', async () => {
    expect(await world.table.putNew(item('new', { n: 1 }))).toBeUndefined();
    expect(await world.table.putNew(item('new', { n: 2 }))).toEqual(item('new', { n: 1 }));
  });

  it('continues a list after an item, in both directions and within its bounds', async () => {
    const pk = 'ACCOUNT#after';
    for (let n = 10; n < 20; n++) await world.put({ pk, sk: `${n}` });
    const keys = async (range: object) =>
      (await world.table.query({ pk, ...range })).map(({ sk }) => Number(sk));
    const [up, down] = [
      { from: '12', to: '17' },
      { from: '12', to: '17', descending: true },
    ];
    expect(await keys({ ...up, after: '14' })).toEqual([15, 16, 17]);
    expect(await keys({ ...up, after: '14', limit: 2 })).toEqual([15, 16]);
    expect(await keys({ ...up, after: '17' })).toEqual([]);
    expect(await keys({ ...down, after: '14' })).toEqual([13, 12]);
    expect(await keys({ ...down, after: '14', limit: 1 })).toEqual([13]);
    expect(await keys({ ...down, after: '12' })).toEqual([]);
    // A bound on the side that is already read does not matter.
    expect(await keys({ from: '12', after: '17' })).toEqual([18, 19]);
    expect(await keys({ to: '17', descending: true, after: '11' })).toEqual([10]);
    // The item of the cursor may be gone, and the beginning of the range may have moved past it.
    await world.remove({ pk, sk: '14' });
    expect(await keys({ ...up, after: '14', limit: 2 })).toEqual([15, 16]);
    expect(await keys({ from: '15', descending: true, after: '13' })).toEqual([]);
  });

  it('finds nothing in a range that ends before it begins', async () => {
    expect(await world.table.query({ pk: 'ACCOUNT#after', from: '17', to: '12' })).toEqual([]);
  });

  it('reads a list on past the pages of the engine, to its limit and within its bounds', async () => {
    const page = 'x'.repeat(90_000);
    const pk = 'ACCOUNT#pages';
    const all = Array.from({ length: 30 }, (_, n) => ({ pk, sk: `${n + 10}`, page }));
    for (const stored of all) await world.put(stored);
    const keys = async (range: object) =>
      (await world.table.query({ pk, ...range })).map(({ sk }) => Number(sk));
    expect(await keys({})).toEqual(Array.from({ length: 30 }, (_, n) => n + 10));
    expect(await keys({ descending: true, limit: 15 })).toEqual(Array.from({ length: 15 }, (_, n) => 39 - n));
    expect(await keys({ from: '12', to: '14' })).toEqual([12, 13, 14]);
    expect(await keys({ from: '38' })).toEqual([38, 39]);
    expect(await keys({ to: '11' })).toEqual([10, 11]);
    const { length } = await world.freshTable().getAll([...all, ...all, { pk, sk: 'none' }]);
    expect(length).toBe(30);
  });

  it('sends at most 40 calls at once, so that no call waits for a socket', async () => {
    const attempt = attempts(productionPolicy, systemClock, newMeter());
    let [current, most] = [0, 0];
    const call = async () => {
      most = Math.max(most, ++current);
      await systemClock.sleep(5);
      current -= 1;
      return {};
    };
    await Promise.all(Array.from({ length: 500 }, () => attempt(call)));
    expect(most).toBe(40);
  });

  it('asks again for what a batch left out, and loses nothing', { tags: ['calls'] }, async () => {
    const faulty = await newWorld();
    const keys = Array.from({ length: 40 }, (_, n) => ({ pk: 'ACCOUNT#unprocessed', sk: `${n}` }));
    await faulty.put(...keys);
    const { table, batches } = faulty.tableThatLeavesOut((asked) => asked.slice(0, 7));
    expect((await table.getAll(keys)).map(({ sk }) => Number(sk)).sort((a, b) => a - b)).toEqual(
      keys.map((_, n) => n),
    );
    expect(batches()).toBe(6);
  });

  it('may be tried again when a batch leaves something out until the deadline', {
    tags: ['calls'],
  }, async () => {
    const faulty = await newWorld({ policy: { ...productionPolicy, requestTimeout: 60_000 } });
    const keys = [1, 2].map((n) => ({ pk: 'ACCOUNT#unprocessed', sk: `${n}` }));
    await faulty.put(...keys);
    let elapsed = 0;
    const { table, batches } = faulty.tableThatLeavesOut(() => keys.slice(0, 1), {
      elapsed: () => elapsed,
      sleep: async (milliseconds) => {
        elapsed += milliseconds;
      },
    });
    await expect(table.getAll(keys)).rejects.toMatchObject({ name: 'TryAgain', tryAgainCause: 'throttled' });
    expect(elapsed).toBeLessThan(productionPolicy.deadline);
    expect(batches()).toBeGreaterThan(3);
  });

  it('reads more than 100 keys at once', async () => {
    const keys = Array.from({ length: 230 }, (_, n) => ({ pk: 'ACCOUNT#many', sk: `${n}` }));
    await world.put(...keys);
    expect(await world.table.getAll(keys)).toHaveLength(230);
  });

  it('is told by the engine when a name is reserved, and takes that for no refusal of a condition', async () => {
    const connection = uncheckedConnection();
    const { session, close } = tableClient({ tableName: world.tableName, clock: systemClock, connection });
    const set = (name: string) => ({
      one: {
        Update: {
          Key: item('named'),
          UpdateExpression: `SET ${name} = :n`,
          ExpressionAttributeValues: { ':n': 1 },
        },
      },
    });
    // DynamoDB responds with a ValidationException, and the embedded engine with a cancellation reason.
    await expect(session().table.transact(set('total'))).rejects.toMatchObject({
      name: expect.stringMatching(/^(ValidationException|TransactionCanceledException)$/),
      message: expect.stringMatching(/Validation|reserved/),
    });
    expect(await session().table.transact(set('totalUnits'))).toBeUndefined();
    close();
  });
});

describe('trouble at the database', () => {
  it.each([
    ['a conflict', conflicted(2), 'conflict'],
    ['throttling', throttled(), 'throttled'],
    ['silence', silent(), 'unanswered'],
    ['a broken connection', lost(), 'unanswered'],
    [
      'an error of the server',
      Object.assign(new Error(), { name: 'InternalServerError', $fault: 'server' }),
      'unanswered',
    ],
    ['a request that is wrong', unexpected(), 'unexpected'],
    [
      'a part that is wrong, as the embedded engine tells it',
      Object.assign(new Error(), {
        name: 'TransactionCanceledException',
        CancellationReasons: [{ Code: 'None' }, { Code: 'ValidationError' }],
      }),
      'unexpected',
    ],
    ['no error at all', 'a string', 'unexpected'],
    [
      'a condition and a conflict together, which is a conflict: what the condition saw may be half of a write',
      Object.assign(new Error(), {
        name: 'TransactionCanceledException',
        CancellationReasons: [{ Code: 'TransactionConflict' }, { Code: 'ConditionalCheckFailed' }],
      }),
      'conflict',
    ],
  ])('is told apart: %s', (_, error, kind) => expect(databaseErrorOf(error).kind).toBe(kind));

  /** A clock that moves only by sleeping, and by a fixed time with every call. */
  function patience(policy: AttemptPolicy, callTakes: number, error: () => Error) {
    let time = 0;
    let calls = 0;
    const clock = {
      ...systemClock,
      elapsed: () => time,
      chance: () => 0.5,
      sleep: async (milliseconds: number) => {
        time += milliseconds;
      },
    };
    const attempt = attempts(policy, clock, newMeter());
    const call = () =>
      attempt(async () => {
        calls += 1;
        time += callTakes;
        throw error();
      });
    return { call, time: () => time, calls: () => calls };
  }

  it.each([
    ['throttles', 5, throttled],
    ['is silent until the time-out', productionPolicy.requestTimeout, silent],
  ])('ends within 2 s and 3 calls when the database %s', async (_, takes, error) => {
    const { call, time, calls } = patience(productionPolicy, takes, error);
    await expect(call()).rejects.toBeInstanceOf(TryAgain);
    expect(calls()).toBeLessThanOrEqual(3);
    expect(time()).toBeLessThan(2000);
  });

  it('repeats a conflict until the deadline, which is of the whole request', async () => {
    const { call, time, calls } = patience(productionPolicy, 20, () => conflicted(1));
    await expect(call()).rejects.toBeInstanceOf(TryAgain);
    expect(calls()).toBeGreaterThan(6);
    expect(time()).toBeLessThan(2000);
    const before = calls();
    await expect(call()).rejects.toBeInstanceOf(TryAgain);
    // The second call gets the remaining time, so both together take no longer than one call may take.
    expect(calls() - before).toBeLessThan(before);
    expect(time()).toBeLessThanOrEqual(productionPolicy.deadline + 20);
  });

  it('is not repeated when nothing would change', async () => {
    const { call, calls } = patience(productionPolicy, 5, unexpected);
    await expect(call()).rejects.toThrow('ValidationException');
    expect(calls()).toBe(1);
  });

  it.each<[string, (response: ServerResponse) => void]>([
    ['never answers', () => {}],
    ['stops in the middle of an answer', (response) => response.writeHead(200).write('{"Item":')],
  ])('gives up after 3 calls, each cut off by the time-out, to an engine that %s', async (_, answer) => {
    let calls = 0;
    const server = createServer((request, response) => {
      calls += 1;
      request.resume();
      answer(response);
    });
    const connection = {
      endpoint: `http://127.0.0.1:${await listening(server)}`,
      region: 'ap-southeast-5',
      credentials: { accessKeyId: 'x', secretAccessKey: 'x' },
    };
    const silentTable = tableClient({
      tableName: 'silent',
      clock: systemClock,
      policy: { ...productionPolicy, requestTimeout: 50, deadline: 60_000 },
      connection,
    });
    await expect(silentTable.session().table.get({ pk: 'a', sk: 'b' })).rejects.toBeInstanceOf(TryAgain);
    expect(calls).toBe(3);
    silentTable.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
});
