import type { Client } from 'openapi-fetch';
import type { paths } from './api.generated.ts';
import { type PhoneClock, phoneClock } from './phone-clock.ts';
import { asOnePerson, isOfSession, isSignedOut, PersonChanged } from './session.ts';
import { retryAfter, type Sleep, timer, unlessAborted } from './time.ts';
import { isTemporary } from './waiting.ts';

export interface StepReports {
  readonly challengeId: string;
  /** From when steps count, as the enrollment shows it. */
  readonly countingFrom: string;
  /** The end of the challenge, as the challenge shows it. */
  readonly endsAt: string;
  /**
   * Returns the steps from `since` until `until`, which are `countingFrom` and now, or the end of the challenge after it, as the phone's
   * own clock shows them, even if it is wrong. So an app can ask its step store with them. It is called for each report.
   */
  readonly measure: (until: Date, since: Date) => Promise<number> | number;
  /** Ends the reports. */
  readonly signal?: AbortSignal;
  /** Waits between two reports; by default, a timer. */
  readonly sleep?: Sleep;
  /** Returns what the phone's clock shows, in milliseconds; by default, `Date.now`. */
  readonly now?: () => number;
}

/** How the reports ended. */
export interface StepReportsEnd {
  /**
   * The code of the refusal, such as `challenge_final` or `not_enrolled`; `forbidden` for a 403 without a code, `signed_out` for a
   * session that was refused, `person_changed` if somebody else has signed in, `stopped` after `signal`, or if `sleep` has failed.
   */
  readonly code: string;
  /** The reason, for the developer. */
  readonly message?: string;
}

const PATH = '/v1/community/challenges/{id}/enrollment/steps';
/** The refusals that no later report changes. */
const FINAL = ['challenge_final', 'not_enrolled', 'account_closed', 'invalid_request', 'event_cancelled'];

const MINUTE = 60_000;
/** A longer pause would miss a clock that is set in the meantime, and the timers of JavaScript end at 24 days. */
const LONGEST_PAUSE = 60 * MINUTE;
/** The platform stores no report within this time of the last one. */
const BETWEEN_REPORTS = 10_000;
/** Phones that wait for the start begin within this time. */
const BEGIN_WITHIN = MINUTE;
/** After a failure of the phone itself. */
const LONGEST_FAILURE = 5 * MINUTE;
/** A timer that is later than this was no timer. */
const SLOW_TIMER = 6_000;
/** For how long after the end the platform takes reports. */
const SYNCED_WITHIN = 24 * 60 * MINUTE;

/**
 * A phone that could not report sends its latest value after this time and a random
 * part of up to twice as long. So the phones of a hall do not come back at once when the network does.
 */
const soon = (): number => 10_000 * (1 + 2 * Math.random());

/**
 * Reports the steps of a challenge from `countingFrom` until the result is final, so that steps that a watch delivers late count, too,
 * whenever the platform asks for them: within a minute near the ranks on the public display, otherwise after up to 15 minutes. Only a refusal that no later report changes ends the reports. It never rejects.
 */
export async function reportSteps(client: Client<paths>, reports: StepReports): Promise<StepReportsEnd> {
  const { countingFrom, endsAt, signal, sleep = timer, now = Date.now } = reports;
  const [start, end] = [Date.parse(countingFrom), Date.parse(endsAt)];
  if (!(start <= end))
    return {
      code: 'invalid_request',
      message: 'countingFrom and endsAt must be times, as the API shows them.',
    };
  const clock = phoneClock(now);
  const next = reporting(client, reports, { start, end, clock });
  try {
    for (;;) {
      const pause = await unlessAborted(signal, next);
      if (typeof pause !== 'number') return pause;
      if (pause === 0) continue;
      const woken = now() + pause;
      await unlessAborted(signal, () => sleep(pause, signal));
      // Somebody has set the clock, or the phone has slept and nobody knows.
      if (Math.abs(now() - woken) > SLOW_TIMER) clock.forget();
    }
  } catch (error) {
    return { code: 'stopped', ...(!signal?.aborted && { message: String(error) }) };
  }
}

