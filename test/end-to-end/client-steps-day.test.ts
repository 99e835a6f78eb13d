import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { nextAfter } from '../../functions/community/enrollments/step-reports.ts';
import type { Enrollment } from '../../shared/community/participation.ts';
import { minutes } from '../../shared/values/clock.ts';
import { enrollmentOf, givenChallenge, givenClub, givenEvent, newParticipant } from '../given/community.ts';
import { draws } from '../reliability/simulation/seeds.ts';
import { newTimeline } from '../reliability/simulation/timeline.ts';
import { newAccount, newWorld } from '../support/world.ts';
import { SOME_ID } from './client-answers.ts';
import {
  BEGINS,
  countingFromOf,
  ENDS_AT,
  FINAL_AT,
  type Phone,
  type Platform,
  STARTS_AT,
  somePhone,
  trueSteps,
  walk,
} from './step-phones.ts';

/**
 * The step reports of the client package over a day in simulated time: reports 1, 2, 3 and 38 of other platforms, in which wrong
 * clocks stopped the counting, the last steps before the end were missing, and the steps of a watch came too late.
 */

const SEED = 51;
const iso = (time: number) => new Date(BEGINS + time).toISOString();
const phonesOf = (number: number): Phone[] =>
  Array.from({ length: number }, (_, n) => somePhone(draws(SEED, `phone ${n}`), n));

beforeEach(() => {
  vi.spyOn(Math, 'random').mockImplementation(draws(SEED, 'client').chance);
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** Plays the day of these phones. @returns what is wrong at its end */
async function play(
  phones: readonly Phone[],
  platform: Platform,
  storedOf: (
    phone: Phone,
  ) => Promise<{ readonly steps?: unknown; readonly measuredAt?: unknown } | undefined>,
) {
  const timeline = newTimeline();
  const ends = await timeline.play(() =>
    Promise.all(phones.map((phone, n) => walk(phone, platform, { timeline, draw: draws(SEED, `day ${n}`) }))),
  );
  const found = await Promise.all(
    phones.map(async (phone, n) => {
      const { steps, measuredAt } = (await storedOf(phone)) ?? {};
      const right = { steps: trueSteps(phone), measuredAt: iso(ENDS_AT), code: 'challenge_final' };
      return { phone, right, got: { steps, measuredAt, code: ends[n]?.code } };
    }),
  );
  return found.filter(({ right, got }) => JSON.stringify(right) !== JSON.stringify(got));
}

it('the last true value at the end is stored for each of 1,000 phones, with clocks from −12 to +12 hours, by the rule of the platform (reports 1, 2, 3 and 38)', async () => {
  const phones = phonesOf(1000);
  const course = { id: SOME_ID, joinCode: 'expo', clubId: SOME_ID, endsAt: iso(ENDS_AT) };
  const stored = new Map<string, Enrollment>(
    phones.map((phone) => {
      const countingFrom = iso(countingFromOf(phone));
      return [phone.id, newParticipant(new Date(BEGINS), course, { countingFrom })];
    }),
  );
  const wrong = await play(
    phones,
    async (phone, body, at) => {
      const next = nextAfter(body, stored.get(phone.id) ?? newParticipant(at, course), at);
      if (typeof next === 'string') return { status: 409, body: { code: next, message: 'x' } };
      stored.set(phone.id, next);
      return { status: 200, body: next };
    },
    async ({ id }) => stored.get(id),
  );
  expect(wrong.slice(0, 3), `${wrong.length} phones`).toEqual([]);

  // What happens to the phones is what the name says.
  const count = (is: (phone: Phone) => boolean) => phones.filter(is).length;
  expect(count(({ enrolls }) => enrolls < STARTS_AT)).toBeGreaterThan(300);
  expect(count(({ enrolls }) => enrolls > STARTS_AT)).toBeGreaterThan(300);
  expect(count(({ closed }) => closed.length > 0)).toBeGreaterThan(300);
  expect(count(({ broken }) => broken.length > 0)).toBeGreaterThan(300);
  expect(count(({ clocks }) => clocks.length > 1)).toBeGreaterThan(100);
  expect(count(({ watchLag }) => watchLag > 0)).toBeGreaterThan(100);
  expect(count(({ shaken }) => shaken > 0)).toBeGreaterThan(50);
  expect(count(({ offline }) => offline.some(({ to }) => to > FINAL_AT - minutes(31)))).toBe(4);
});

it('the last true value at the end is stored for phones with the clocks of reports 1 and 38, through the real handlers', async () => {
  const world = await newWorld();
  world.setNow(new Date(BEGINS));
  const event = await givenEvent(world, await givenClub(world));
  const challenge = await givenChallenge(world, event, { startsAt: iso(STARTS_AT), endsAt: iso(ENDS_AT) });
  const params = { id: challenge.id };
  const accounts = new Map(phonesOf(9).map((phone) => [phone, newAccount()]));
  for (const [phone, as] of accounts) {
    world.setNow(new Date(BEGINS + phone.enrolls));
    const { body } = await world.call('enroll', {
      as,
      params,
      body: { alias: `Jalan ${accounts.size} ${as.replaceAll(/\d/g, '')}`.slice(0, 30) },
    });
    expect(body.countingFrom).toBe(iso(countingFromOf(phone)));
  }
  const wrong = await play(
    [...accounts.keys()],
    async (phone, body, at) => {
      world.setNow(at);
      const { status, body: answer } = await world.call('reportSteps', {
        as: accounts.get(phone),
        params,
        body,
      });
      return { status, body: answer };
    },
    async (phone) => world.item(enrollmentOf(accounts.get(phone) ?? newAccount(), challenge.id)),
  );
  expect(wrong).toEqual([]);
});
