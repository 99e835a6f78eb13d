import { describe, expect, it } from 'vitest';
import { seconds } from '../../../shared/values/clock.ts';
import { newWorld } from '../../support/world.ts';
import { playExhibition, playRush } from './scenarios.ts';

/**
 * One item takes between 25 and 50 transactions a second, which is how long a transaction holds its items: up to 40 ms.
 * `npm run test:long` also plays the crowds with 10 ms, and for a whole minute: 10,000 people in a hall, and 5,000 who want
 * 1,000 gifts. `npm test` plays the first twelve seconds of it, with as many people in each second.
 */
const IS_LONG = process.env['SIHAT_RUNS'] !== undefined;
const LATENCIES = IS_LONG ? [10, 40] : [40];
const PART = IS_LONG ? 1 : 1 / 5;
const within = PART * seconds(60);
const visitors = PART * 10_000;
const [wanting, gifts] = [PART * 5000, PART * 1000];
const SHARDS = 20;

describe('a hall that fills', () => {
  it.each(LATENCIES)(
    `${visitors.toLocaleString('en')} people join and enroll within ${within / 1000} seconds, and none gets a 503: %i ms`,
    async (latency) => {
      const options = { people: visitors, within, latency };
      const { statuses, counted } = await playExhibition(await newWorld(), options);
      expect(Object.fromEntries(statuses)).toEqual({ 200: visitors, 201: visitors });
      expect(counted).toEqual({ attendees: visitors, participants: visitors, onDisplay: visitors });
    },
  );

  it('the model shows what the first version could not do: most of 330 people in 2 seconds get a 503', async () => {
    const options = { people: 330, within: seconds(2), latency: 10 };
    const { statuses } = await playExhibition(await newWorld(), options, true);
    expect(statuses.get(503)).toBeGreaterThan(330);
  });
});

describe('a rush for gifts', () => {
  it.each(LATENCIES)(
    `${wanting.toLocaleString('en')} people want ${gifts.toLocaleString('en')} gifts in ${within / 1000} seconds: all are gone, and at most 1 % got a 503 before: %i ms`,
    async (latency) => {
      const options = { people: wanting, within, latency };
      const { statuses, left, refusedTooEarly } = await playRush(await newWorld(), gifts, SHARDS, options);
      expect([left, statuses.get(201)]).toEqual([0, gifts]);
      expect(refusedTooEarly).toBeLessThanOrEqual(wanting / 100);
    },
  );

  it('the model shows why the stock has shards: with one, most of 330 people in 4 seconds get a 503', async () => {
    const options = { people: 330, within: seconds(4), latency: 40 };
    const { refusedTooEarly } = await playRush(await newWorld(), 1000, 1, options);
    expect(refusedTooEarly).toBeGreaterThan(165);
  });
});
