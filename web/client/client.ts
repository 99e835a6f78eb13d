import createClient, { type Client } from 'openapi-fetch';
import type { paths } from './api.generated.ts';
import { newId } from './ids.ts';
import { type Sleep, throwIfAborted, timer, unlessAborted } from './time.ts';

export type { components, operations, paths } from './api.generated.ts';
export { newId } from './ids.ts';
export { ApiError, allPages, dataOf } from './pages.ts';
export { claimCode, invitationAddress, readCode, type ScannedCode, typedCode } from './qr-codes.ts';
export { reportSteps, type StepReports } from './steps.ts';
export { type Waiting, waitForDecision, waitForScan } from './waiting.ts';

export interface ClientOptions {
  /** The address of the platform, such as `https://api.sihat.my`. */
  readonly baseUrl: string;
  /** Returns the access token of the signed-in person, or `undefined`. It is called for each attempt. */
  readonly token?: () => Promise<string | undefined> | string | undefined;
  /**
   * Gets a new access token, which `token` returns from then on. It is called once for all requests whose token has expired in the
   * meantime, and these are sent again. If it throws, they get the 401.
   */
  readonly refresh?: () => Promise<unknown>;
  /** How often a request is sent at most, while there is no connection or the platform answers 429 or 503. Default: 3. */
  readonly attempts?: number;
  /** Sends requests; by default, the global `fetch`. */
  readonly fetch?: (request: Request) => Promise<Response>;
  /** Waits between two attempts; by default, a timer. */
  readonly sleep?: Sleep;
}

/** The ids with which a request can be repeated without a second effect. */
const CLIENT_IDS = ['claimId', 'redemptionId', 'restockId', 'recordId', 'invitationId'];
const RECORDS = /^\/v1\/clinical\/access-requests\/[^/]+\/records$/;

/** A platform that is closed for maintenance asks for a longer wait than a call should take. */
const LONGEST_WAIT_SECONDS = 10;

/**
 * A typed client of the platform. It adds the access token, and repeats a request without a response, or with 429 or 503, when
 * this is safe: a request that changes nothing twice, one without a body, and one with an id of the client. Notes get a `recordId`
 * if they have none. Other `POST`s are sent once, because they might create something twice. An aborted `signal` rejects the call at
 * once.
 */
export function sihatClient({
  baseUrl,
  token = () => undefined,
  refresh,
  attempts = 3,
  fetch: send = (request) => fetch(request),
  sleep = timer,
}: ClientOptions): Client<paths> {
  let refreshing: Promise<boolean> | undefined;
  /** @returns whether there is another token than the rejected one. Concurrent requests share one refresh. */
  async function hasNewToken(rejected: string): Promise<boolean> {
    if ((await token()) !== rejected) return true;
    if (!refresh) return false;
    refreshing ??= refresh()
      .then(
        () => true,
        () => false,
      )
      .finally(() => {
        refreshing = undefined;
      });
    return refreshing;
  }

  async function attempt(original: Request, body: string, mayRefresh = true): Promise<Response> {
    const { method, url, signal } = original;
    const headers = new Headers(original.headers);
    const bearer = headers.has('authorization') ? undefined : await token();
    if (bearer !== undefined) headers.set('authorization', `Bearer ${bearer}`);
    throwIfAborted(signal);
    const request = new Request(url, { method, headers, signal, ...(body !== '' && { body }) });
    const response = await asJson(await send(request));
    const isExpired = mayRefresh && bearer !== undefined && (await isInvalidToken(response));
    return isExpired && (await hasNewToken(bearer)) ? attempt(original, body, false) : response;
  }

  async function repeated(original: Request): Promise<Response> {
    const body = withId(original, await original.text());
    const most = isRepeatable(original.method, body) ? attempts : 1;
    for (let n = 1; ; n++) {
      let seconds = 1;
      try {
        const response = await attempt(original, body);
        seconds = Number(response.headers.get('retry-after') ?? 1);
        const isBusy = [429, 503].includes(response.status) && seconds <= LONGEST_WAIT_SECONDS;
        if (!isBusy || n >= most) return response;
      } catch (error) {
        throwIfAborted(original.signal);
        if (n >= most) throw error;
      }
      // A random part, so that not all clients come back at once.
      await sleep(seconds * 1000 * (1 + Math.random()));
      throwIfAborted(original.signal);
    }
  }

  return createClient<paths>({
    baseUrl,
    fetch: (original: Request) => unlessAborted(original.signal, () => repeated(original)),
  });
}

/** Another 401 needs a sign-in with the password, and a new token would not change it. */
async function isInvalidToken(response: Response): Promise<boolean> {
  if (response.status !== 401) return false;
  const { code } = (await response.clone().json()) as { readonly code?: string };
  return code === 'invalid_token';
}

/**
 * A proxy, the sign-in page of a Wi-Fi or CloudFront itself may answer something else than JSON. That becomes an error like those of
 * the platform, with 502 instead of a 2xx status.
 */
async function asJson(response: Response): Promise<Response> {
  const { status, headers, ok } = response;
  if ([204, 304].includes(status)) return response;
  const text = await response.text();
  if (isJson(text)) return new Response(text, { status, headers });
  const error = {
    code: 'not_json',
    message: `The response with status ${status} is not JSON, so it does not come from the platform.`,
  };
  const retryAfter = headers.get('retry-after');
  return new Response(JSON.stringify(error), {
    status: ok ? 502 : status,
    headers: {
      'content-type': 'application/json',
      ...(retryAfter !== null && { 'retry-after': retryAfter }),
    },
  });
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function withId({ method, url }: Request, body: string): string {
  if (method !== 'POST' || !RECORDS.test(new URL(url).pathname)) return body;
  return JSON.stringify({ recordId: newId(), ...JSON.parse(body) });
}

function isRepeatable(method: string, body: string): boolean {
  if (method !== 'POST' || body === '') return true;
  return CLIENT_IDS.some((name) => name in JSON.parse(body));
}