/** @throws {RangeError} if it is no number of steps, which may be different at the next measurement */
function whole(steps: number): number {
  if (steps >= 0 && steps < Number.POSITIVE_INFINITY) return Math.floor(steps);
  throw new RangeError(`${steps} is no number of steps.`);
}

interface Times {
  readonly start: number;
  readonly end: number;
  readonly clock: PhoneClock;
}

/** @returns sends the next report, and returns the end, or the milliseconds until the report after it */
function reporting(
  client: Client<paths>,
  { challengeId, measure, signal }: StepReports,
  { start, end, clock }: Times,
): () => Promise<StepReportsEnd | number> {
  const own = { params: { path: { id: challengeId } }, ...asOnePerson(client), ...(signal && { signal }) };
  let begins = start;
  /** When reports are still taken, and an answer has time to arrive. */
  const last = end + SYNCED_WITHIN - MINUTE * (1 + Math.random());
  let [failed, hasStarted] = [0, false];

  function send(steps: number, at: number) {
    const body = { steps, measuredAt: new Date(at).toISOString() };
    return clock.learn(() => client.PUT(PATH, { ...own, body }));
  }
  /** Each failure waits longer than the one before, but the last moments for a report are not missed. */
  function later(longest: number): number {
    const pause = Math.min(soon() * 2 ** failed++, longest);
    const left = last - clock.now();
    return left > 0 ? Math.min(pause, left) : left > -2 * MINUTE ? soon() : pause;
  }

  async function answered(steps: number, at: number, isProbe: boolean): Promise<StepReportsEnd | number> {
    const { data, error, response } = await send(steps, at);
    const { code, message } = error ?? {};
    if (isTemporary(response, code)) return Math.max(soon(), 1000 * (retryAfter(response) ?? 0));
    const isOutside = code === 'measured_outside' && clock.now() >= end;
    if ([401, 403].includes(response.status) || FINAL.includes(code ?? '') || isOutside)
      return {
        code: code === 'invalid_token' ? 'signed_out' : (code ?? 'forbidden'),
        ...(message !== undefined && { message }),
      };
    const stored = Date.parse(data?.measuredAt ?? '');
    if (isProbe && clock.now() <= last) {
      // A report within ten seconds of the first one, which was just stored, would not count.
      const isFirst = stored === start && !hasStarted;
      hasStarted ||= isFirst;
      return isFirst ? soon() : 0;
    }
    if (isProbe || !data) return later(LONGEST_PAUSE);
    failed = 0;
    const pause = Math.max(Date.parse(data.nextReportAt) - clock.now(), BETWEEN_REPORTS);
    return Math.min(pause, LONGEST_PAUSE) || LONGEST_FAILURE;
  }

  return async () => {
    const at = clock.now();
    // A report of no steps changes nothing, and its answer has the time of the platform, or says that the result is final.
    const isProbe = !clock.isKnown() || at > last + MINUTE * 2;
    if (!isProbe && at < begins) {
      failed = 0;
      // Phones that wait for the start do not begin together.
      if (begins === start) begins += BEGIN_WITHIN * Math.random();
      return Math.min(begins - at, LONGEST_PAUSE);
    }
    const measuredAt = isProbe ? start : Math.floor(Math.min(at, end));
    let steps = 0;
    try {
      // Rather a little too short than too long: a later report can raise the total at the end, but not lower it.
      if (!isProbe) steps = whole(await measure(clock.shownAt(measuredAt).first, clock.shownAt(start).last));
    } catch {
      return later(LONGEST_FAILURE);
    }
    try {
      return await answered(steps, measuredAt, isProbe);
    } catch (error) {
      if (error instanceof PersonChanged) return { code: 'person_changed', message: error.message };
      if (isSignedOut(error)) return { code: 'signed_out', message: String(error) };
      return isOfSession(error) ? later(LONGEST_FAILURE) : soon();
    }
  };
}
