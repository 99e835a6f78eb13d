import { describe, expect, it } from 'vitest';
import { hours, minutes, seconds } from '../../../shared/values/clock.ts';
import { MAX_BOARD_PARTITIONS } from '../../../shared/values/limits.ts';
import { noteTriedByTest } from '../../support/reliability-report.ts';
import { newWorld } from '../../support/world.ts';
import { playCounting } from './counting.ts';
import { playErasures } from './erasures.ts';
import { playExhibitionPushes } from './exhibition-pushes.ts';
import { playExhibition, playRequests, playRush, playViralChallenge } from './scenarios.ts';
import { WARM_PARTITIONS } from './warm.ts';

/**
 * One item takes between 25 and 50 transactions a second, which is how long a transaction holds its items: up to 40 ms.
 * `npm run test:long` plays the crowds with 20 ways to hash the keys into partitions and also with 10 ms, and tries tables with
 * fewer partitions. `npm test` plays two seconds of it.
 */
const IS_LONG = process.env['SIHAT_RUNS'] !== undefined;
const LATENCIES = IS_LONG ? [10, 40] : [40];
const HASH_SEEDS = Array.from({ length: IS_LONG ? 20 : 1 }, (_, n) => n + 1);
const SECONDS = IS_LONG ? 10 : 2;

/**
 * Halls of 2,000 and of 10,000 people that fill within a minute, at tables of several sizes, also with two and three challenges
 * whose boards share the partitions of an exhibition. The phones of 50,000 people all
 * report within half a minute, or they all arrive within a minute.
 */
const MEASURED = [
  { partitions: 4, latency: 40, joins: 34, reports: 67, seeds: 20 },
  { partitions: 4, latency: 10, joins: 167, reports: 334, seeds: 20 },
  { partitions: 12, latency: 10, joins: 167, reports: 334, seeds: 20 },
  { partitions: WARM_PARTITIONS, latency: 10, joins: 167, reports: 334, seeds: 20 },
  { partitions: WARM_PARTITIONS, latency: 40, joins: 167, reports: 334, seeds: 5, boards: [8, 8] },
  { partitions: WARM_PARTITIONS, latency: 40, joins: 167, reports: 334, seeds: 5, boards: [8, 8, 8] },
  { partitions: 48, latency: 40, joins: 167, reports: 334, seeds: 5 },
  { partitions: 96, latency: 40, joins: 167, reports: 334, seeds: 5 },
  { partitions: WARM_PARTITIONS, latency: 40, joins: 0, reports: 1667, seeds: 5 },
  { partitions: 48, latency: 40, joins: 0, reports: 1667, seeds: 5 },
  { partitions: 48, latency: 10, joins: 835, reports: 2500, seeds: 1 },
  { partitions: 96, latency: 10, joins: 835, reports: 2500, seeds: 1 },
];

/**
 * Of 10,000 people who arrive within a minute, 167 a second join and enroll. At the start, 10,000 people who could be on the display
 * report 200 times a second, and 334 times after an outage of the network.
 */
const within = seconds(SECONDS);
const people = 167 * SECONDS;
const reports = 334 * SECONDS;
const SHARDS = 20;
const MAX_LAG = seconds(10);

