import { beforeAll, describe, expect, it } from 'vitest';
import type { OperationId } from '../../../functions/contracts.ts';
import { productionPolicy } from '../../../shared/table/attempts.ts';
import { type Cast, castOf, newCast, principals } from '../../cast/cast.ts';
import { calls, contractOf, operations, validRequest } from '../../every-operation/calls.ts';
import { givenCampaign } from '../../given/rewards.ts';
import { conflicted, type Fault, lost, silent, throttled } from '../../support/fault-injection.ts';
import { seeded } from '../../support/interleave.ts';
import { noteTriedByTest } from '../../support/reliability-report.ts';
import { LONG, RUNS } from '../../support/seeded-races.ts';
import { expectStockInvariants } from '../../support/stock-invariants.ts';
import { remembered } from '../../support/table-snapshot.ts';
import { virtualTime } from '../../support/virtual-time.ts';
import { newAccount, newId, newWorld, type World } from '../../support/world.ts';

/** While the database fails, callers soon get 503 and never a wrong response. */

/** The number of reservations in `npm test` and in `npm run test:long`. */
const TRIALS = RUNS < 1_000 ? 60 : 1_000;

/** A response arrives within this many milliseconds. */
const SOON = 2_000;
const MAX_CALLS = 3;
/** The retries of production. A fault decides when a call times out, so that a busy machine cannot. */
const policy = { ...productionPolicy, connectionTimeout: 100_000, requestTimeout: 100_000 };
/** The operations that need the database. */
const reading = operations.filter((operation) => calls[operation].rounds > 0);

const callsOf = (operation: OperationId, world: World) =>
  Number(world.lines.find((line) => line['operation'] === operation)?.['databaseCalls']);

async function worldWithVirtualTime(on?: Pick<World, 'connection' | 'tableName' | 'flush'>) {
  const world = await newWorld({ policy, ...(on && { on }) });
  const time = virtualTime(world);
  const neverAnswers = async () => {
    await time.sleep(productionPolicy.requestTimeout);
    throw silent();
  };
  return { world, time, neverAnswers };
}

let cast: Cast;
beforeAll(async () => {
  cast = await newCast(await newWorld());
});

describe('a database that', () => {
  it.each([
    ['throttles every call', 'throttled'],
    ['never answers', 'unanswered'],
  ])('%s: every operation answers 503 with Retry-After within 2 s and 3 calls', async (_, because) => {
    const { world, time, neverAnswers } = await worldWithVirtualTime();
    time.setFault(because === 'throttled' ? () => Promise.reject(throttled()) : neverAnswers);
    const principal = principals.at(-1) ?? 'nobody';
    const as = cast.accounts[principal] ?? newAccount();
    for (const operation of reading) {
      const isOpen = contractOf(operation).caller === 'nobody';
      const sent = { ...calls[operation].request(cast, principal), ...(!isOpen && { as }) };
      const { result, took } = await time.measure(() => world.call(operation, sent));
      expect([operation, result.status, result.body.code, result.headers['retry-after']]).toEqual([
        operation,
        503,
        'try_again',
        '1',
      ]);
      expect(took, operation).toBeLessThan(SOON);
      expect(callsOf(operation, world), operation).toBeLessThanOrEqual(MAX_CALLS);
      expect(world.lines.at(-1)).toMatchObject({ operation, because });
    }
  });
});

describe('a function that was answered before', () => {
  let world: World;
  let untouched: Awaited<ReturnType<typeof remembered>>;
  beforeAll(async () => {
    world = await newWorld();
    await castOf(world);
    await world.catchUp();
    untouched = await remembered(world);
  });

  it.each(reading)(
    'calls the database at most 3 times for %s in the first request of an outage',
    async (operation) => {
      const sent = await validRequest(world, operation);
      expect((await world.call(operation, sent)).status).toBeLessThan(300);
      await untouched.restore();
      world.lines.length = 0;
      world.setFault(() => Promise.reject(throttled()));
      const { status } = await world.call(operation, sent);
      world.setFault(undefined);
      expect(status).toBe(503);
      expect(callsOf(operation, world)).toBeLessThanOrEqual(MAX_CALLS);
    },
  );
});

/** A valid request and a world to send it to. Another world makes what the request needs. */
async function prepared(operation: OperationId) {
  const patient = await newWorld();
  const sent = await validRequest(patient, operation);
  await patient.ledger.isMade();
  return { sent, ...(await worldWithVirtualTime(patient)) };
}

describe('a database that falls silent in the middle of a request', () => {
  it.each(['reserveReward', 'createAccessRequest', 'enroll', 'requestDeletion'] as const)(
    'has %s answered within 2 s, whichever call it is from which on nothing comes back',
    async (operation) => {
      for (const from of [1, 2, 3, 4, 5, 6]) {
        const { world, sent, time, neverAnswers } = await prepared(operation);
        let calls = 0;
        time.setFault(({ send }) => {
          calls += 1;
          return calls < from ? send() : neverAnswers();
        });
        const { result, took } = await time.measure(() => world.call(operation, sent));
        expect([201, 503]).toContain(result.status);
        expect('retry-after' in result.headers).toBe(result.status === 503);
        expect(took, `from call ${from} on`).toBeLessThan(SOON);
      }
    },
  );

  it('answers reserveReward within 2 s when only its writes and the reads of their outcome get no response', async () => {
    const { world, sent, time, neverAnswers } = await prepared('reserveReward');
    let writes = 0;
    time.setFault(({ command, send }) => {
      if (command === 'TransactWrite') writes += 1;
      return writes === 0 || command === 'Query' ? send() : neverAnswers();
    });
    const { result, took } = await time.measure(() => world.call('reserveReward', sent));
    expect([result.status, result.headers['retry-after']]).toEqual([503, '1']);
    expect(writes).toBeGreaterThan(0);
    expect(took).toBeLessThan(SOON);
  });
});

/** Throttles calls, aborts them with a conflict, or loses their response. */
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

describe('a conflict, throttling or a lost response', () => {
  it('never leads to a refusal of an operation', async () => {
    const world = await newWorld({ policy: productionPolicy });
    world.setTime({ sleep: async () => {} });
    const random = seeded(7);
    await castOf(world);
    await world.catchUp();
    const untouched = await remembered(world);
    for (const operation of reading) {
      const sent = await validRequest(world, operation);
      world.setFault(troubled(random));
      const { status, body } = await world.call(operation, sent);
      world.setFault(undefined);
      await untouched.restore();
      if (status >= 300) expect([operation, status, body.code]).toEqual([operation, 503, 'try_again']);
    }
  });

  it('never leads to "out of stock" while units are free', LONG, async () => {
    const world = await newWorld({ policy: productionPolicy });
    world.setTime({ sleep: async () => {} });
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
