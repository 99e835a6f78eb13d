import type { Client } from 'openapi-fetch';
import type { operations, paths } from './api.generated.ts';
import { dataOf } from './pages.ts';
import { type Sleep, timer, unlessAborted } from './time.ts';

type AccessRequest = operations['getAccessRequest']['responses'][200]['content']['application/json'];
type QrToken = operations['getQrToken']['responses'][200]['content']['application/json'];

export interface Waiting {
  readonly id: string;
  /** Ends the waiting: the call rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Waits between two requests; by default, a timer. */
  readonly sleep?: Sleep;
}

/** The time before the first look, the factor by which it grows, and the longest time, in milliseconds. */
const INTERVAL = { first: 5_000, growth: 1.5, longest: 30_000 };

/**
 * Waits until somebody has scanned a QR code or it has expired, which is after five minutes at most.
 * @returns the token with its `status`, and with the id of the access request if it was used. @throws {ApiError} for a refusal
 */
export function waitForScan(client: Client<paths>, waiting: Waiting): Promise<QrToken> {
  return waitWhile(
    waiting,
    ({ status }) => status === 'open',
    async (params) => dataOf(await client.GET('/v1/clinical/qr-tokens/{id}', { params })),
  );
}

/**
 * Waits until the patient has decided about a pending access request or it has expired, which is after 15 minutes at most.
 * @returns the request as it is then. @throws {ApiError} for a refusal
 */
export function waitForDecision(client: Client<paths>, waiting: Waiting): Promise<AccessRequest> {
  return waitWhile(
    waiting,
    ({ status }) => status === 'pending',
    async (params) => dataOf(await client.GET('/v1/clinical/access-requests/{id}', { params })),
  );
}

async function waitWhile<T>(
  { id, signal, sleep = timer }: Waiting,
  goesOn: (found: T) => boolean,
  read: (params: { readonly path: { readonly id: string } }) => Promise<T>,
): Promise<T> {
  for (let interval = INTERVAL.first; ; interval = Math.min(interval * INTERVAL.growth, INTERVAL.longest)) {
    // Up to a fifth more or less, so that phones that began together do not stay together.
    await unlessAborted(signal, () => sleep(interval * (0.8 + 0.4 * Math.random())));
    const found = await unlessAborted(signal, () => read({ path: { id } }));
    if (!goesOn(found)) return found;
  }
}
