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
  /** False if the stage has no canary person, so that only `reach` was tried. */
  readonly isSignedIn: boolean;
}

export interface CheckOptions {
  readonly url: string;
  /** Signs the canary person in. Absent if the stage has none. @returns an access token */
  readonly signIn?: (() => Promise<string>) | undefined;
}

const REQUEST_TIMEOUT = 10_000;
const PAUSE_BEFORE_SECOND_TRY = 500;

export async function checkStage({ url, signIn }: CheckOptions): Promise<Outcome> {
  let token: string | undefined;
  const steps: Readonly<Record<Step, () => Promise<void>>> = {
    reach: () => expectStatus(url, listClaims, 401),
    async sign_in() {
      token = await signIn?.();
    },
    read: () => expectStatus(url, listClaims, 200, token),
    write: () => expectStatus(url, issueQrToken, 201, token),
  };
  const wanted: readonly Step[] = signIn ? ['reach', 'sign_in', 'read', 'write'] : ['reach'];
  for (const step of wanted) {
    try {
      await steps[step]();
    } catch (error) {
      if (error instanceof Closed) return { isClosed: true, isSignedIn: false };
      const problem = problemOf(error);
      return { failed: { step, problem }, isClosed: false, isSignedIn: token !== undefined };
    }
  }
  return { isClosed: false, isSignedIn: token !== undefined };
}

class Closed extends Error {}

/** Tries twice, because callers are asked to repeat a request after a 503. @throws {Error} for another status */
async function expectStatus(url: string, { method, path }: Contract, expected: number, token?: string) {
  const send = () =>
    fetch(url + path, {
      method,
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      redirect: 'error',
      signal: AbortSignal.timeout(REQUEST_TIMEOUT),
    });
  let response = await send();
  let body = await response.text();
  if (isClosedResponse({ status: response.status, headers: response.headers, body })) throw new Closed();
  if (response.status === 503) {
    await wait(PAUSE_BEFORE_SECOND_TRY);
    response = await send();
    body = await response.text();
  }
  if (response.status !== expected)
    throw new Error(`${method} ${path} answered ${response.status} instead of ${expected}`);
}

function problemOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return typeof cause;
  const code = 'code' in cause && typeof cause.code === 'string' ? ` (${cause.code})` : '';
  return `${cause.message}${code}`;
}
