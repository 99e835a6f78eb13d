import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contracts, type OperationId } from '../../../functions/contracts.ts';
import { productionPolicy } from '../../../shared/table/attempts.ts';
import { openDoors, together } from '../../security/raw-http.ts';
import { validCalls } from '../../support/all-request-fixtures.ts';
import { conflicted, type Fault, lost, silent, throttled } from '../../support/fault-injection.ts';
import { givenCampaign } from '../../support/given.ts';
import { seeded } from '../../support/interleave.ts';
import { castCalls } from '../../support/principal-requests.ts';
import { type Cast, newCast, principals } from '../../support/principals.ts';
import { noteTriedByTest } from '../../support/reliability-report.ts';
import { LONG, RUNS } from '../../support/seeded-races.ts';
import { expectSoon } from '../../support/soonest.ts';
import { expectStockInvariants } from '../../support/stock-invariants.ts';
import { newAccount, newId, newWorld, type Sent, type World } from '../../support/world.ts';

/** A database in trouble: callers hear soon that they may try again, and never what is not so. */

/** Among all tests, and by `npm run test:long`. */
const TRIALS = RUNS < 1_000 ? 60 : 1_000;

const operations = Object.keys(contracts) as OperationId[];

/** An engine that takes every request and says nothing. */
const silence = createServer();
let cast: Cast;
beforeAll(async () => {
  await new Promise<void>((listening) => silence.listen(0, '127.0.0.1', listening));
  cast = await newCast(await newWorld());
});
afterAll(() => {
  silence.closeAllConnections();
  silence.close();
});

async function worldInSilence() {
  const address = silence.address();
  const endpoint = `http://127.0.0.1:${typeof address === 'object' && address?.port}`;
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  return newWorld({
    policy: productionPolicy,
    on: { connection: { endpoint, region: 'ap-southeast-5', credentials }, tableName: 'silent' },
  });
}

async function worldInThrottling() {
  const world = await newWorld({ policy: productionPolicy });
  world.setFault(() => Promise.reject(throttled()));
  return world;
}

/** A caller hears within 2 s. */
const SOON = 2_000;
const MOST_CALLS = 3;
const callsOf = (operation: OperationId, world: World) =>
  Number(world.lines.find((line) => line['operation'] === operation)?.['databaseCalls']);