describe('a hall that fills', () => {
  it.each(LATENCIES)(
    `167 people join and enroll and 334 report steps of one challenge each second, none gets a 503, and the counters follow: %i ms`,
    { timeout: 3_600_000 },
    async (latency) => {
      noteTriedByTest({
        what: `In each of ${SECONDS} seconds 167 people join and enroll, and 334 report steps of one challenge; ${WARM_PARTITIONS} partitions: nobody gets a 503, and the counters are at most 10 s behind`,
        times: `${HASH_SEEDS.length} ways to hash the keys, with ${LATENCIES.join(' and ')} ms`,
      });
      for (const hashSeed of HASH_SEEDS) {
        const options = { people, within, latency, hashSeed };
        const { statuses, counted, lag } = await playExhibition(await newWorld(), options, { reports });
        expect([hashSeed, Object.fromEntries(statuses)]).toEqual([
          hashSeed,
          { 200: people + reports, 201: people },
        ]);
        expect(lag).toBeLessThanOrEqual(MAX_LAG);
        // The participants who report were there before, so nobody counted them.
        expect(counted).toMatchObject({ attendees: people });
      }
    },
  );

  it.runIf(IS_LONG).each(MEASURED)(
    'is measured with $partitions partitions: $joins join and enroll and $reports report steps each second, $latency ms',
    { timeout: 3_600_000 },
    async ({ partitions, latency, seeds, boards, ...each }) => {
      const sent = {
        joinEvent: each.joins * SECONDS,
        enroll: each.joins * SECONDS,
        reportSteps: each.reports * SECONDS,
      };
      const most = { joinEvent: 0, enroll: 0, reportSteps: 0 };
      let latest = 0;
      noteTriedByTest({
        what: `In each of ${SECONDS} seconds ${each.joins} people join and enroll, and ${each.reports} report steps of ${boards ? `${boards.length} challenges` : 'one challenge'}; ${partitions} partitions, ${latency} ms: how many get a 503`,
        times: () =>
          [
            ...Object.entries(sent).map(
              ([name, all]) => `${name} at most ${most[name as keyof typeof most]} of ${all}`,
            ),
            `counters at most ${Math.ceil(latest / 1000)} s behind`,
          ].join(', '),
        seeds: `1 to ${seeds}`,
      });
      for (let hashSeed = 1; hashSeed <= seeds; hashSeed++) {
        const options = { people: sent.joinEvent, within, latency, hashSeed, partitions };
        const played = await playExhibition(await newWorld(), options, {
          reports: sent.reportSteps,
          ...(boards && { boards }),
        });
        const { refused, counted, lag, lost, withoutRetryAfter } = played;
        for (const name of ['joinEvent', 'enroll', 'reportSteps'] as const)
          most[name] = Math.max(most[name], refused.get(name) ?? 0);
        latest = Math.max(latest, lag);
        // Nothing is lost: who got a success is counted, and nobody else.
        expect(counted.attendees ?? 0).toBe(sent.joinEvent - (refused.get('joinEvent') ?? 0));
        expect({ lost, withoutRetryAfter }).toEqual({ lost: 0, withoutRetryAfter: 0 });
      }
    },
  );

  it('the model shows what one partition for each board could not do', async () => {
    const options = { people: 0, within: seconds(1), latency: 10 };
    const played = await playExhibition(await newWorld(), options, { reports: 500, boards: [1] });
    expect(played.refused.get('reportSteps')).toBeGreaterThan(100);
  });

  it('the model shows what a new table could not do: 503 with `Retry-After`, and nothing accepted is lost', async () => {
    const options = { people: 334, within: seconds(2), latency: 10, partitions: 4 };
    const played = await playExhibition(await newWorld(), options, { reports: 1000 });
    const { statuses, refused, accepted, lost, withoutRetryAfter, counted } = played;
    expect(statuses.get(503)).toBeGreaterThan(300);
    expect(accepted).toBe(1000 - (refused.get('reportSteps') ?? 0));
    expect(counted.attendees).toBe(334 - (refused.get('joinEvent') ?? 0));
    expect({ lost, withoutRetryAfter }).toEqual({ lost: 0, withoutRetryAfter: 0 });
  });
});

describe('the roll-up of 20,000 enrollments that were written at once', () => {
  /** The records of one challenge in a second, and the write units of a record; with pauses of a quarter of a second it was half, and four times as many. */
  const bars = { 10: { records: 1345, units: 4.95 }, 40: { records: 784, units: 6 } };

  it.each(IS_LONG ? ([10, 40] as const) : ([10] as const))(
    'settles more of them a second with fewer units, although 24 runs compete: %i ms',
    { timeout: 600_000 },
    async (latency) => {
      const options = { enrollments: 20_000, shards: WARM_PARTITIONS, latency };
      const { counted, recordsASecond, unitsARecord } = await playCounting(await newWorld(), options);
      noteTriedByTest({
        what: `The roll-up counts 20,000 enrollments of one challenge; ${WARM_PARTITIONS} shards, ${latency} ms`,
        times: `${Math.round(recordsASecond)} records a second, ${unitsARecord.toFixed(1)} write units a record`,
      });
      expect(counted).toBe(20_000);
      expect(recordsASecond).toBeGreaterThan(bars[latency].records);
      expect(unitsARecord).toBeLessThan(bars[latency].units);
    },
  );
});

describe('people who close their accounts', () => {
  const accounts = IS_LONG ? 8000 : 1000;
  /** Less than the default quota of Cognito for removals. */
  const signInsASecond = 25;
  const most = hours(2);

  it('are erased at a rate of 100,000 in two hours', { timeout: 600_000 }, async () => {
    const took = await playErasures(await newWorld(), { accounts, latency: 10, signInsASecond });
    noteTriedByTest({
      what: `The erasure of ${accounts} accounts; Cognito removes ${signInsASecond} sign-ins a second, ${WARM_PARTITIONS} partitions, 10 ms`,
      times: `${Math.round(took / 1000)} s`,
    });
    // A run takes 38 s of each minute, so the last one may end with the minute.
    expect(took).toBeLessThan((most * accounts) / 100_000 + minutes(0.5));
  });
});

