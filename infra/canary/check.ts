import { setTimeout as wait } from 'node:timers/promises';
import { issueQrToken } from '../../functions/clinical/access-requests/contract.ts';
import { listClaims } from '../../functions/rewards/claims/contract.ts';
import type { Contract } from '../../shared/contract/contract.ts';
import { isClosedResponse } from '../closing/closed-response.ts';

/**
 * What the canary does, from outside of the region of the stage and through CloudFront, as an app would. Nothing counts what
 * it does: it lists its own claims, and issues a QR token that nobody scans.
 */
export type Step = 'reach' | 'sign_in' | 'read' | 'write';

export interface Outcome {
  /** The step that failed, with the reason in one line. It contains no token and nothing of a response body. */
  readonly failed?: { readonly step: Step; readonly problem: string };
  /** The firewall of a closed stage answered, so nothing else was tried. */
  readonly isClosed: boolean;
  /** The API or Cognito took too many requests, which anybody can cause, so it is not a failure. Nothing else was tried. */
  readonly isThrottled: boolean;
}

export interface CheckOptions {
  readonly url: string;
  /** Signs the canary person in. @returns an access token, or `undefined` if the stage has no such person */
  readonly signIn: () => Promise<string | undefined>;
  /** Milliseconds for each step, 10 s by default. */
  readonly deadline?: number;
}

const STEP_DEADLINE = 10_000;
const PAUSE_BEFORE_SECOND_TRY = 500;

export async function checkStage({ url, signIn, deadline = STEP_DEADLINE }: CheckOptions): Promise<Outcome> {
  let token: string | undefined;
  const steps: readonly (readonly [Step, () => Promise<void>])[] = [
    ['reach', () => expectStatus(url, listClaims, 401)],
    [
      'sign_in',
      async () => {
        token = await signIn();
      },
    ],
    ['read', () => expectStatus(url, listClaims, 200, token)],
    ['write', () => expectStatus(url, issueQrToken, 201, token)],
  ];
  const passed = { isClosed: false, isThrottled: false };
  for (const [step, take] of steps) {
    try {
      await within(deadline, take());
    } catch (error) {
      if (error instanceof Closed) return { ...passed, isClosed: true };
      if (error instanceof Throttled || isThrottledSignIn(error)) return { ...passed, isThrottled: true };
      return { ...passed, failed: { step, problem: problemOf(error) } };
    }
    if (step === 'sign_in' && token === undefined) break;
  }
  return passed;
}

class Closed extends Error {}
class Throttled extends Error {}

/** Tries twice, because callers are asked to repeat a request after a 503. @throws {Error} for another status */
async function expectStatus(
  url: string,
  { method, path }: Contract,
  expected: number,
  token?: string,
): Promise<void> {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const send = async () => {
    const response = await fetch(url + path, { method, headers, redirect: 'error' });
    const { status } = response;
    if (isClosedResponse({ status, headers: response.headers, body: await response.text() }))
      throw new Closed();
    if (status === 429) throw new Throttled();
    return status;
  };
  let status = await send();
  if (status === 503) {
    await wait(PAUSE_BEFORE_SECOND_TRY);
    status = await send();
  }
  if (status !== expected) throw new Error(`${method} ${path} answered ${status} instead of ${expected}`);
}

/** Cognito limits the sign-ins of all callers together. */
const isThrottledSignIn = (error: unknown): boolean =>
  error instanceof Error && error.cause instanceof Error && error.cause.name === 'TooManyRequestsException';

/**
 * Waits for a service, so that the function writes its log line although the service does not answer.
 * @throws {Error} after the deadline
 */
export async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  const ended = new AbortController();
  const late = wait(milliseconds, undefined, { signal: ended.signal }).then(() => {
    throw new Error(`no answer within ${milliseconds / 1000} s`);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    ended.abort();
    late.catch(() => {});
  }
}

/** What went wrong, in one line. */
export function problemOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return typeof cause;
  const code = 'code' in cause && typeof cause.code === 'string' ? ` (${cause.code})` : '';
  return `${cause.message}${code}`;
}