describe.each([
  ['throttles every call', 'throttled', worldInThrottling],
  ['never answers', 'unanswered', worldInSilence],
] as const)('a database that %s', (_, because, open) => {
  it('has every operation answered within 2 s: 503, Retry-After, after at most 3 calls', async () => {
    const world = await open();
    const doors = await openDoors(world);
    const principal = principals.at(-1) ?? 'nobody';
    const bearer = await world.tokenFor(cast.accounts[principal] ?? newAccount());
    const ask = async (operation: OperationId): Promise<number> => {
      const { method, path, caller } = contracts[operation];
      const { params = {}, query, body }: Sent = castCalls[operation](cast, principal);
      const began = performance.now();
      const answer = await doors.knock({
        method,
        path: `${path.replace(/\{(\w+)\}/g, (_, one) => params[one] ?? '')}?${new URLSearchParams(query)}`,
        headers: {
          ...((caller as string) !== 'nobody' && { authorization: `Bearer ${bearer}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        body: body === undefined ? undefined : JSON.stringify(body),
      });
      const took = performance.now() - began;
      expect([answer.status, answer.code, answer.headers['retry-after']], operation).toEqual([
        503,
        'try_again',
        '1',
      ]);
      expect(callsOf(operation, world), operation).toBeLessThanOrEqual(MOST_CALLS);
      return took;
    };
    const becauseOf = (operation: OperationId) =>
      world.lines.findLast((line) => line['operation'] === operation)?.['because'];
    const slow: OperationId[] = [];
    await together(8, operations, async (operation) => {
      const took = await ask(operation);
      if (took >= SOON || becauseOf(operation) === 'deadline') slow.push(operation);
    });
    // Beside seven others on a busy machine an answer may wait for its turn: then it is asked for by itself.
    for (const operation of slow)
      await expectSoon(SOON, operation, async () => {
        const took = await ask(operation);
        return becauseOf(operation) === 'deadline' ? SOON : took;
      });
    await doors.close();
    for (const operation of operations) expect(becauseOf(operation), operation).toBe(because);
  });
});

describe('a function that was answered before', () => {
  it.each(operations)('has %s call at most 3 times in the first request of an outage', async (operation) => {
    const world = await newWorld();
    const sent = await validCalls[operation](world);
    expect((await world.call(operation, sent)).status).toBeLessThan(300);
    const again = await validCalls[operation](world);
    world.lines.length = 0;
    world.setFault(() => Promise.reject(throttled()));
    expect((await world.call(operation, again)).status).toBe(503);
    expect(callsOf(operation, world)).toBeLessThanOrEqual(MOST_CALLS);
  });
});

/** A valid request to a world that keeps to production's times; what the request needs is made in another's. */
async function hurried(operation: keyof typeof validCalls) {
  const { connection, tableName, ...patient } = await newWorld();
  const sent = await validCalls[operation]({ connection, tableName, ...patient });
  await patient.ledger.isMade();
  return { world: await newWorld({ policy: productionPolicy, on: { connection, tableName } }), sent };
}

describe('a database that falls silent in the middle of a request', () => {
  it.each(['reserveReward', 'createAccessRequest', 'enroll', 'requestDeletion'] as const)(
    'has %s answered within 2 s, whichever call it is from which on nothing comes back',
    async (operation) => {
      await together(6, [1, 2, 3, 4, 5, 6], (from) =>
        expectSoon(SOON, `from call ${from} on`, async () => {
          const { world, sent } = await hurried(operation);
          let calls = 0;
          world.setFault(async ({ send }) => {
            calls += 1;
            if (calls < from) return send();
            await new Promise((timeout) => setTimeout(timeout, productionPolicy.requestTimeout));
            throw silent();
          });
          const began = performance.now();
          const { status, headers } = await world.call(operation, sent);
          expect([201, 503]).toContain(status);
          expect('retry-after' in headers).toBe(status === 503);
          return performance.now() - began;
        }),
      );
    },
  );

  it('has reserveReward answered within 2 s when nothing but its writes, and what asks after them, is silent', async () => {
    await expectSoon(SOON, 'reserveReward', async () => {
      const { world, sent } = await hurried('reserveReward');
      let writes = 0;
      world.setFault(async ({ command, send }) => {
        if (command === 'TransactWrite') writes += 1;
        else if (writes === 0 || command === 'Query') return send();
        await new Promise((timeout) => setTimeout(timeout, productionPolicy.requestTimeout));
        throw silent();
      });
      const began = performance.now();
      const { status, headers } = await world.call('reserveReward', sent);
      const took = performance.now() - began;
      expect([status, headers['retry-after']]).toEqual([503, '1']);
      // A busy machine may be at the deadline before it has read all that comes before the first write.
      return writes > 0 ? took : SOON;
    });
  });
});

/** Calls that are throttled, meet a conflict, or are made while their answer is lost. */
function troubled(random: () => number): Fault {
  return async ({ command, input, send }) => {
    const chance = random();
    if (chance < 0.3) throw throttled();
    if (chance < 0.6 && command === 'TransactWrite') throw conflicted(input.TransactItems.length);
    if (chance < 0.6) return send();
    const answer = await send();
    if (chance > 0.85) throw lost();
    return answer;
  };
}

describe('a conflict, a throttle or a lost answer', () => {
  it('is never answered as if a rule refused, by any operation', async () => {
    const world = await newWorld({ policy: productionPolicy });
    world.setSleep(async () => {});
    const random = seeded(7);
    for (const operation of operations) {
      const sent = await validCalls[operation](world);
      world.setFault(troubled(random));
      const { status, body } = await world.call(operation, sent);
      world.setFault(undefined);
      if (status >= 300) expect([operation, status, body.code]).toEqual([operation, 503, 'try_again']);
    }
  });

  it('is never answered as sold out while units are there', LONG, async () => {
    const world = await newWorld({ policy: productionPolicy });
    world.setSleep(async () => {});
    const random = seeded(11);
    const { id: campaignId } = await givenCampaign(world, { units: [TRIALS, 1, 1] });
    world.setFault(troubled(random));
    noteTriedByTest({
      what: 'Throttles, conflicts and lost answers are never told as "sold out"',
      times: `${TRIALS} reservations`,
      seeds: '11',
    });
    const counts = { held: 0, busy: 0 };
    for (let n = 0; n < TRIALS; n++) {
      const body = { claimId: newId() };
      const answer = await world.call('reserveReward', { as: newAccount(), params: { campaignId }, body });
      if (answer.status < 300) counts.held += 1;
      else {
        expect([answer.status, answer.body.code]).toEqual([503, 'try_again']);
        counts.busy += 1;
      }
    }
    world.setFault(undefined);
    expect(Math.min(counts.held, counts.busy)).toBeGreaterThan(0);
    await expectStockInvariants(world);
  });
});
