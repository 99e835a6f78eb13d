import { describe, expect, it } from 'vitest';
import { seconds } from '../../../shared/clock.ts';
import { newWorld } from '../../support/world.ts';
import { playExhibition, playRush } from './scenarios.ts';

/**
 * One item takes between 25 and 50 transactions a second, which is how long a transaction holds its items: up to 40 ms.
 * `npm run test:long` also plays the crowds with 10 ms.
 */
const LATENCIES = process.env['SIHAT_RUNS'] ? [10, 40] : [40];
const MINUTE = seconds(60);

describe('a hall that fills', () => {
  it.each(LATENCIES)(
    '10,000 people join and enroll within 60 seconds, and none gets a 503: %i ms',
    async (latency) => {
      const people = 10_000;
      const { statuses, counted } = await playExhibition(await newWorld(), {
        people,
        within: MINUTE,
        latency,
      });
      expect(Object.fromEntries(statuses)).toEqual({ 200: people, 201: people });
      expect(counted).toEqual({ attendees: people, participants: people, onDisplay: people });
    },
  );

  it('the model shows what the first version could not do: most of 1,000 people in 6 seconds get a 503', async () => {
    const options = { people: 1000, within: seconds(6), latency: 10 };
    const { statuses } = await playExhibition(await newWorld(), options, true);
    expect(statuses.get(503)).toBeGreaterThan(1000);
  });
});

describe('a rush for gifts', () => {
  it.each(LATENCIES)(
    '5,000 people want 1,000 gifts in 20 shards within 60 seconds: all are gone, and at most 50 got a 503 before: %i ms',
    async (latency) => {
      const options = { people: 5000, within: MINUTE, latency };
      const { statuses, left, refusedTooEarly } = await playRush(await newWorld(), 1000, 20, options);
      expect([left, statuses.get(201)]).toEqual([0, 1000]);
      expect(refusedTooEarly).toBeLessThanOrEqual(50);
    },
  );

  it('the model shows why the stock has shards: with one, most of 1,000 people in 12 seconds get a 503', async () => {
    const options = { people: 1000, within: seconds(12), latency: 40 };
    const { refusedTooEarly } = await playRush(await newWorld(), 1000, 1, options);
    expect(refusedTooEarly).toBeGreaterThan(500);
  });
});
