import type { Client } from 'openapi-fetch';
import type { operations, paths } from './api.generated.ts';
import type { NoticeFeed } from './notices.ts';
import { type Called, dataOf } from './pages.ts';
import { asOnePerson, isOfSession } from './session.ts';
import { retryAfter, type Sleep, throwIfAborted, timer, unlessAborted } from './time.ts';

type BodyOf<O extends keyof operations> = operations[O]['responses'] extends {
  readonly 200: { readonly content: { readonly 'application/json': infer Body } };
}
  ? Body
  : never;
type QrToken = BodyOf<'getQrToken'>;
type AccessRequest = BodyOf<'getAccessRequest'>;
type RewardClaim = BodyOf<'getClaim'>;

interface Pauses {
  /** Ends the waiting: the call rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Waits between two requests; by default, a timer. */
  readonly sleep?: Sleep;
  /** The notices of the app. One about what is waited for ends the pause, and the platform is asked at once. */
  readonly notices?: NoticeFeed;
}
export interface Waiting extends Pauses {
  readonly id: string;
}
export interface WaitingForRedemption extends Pauses {
  /** The claim as `reserveReward`, `listClaims` or `getClaim` show it. */
  readonly claim: Pick<RewardClaim, 'campaignId' | 'reservedAt' | 'expiresAt'>;
}

const MINUTE = 60_000;
/** The times between the looks: ten short ones, then `first`, which grows by the factor to the longest, in milliseconds. */
const INTERVAL = { short: 2_000, shortLooks: 10, first: 5_000, growth: 1.5, longest: 30_000 };

/**
 * Waits until somebody has scanned a QR code or it has expired, which is after five minutes at most.
 * @returns the token with its `status`, and with the id of the access request if it was used. @throws {ApiError} for a refusal, and the
 * latest failure if the platform cannot be reached until then
 */
export function waitForScan(client: Client<paths>, { id, ...pauses }: Waiting): Promise<QrToken> {
  const params = { path: { id } };
  const own = asOnePerson(client);
  return waitWhile(
    { ...pauses, atMost: 5 * MINUTE, tells: ({ kind }) => kind === 'access_requested' },
    ({ status }) => status === 'open',
    () => client.GET('/v1/clinical/qr-tokens/{id}', { params, ...own }),
  );
}

/**
 * Waits until the patient has decided about a pending access request or it has expired, which is after 15 minutes at most.
 * @returns the request as it is then. @throws {ApiError} for a refusal, and the latest failure if the platform cannot be reached until
 * then
 */
export function waitForDecision(client: Client<paths>, { id, ...pauses }: Waiting): Promise<AccessRequest> {
  const params = { path: { id } };
  const own = asOnePerson(client);
  return waitWhile(
    { ...pauses, atMost: 15 * MINUTE, tells: ({ about }) => about.accessRequestId === id },
    ({ status }) => status === 'pending',
    () => client.GET('/v1/clinical/access-requests/{id}', { params, ...own }),
  );
}

/**
 * Waits at the counter until the caller's claim is redeemed or has expired.
 * @returns the claim as it is then. @throws {ApiError} for a refusal, and the latest failure if the platform cannot be reached until
 * then
 */
export async function waitForRedemption(
  client: Client<paths>,
  { claim: { campaignId, reservedAt, expiresAt }, ...pauses }: WaitingForRedemption,
): Promise<RewardClaim> {
  // Both times are of the platform, so a wrong clock of the phone changes nothing.
  const atMost = Date.parse(expiresAt) - Date.parse(reservedAt);
  if (Number.isNaN(atMost))
    throw new TypeError('reservedAt and expiresAt must be times, as the API shows them.');
  const params = { path: { campaignId } };
  const own = asOnePerson(client);
  return waitWhile(
    { ...pauses, atMost, tells: ({ about }) => about.campaignId === campaignId },
    ({ status }) => status === 'reserved',
    () => client.GET('/v1/rewards/campaigns/{campaignId}/claim', { params, ...own }),
  );
}

interface Limits {
  readonly atMost: number;
  /** Whether a notice is about what is waited for. */
  readonly tells: (notice: Parameters<NoticeFeed['pass']>[0]) => boolean;
}

async function waitWhile<T>(
  { signal, sleep = timer, notices, atMost, tells }: Pauses & Limits,
  goesOn: (found: T) => boolean,
  read: () => Promise<Called<T>>,
): Promise<T> {
  let waited = 0;
  let [least, most] = [0, Number.POSITIVE_INFINITY];
  let isTold = false;
  let wake = () => {};
  const stop = notices?.listen((notice) => {
    if (!tells(notice)) return;
    isTold = true;
    wake();
  });
  try {
    for (let n = 0; ; n++) {
      // Up to a fifth more or less, so that phones that began together do not stay together.
      const pause = Math.min(Math.max(intervalOf(n) * (0.8 + 0.4 * Math.random()), least), most);
      if (!isTold) {
        const told = new Promise<void>((done) => {
          wake = done;
        });
        await unlessAborted(signal, () => Promise.race([sleep(pause, signal), told]));
      }
      const asked = performance.now();
      waited += isTold ? 0 : pause;
      isTold = false;
      const looked = await unlessAborted(signal, () => lookAt(read, signal));
      waited += performance.now() - asked;
      if ('found' in looked) {
        if (!goesOn(looked.found)) return looked.found;
        [least, most] = [0, Number.POSITIVE_INFINITY];
      } else {
        if (waited >= atMost) throw looked.failure;
        [least, most] = [looked.least, atMost - waited];
      }
    }
  } finally {
    stop?.();
  }
}

/** An outage or the sign-in page of a Wi-Fi says nothing about what the app waits for. */
async function lookAt<T>(read: () => Promise<Called<T>>, signal: AbortSignal | undefined) {
  let called: Called<T>;
  try {
    called = await read();
  } catch (failure) {
    throwIfAborted(signal);
    if (isOfSession(failure)) throw failure;
    return { failure, least: 0 };
  }
  try {
    return { found: dataOf(called) };
  } catch (failure) {
    if (!isTemporary(called.response, called.error?.code)) throw failure;
    return { failure, least: (retryAfter(called.response) ?? 0) * 1000 };
  }
}

/** Whether a later request can succeed although this one failed. */
export const isTemporary = ({ status }: Response, code: string | undefined): boolean =>
  status === 429 || status >= 500 || code === 'not_json';

function intervalOf(n: number): number {
  const { short, shortLooks, first, growth, longest } = INTERVAL;
  return n < shortLooks ? short : Math.min(first * growth ** (n - shortLooks), longest);
}
