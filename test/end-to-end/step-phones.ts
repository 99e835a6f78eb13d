import { hours, minutes, seconds } from '../../shared/values/clock.ts';
import { reportSteps, type StepReportsEnd, sihatClient } from '../../web/client/client.ts';
import type { Draws } from '../reliability/simulation/seeds.ts';
import type { Timeline } from '../reliability/simulation/timeline.ts';
import { signInPage, tokenOf } from './client-answers.ts';

/** The phones of a day of walking, with all that goes wrong with phones, in simulated time. */

/** The times of the challenge, in the milliseconds of the timeline. */
export const STARTS_AT = hours(2);
export const ENDS_AT = STARTS_AT + hours(4);
export const FINAL_AT = ENDS_AT + hours(24);
/** The moment at which the timeline begins. */
export const BEGINS = Date.parse('2031-03-14T00:00:00.000Z');

/** A step store has a sample for each half minute. None ends in a second in which the header `Date` leaves the time open. */
const SAMPLE = seconds(30);

interface Span {
  readonly from: number;
  readonly to: number;
}
const isIn = (spans: readonly Span[], at: number) => spans.some(({ from, to }) => at >= from && at < to);

export interface Phone {
  readonly id: string;
  readonly enrolls: number;
  /** How far the clock is ahead, from when on. */
  readonly clocks: readonly { readonly from: number; readonly ahead: number }[];
  readonly offline: readonly Span[];
  /** When the app is not running. */
  readonly closed: readonly Span[];
  readonly stepsInSample: number;
  /** Steps of the first half minute, more than a person takes. */
  readonly shaken: number;
  /** How much later a watch delivers its samples to the phone. */
  readonly watchLag: number;
  /** When the app cannot measure, and cannot refresh the token. */
  readonly broken: readonly Span[];
}

/** How far clocks are ahead. */
const CLOCKS = [0, -300, -15_000, 61_000, 90_000, -minutes(10), minutes(10), -hours(12), hours(12)];

/** The `n`th phone: the first ones have the clocks of reports 1 and 38, and all others anything between 12 hours behind and ahead. */
export function somePhone(draw: Draws, n: number): Phone {
  const { between, chance } = draw;
  const anyClock = () => between(-hours(12), hours(12));
  const spans = (most: number, from: () => number, longest: number): Span[] =>
    Array.from({ length: between(0, most) }, from).map((begins) => ({
      from: begins,
      to: begins + between(minutes(1), longest),
    }));
  const enrolls = chance() < 0.5 ? between(0, STARTS_AT) : between(STARTS_AT, ENDS_AT - minutes(10));
  const isMoved = chance() < 0.2;
  // Some have no network from before the end until some minutes before the result is final.
  const isLong = n % 250 === 20;
  return {
    id: draw.uuid(),
    enrolls: Math.ceil(enrolls / SAMPLE) * SAMPLE + seconds(15),
    clocks: [
      { from: 0, ahead: CLOCKS[n] ?? anyClock() },
      ...(isMoved ? [{ from: between(STARTS_AT - hours(1), ENDS_AT + hours(3)), ahead: anyClock() }] : []),
    ],
    offline: [
      ...spans(3, () => between(0, ENDS_AT), minutes(30)),
      ...(isLong ? [{ from: ENDS_AT - minutes(20), to: FINAL_AT - between(minutes(2), minutes(30)) }] : []),
    ],
    closed: spans(3, () => between(0, ENDS_AT + hours(2)), hours(2)),
    broken: spans(1, () => between(STARTS_AT, ENDS_AT), hours(2)),
    stepsInSample: between(1, 80),
    shaken: chance() < 0.1 ? between(200, 3000) : 0,
    watchLag: chance() < 0.2 ? between(minutes(1), hours(3)) : 0,
  };
}

export const countingFromOf = ({ enrolls }: Phone): number => Math.max(enrolls, STARTS_AT);

