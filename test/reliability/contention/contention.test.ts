import { describe, expect, it } from 'vitest';
import { seconds } from '../../../shared/values/clock.ts';
import { noteTriedByTest } from '../../support/reliability-report.ts';
import { newWorld } from '../../support/world.ts';
import { playExhibition, playRush } from './scenarios.ts';
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

/** Of 10,000 people who arrive within a minute, 167 a second join and enroll. */
const within = seconds(SECONDS);
const people = 167 * SECONDS;
const reports = 500 * SECONDS;
const SHARDS = 20;

describe('a hall that fills', () => {
  it.each(LATENCIES)(
    `167 people join and enroll and 500 report steps of one challenge each second, and none gets a 503: %i ms`,
    { timeout: 3_600_000 },
    async (latency) => {
      noteTriedByTest({
        what: `In each of ${SECONDS} seconds 167 people join and enroll, and 500 report steps of one challenge; ${WARM_PARTITIONS} partitions: nobody gets a 503`,
        times: `${HASH_SEEDS.length} ways to hash the keys, with ${LATENCIES.join(' and ')} ms`,
      });
      for (const hashSeed of HASH_SEEDS) {
        const options = { people, within, latency, hashSeed };
        const { statuses, counted } = await playExhibition(await newWorld(), options, { reports });
        expect([hashSeed, Object.fromEntries(statuses)]).toEqual([
          hashSeed,
          { 200: people + reports, 201: people },
        ]);
        // The participants who report were there before, so nobody counted them.
        expect(counted).toMatchObject({ attendees: people });
      }
    },
  );

  it.runIf(IS_LONG).each([4, 12, WARM_PARTITIONS])(
    'is measured with a table of %i partitions',
    { timeout: 3_600_000 },
    async (partitions) => {
      const sent = { joinEvent: people, enroll: people, reportSteps: reports };
      const most = { joinEvent: 0, enroll: 0, reportSteps: 0 };
      noteTriedByTest({
        what: `In each of ${SECONDS} seconds 167 people join and enroll, and 500 report steps of one challenge; ${partitions} partitions: how many get a 503`,
        times: () =>
          Object.entries(sent)
            .map(([name, all]) => `${name} at most ${most[name as keyof typeof most]} of ${all}`)
            .join(', '),
        seeds: `1 to ${HASH_SEEDS.length}`,
      });
      for (const hashSeed of HASH_SEEDS) {
        const options = { people, within, latency: 10, hashSeed, partitions };
        const { refused, counted } = await playExhibition(await newWorld(), options, { reports });
        for (const name of ['joinEvent', 'enroll', 'reportSteps'] as const)
          most[name] = Math.max(most[name], refused.get(name) ?? 0);
        // Nothing is lost: who got a success is counted, and nobody else.
        expect(counted.attendees).toBe(people - (refused.get('joinEvent') ?? 0));
      }
    },
  );

  it('the model shows what one partition for each board could not do', async () => {
    const options = { people: 0, within: seconds(1), latency: 10 };
    const played = await playExhibition(await newWorld(), options, { reports: 500, boardPartitions: 1 });
    expect(played.refused.get('reportSteps')).toBeGreaterThan(100);
  });

  it('the model shows what a new table could not do', async () => {
    const options = { people: 334, within: seconds(2), latency: 10, partitions: 4 };
    const { statuses } = await playExhibition(await newWorld(), options, { reports: 1000 });
    expect(statuses.get(503)).toBeGreaterThan(300);
  });

  it('the model shows what the first version could not do: most of 330 people in 2 seconds get a 503', async () => {
    const options = { people: 330, within: seconds(2), latency: 10 };
    const { statuses } = await playExhibition(await newWorld(), options, { isFirstVersion: true });
    expect(statuses.get(503)).toBeGreaterThan(330);
  });
});

describe('a rush for gifts', () => {
  const wanting = 83 * SECONDS;
  const gifts = wanting / 5 - ((wanting / 5) % SHARDS);

  it.each(LATENCIES)(
    `83 people a second want a fifth as many gifts: all are gone, and at most 1 % got a 503 before: %i ms`,
    { timeout: 3_600_000 },
    async (latency) => {
      for (const hashSeed of HASH_SEEDS) {
        const options = { people: wanting, within, latency, hashSeed };
        const { statuses, left, refusedTooEarly } = await playRush(await newWorld(), gifts, SHARDS, options);
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