describe('the phones of 10,000 people in an exhibition that has changed', () => {
  // `npm test` tells fewer people.
  const people = IS_LONG ? 10_000 : 1000;
  const pushLatency = 100;

  it.each(LATENCIES)('are all told within ten minutes, at %i ms', { timeout: 600_000 }, async (latency) => {
    const { milliseconds, told } = await playExhibitionPushes(await newWorld(), {
      ...{ people, latency, pushLatency },
    });
    noteTriedByTest({
      what: `An exhibition of ${people} people with phones has changed; ${latency} ms, and ${pushLatency} ms for each call of Amazon SNS`,
      times: `${Math.round(milliseconds / 1000)} s`,
    });
    expect(told).toBe(people);
    expect(milliseconds).toBeLessThan((minutes(10) * people) / 10_000);
  });
});

describe('a challenge for 100 people that a crowd joins', () => {
  // `npm test` plays a smaller crowd.
  const viral = IS_LONG
    ? {
        people: 20_000,
        within: minutes(10),
        lasts: minutes(15),
        from: minutes(12),
        partitions: MAX_BOARD_PARTITIONS,
      }
    : { people: 1500, within: minutes(0.5), lasts: minutes(2), from: minutes(1), partitions: 2 };

  it.each(LATENCIES)(
    `gets wider boards while ${viral.people} people join, and refuses nobody two minutes later: %i ms`,
    { timeout: 3_600_000 },
    async (latency) => {
      const { people, within: arrive, lasts, from, partitions } = viral;
      let most = 0;
      noteTriedByTest({
        what: `A challenge that was published for 100 people: ${people} join within ${arrive / 60_000} minutes and report within a minute; ${WARM_PARTITIONS} partitions, ${latency} ms: nobody gets a 503 from minute ${from / 60_000} on`,
        times: () => `one crowd, ${most} such 503s before`,
      });
      const played = await playViralChallenge(await newWorld(), { people, within: arrive, lasts, latency });
      most = played.refusedAt.length;
      expect(played.boardPartitions).toBe(partitions);
      expect(played.refusedAt.filter((at) => at >= from)).toEqual([]);
    },
  );
});

describe('a crowd that asks to join one private club', () => {
  it.each(LATENCIES)(
    `tells its owner of each of 167 people a second, and none gets a 503: %i ms`,
    { timeout: 3_600_000 },
    async (latency) => {
      noteTriedByTest({
        what: `In each of ${SECONDS} seconds 167 people ask to join one private club, whose owner is told of each; ${WARM_PARTITIONS} partitions: nobody gets a 503`,
        times: `${HASH_SEEDS.length} ways to hash the keys, with ${LATENCIES.join(' and ')} ms`,
      });
      for (const hashSeed of HASH_SEEDS) {
        const { statuses, told } = await playRequests(await newWorld(), {
          people,
          within,
          latency,
          hashSeed,
        });
        expect([hashSeed, Object.fromEntries(statuses), told]).toEqual([hashSeed, { 200: people }, people]);
      }
    },
  );
});

describe('a rush for gifts', () => {
  // `npm test` plays two seconds of it.
  const rush = IS_LONG
    ? { wanting: 5000, gifts: 1000, within: minutes(1) }
    : { wanting: 166, gifts: 20, within };
  const { wanting, gifts } = rush;

  it.each(LATENCIES)(
    `${wanting} people want ${gifts} gifts at 83 a second: all are gone, and at most 1 % got a 503 before: %i ms`,
    { timeout: 3_600_000 },
    async (latency) => {
      let most = 0;
      noteTriedByTest({
        what: `${wanting} people want ${gifts} gifts within a minute; ${WARM_PARTITIONS} partitions, ${latency} ms: all gifts are gone, and at most 1 % get a 503 while units are free`,
        times: () => `${HASH_SEEDS.length} ways to hash the keys: at most ${most} such 503s`,
        seeds: `1 to ${HASH_SEEDS.length}`,
      });
      for (const hashSeed of HASH_SEEDS) {
        const options = { people: wanting, within: rush.within, latency, hashSeed };
        const { statuses, left, refusedTooEarly } = await playRush(await newWorld(), gifts, SHARDS, options);
        most = Math.max(most, refusedTooEarly);
        expect([left, statuses.get(201)]).toEqual([0, gifts]);
        expect(refusedTooEarly).toBeLessThanOrEqual(wanting / 100);
      }
    },
  );

  it('the model shows why the stock has shards: with one, most of 330 people in 4 seconds get a 503', async () => {
    const options = { people: 330, within: seconds(4), latency: 40 };
    const { refusedTooEarly } = await playRush(await newWorld(), 1000, 1, options);
    expect(refusedTooEarly).toBeGreaterThan(165);
  });
});