/** The steps that a person has taken by a moment. A sample is complete 10 s after each half minute, the first one is shaken. */
function takenBy(phone: Phone, at: number): number {
  const samples = (time: number) => Math.floor((time - seconds(10)) / SAMPLE);
  const isShaken = samples(at) > samples(countingFromOf(phone));
  return samples(at) * phone.stepsInSample + (isShaken ? phone.shaken : 0);
}

/** What the platform should have at the end. */
export const trueSteps = (phone: Phone): number =>
  takenBy(phone, ENDS_AT) - takenBy(phone, countingFromOf(phone));

/** The steps between two times that the clock shows now, as far as the watch has delivered them. */
function stepsBetween(phone: Phone, since: number, until: number, at: number): number {
  const ahead = aheadOf(phone, at);
  const last = Math.min(until - ahead, at - phone.watchLag);
  return Math.max(0, takenBy(phone, last) - takenBy(phone, Math.max(since - ahead, 0)));
}
const aheadOf = ({ clocks }: Phone, at: number): number =>
  clocks.findLast(({ from }) => from <= at)?.ahead ?? 0;

/** Answers a report at the platform. `at` is its time. */
export type Platform = (
  phone: Phone,
  body: { steps: number; measuredAt: string },
  at: Date,
) => Promise<{
  readonly status: number;
  readonly body: unknown;
}>;

/** Runs the app of a phone until its reports end. @returns how they ended */
export async function walk(
  phone: Phone,
  platform: Platform,
  { timeline, draw }: { readonly timeline: Timeline; readonly draw: Draws },
): Promise<StepReportsEnd> {
  const { now, sleep, after } = timeline;
  const { between, chance } = draw;
  const shown = () => BEGINS + now() + aheadOf(phone, now());
  let token = { serial: 0, until: 0 };
  const api = sihatClient({
    baseUrl: 'https://api.sihat.test',
    sleep,
    token: () => tokenOf(phone.id, token.serial),
    async refresh() {
      await sleep(between(50, 500));
      if (isIn(phone.offline, now()) || isIn(phone.broken, now())) throw new Error('The refresh has failed.');
      token = { serial: token.serial + 1, until: now() + hours(1) };
    },
    async fetch(request) {
      const body = (await request.json()) as { steps: number; measuredAt: string };
      await sleep(between(10, 400));
      if (isIn(phone.offline, now())) throw new TypeError('fetch failed');
      if (chance() < 0.02) return signInPage();
      const at = new Date(BEGINS + now());
      const answer = async () => {
        if (now() >= token.until) return { status: 401, body: { code: 'invalid_token', message: 'expired' } };
        if (chance() < 0.02) return { status: between(500, 503), body: { message: 'x' } };
        return platform(phone, body, at);
      };
      const given = await new Promise<Awaited<ReturnType<Platform>>>((done) =>
        after(0, async () => done(await answer())),
      );
      await sleep(between(10, 400));
      if (chance() < 0.02) throw new TypeError('The answer was lost.');
      return Response.json(given.body, { status: given.status, headers: { date: at.toUTCString() } });
    },
  });
  const iso = (time: number) => new Date(BEGINS + time).toISOString();
  await sleep(phone.enrolls);
  for (;;) {
    while (isIn(phone.closed, now())) await sleep(minutes(1));
    const closes = Math.min(...phone.closed.map(({ from }) => from).filter((from) => from > now()));
    const closing = new AbortController();
    if (closes < FINAL_AT) after(closes - now(), () => closing.abort());
    const ended = await reportSteps(api, {
      challengeId: phone.id,
      countingFrom: iso(countingFromOf(phone)),
      endsAt: iso(ENDS_AT),
      measure(until, since) {
        if (isIn(phone.broken, now())) throw new Error('The step store is locked.');
        return stepsBetween(phone, since.getTime() - BEGINS, until.getTime() - BEGINS, now());
      },
      signal: closing.signal,
      sleep,
      now: shown,
    });
    if (ended.code !== 'stopped') return ended;
  }
}
