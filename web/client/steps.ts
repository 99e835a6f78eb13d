import type { Client } from 'openapi-fetch';
import type { operations, paths } from './api.generated.ts';
import { type Sleep, timer, unlessAborted } from './time.ts';

type Report = operations['reportSteps']['requestBody']['content']['application/json'];

export interface StepReports {
  readonly challengeId: string;
  /** Returns the total since `countingFrom` and when it was measured. It is called for each report. */
  readonly measure: () => Promise<Report> | Report;
  /** Ends the reports. */
  readonly signal?: AbortSignal;
  /** Waits between two reports; by default, a timer. */
  readonly sleep?: Sleep;
}

/** The average time between two reports. Each phone waits between half and one and a half times as long. */
const BETWEEN_REPORTS = 300_000;
/**
 * A phone that could not report, or whose report came too early to be stored, sends its latest value after this time and a random
 * part of up to twice as long. So the phones of a hall do not come back at once when the network does.
 */
const BEFORE_ANOTHER_ATTEMPT = 10_000;

/**
 * Reports the steps of a challenge about every five minutes, at random times.
 * @returns the response that ends the reports, such as 409 `challenge_final` or 404 `not_enrolled`, or `undefined` after `signal`.
 */
export async function reportSteps(
  client: Client<paths>,
  { challengeId, measure, signal, sleep = timer }: StepReports,
): Promise<Response | undefined> {
  const params = { path: { id: challengeId } };
  while (!signal?.aborted) {
    const body = await measure();
    const answer = await client
      .PUT('/v1/community/challenges/{id}/enrollment/steps', { params, body })
      .catch(() => undefined); // no network
    if (answer && answer.response.status >= 400 && !isTemporary(answer.response.status))
      return answer.response;
    const stored = answer?.data?.measuredAt;
    const isStored = stored !== undefined && Date.parse(stored) >= Date.parse(body.measuredAt);
    const pause = isStored
      ? BETWEEN_REPORTS * (0.5 + Math.random())
      : BEFORE_ANOTHER_ATTEMPT * (1 + 2 * Math.random());
    await unlessAborted(signal, () => sleep(pause)).catch(() => undefined);
  }
  return undefined;
}

const isTemporary = (status: number): boolean => status === 429 || status >= 500;
