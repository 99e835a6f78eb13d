import createClient, { type Client } from 'openapi-fetch';
import type { paths } from './api.generated.ts';
import { ApiError } from './api-error.ts';
import { newId } from './ids.ts';
import { newSession, noteSender, type Person, personOf, type SessionOptions, sendsAs } from './session.ts';
import { retryAfter, type Sleep, throwIfAborted, timer, unlessAborted } from './time.ts';

export type { components, operations, paths } from './api.generated.ts';
export { ApiError } from './api-error.ts';
export { newId } from './ids.ts';
export { type Notice, type NoticeFeed, noticeFeed } from './notices.ts';
export { allPages, dataOf } from './pages.ts';
export { accountCode, claimCode, invitationAddress, readCode, type ScannedCode } from './qr-codes.ts';
export { isSignedOut, PersonChanged, type SessionOptions } from './session.ts';
export { accessMark, typedCode } from './short-codes.ts';
export { reportSteps, type StepReports, type StepReportsEnd } from './steps.ts';
export {
  type Waiting,
  type WaitingForRedemption,
  waitForDecision,
  waitForRedemption,
  waitForScan,
} from './waiting.ts';

export interface ClientOptions extends SessionOptions {
  /** The address of the platform, such as `https://api.sihat.my`. */
  readonly baseUrl: string;
  /** How often a request is sent at most, while there is no connection or the platform answers 429 or 503. Default: 3. */
  readonly attempts?: number;
  /** Sends requests; by default, the global `fetch`. */
  readonly fetch?: (request: Request) => Promise<Response>;
  /** Waits between two attempts; by default, a timer. */
  readonly sleep?: Sleep;
}

/** The ids with which a request can be repeated without a second effect. */
const CLIENT_IDS = ['claimId', 'redemptionId', 'restockId', 'withdrawalId', 'recordId', 'invitationId'];
const RECORDS = /^\/v1\/clinical\/access-requests\/[^/]+\/records$/;

/** A platform that is closed for maintenance asks for a longer wait than a call should take. */
const LONGEST_WAIT_SECONDS = 10;

/** A call that is sent once or several times. */
interface Call {
  readonly original: Request;
  readonly body: string;
  readonly person: Person;
  readonly number: number;
}
type Attempted = { readonly response: Response } | { readonly lost: unknown };

/**
 * A typed client of the platform. It adds the access token, and repeats a request without a response, or with 429 or 503, when
 * this is safe: a request that changes nothing twice, one without a body, and one with an id of the client. Notes get a `recordId`
 * if they have none. Other `POST`s are sent once, because they might create something twice. Every attempt is sent as the same person.
 * An aborted `signal` rejects the call at once.
 */
export function sihatClient({
  baseUrl,
  attempts = 3,
  fetch: send = (request) => fetch(request),
  sleep = timer,
  ...options
}: ClientOptions): Client<paths> {
  const session = newSession(options);
  /** How the addresses begin to which tokens are sent: a call may name another `baseUrl`. */
  const own = () => new Request(`${baseUrl.replace(/\/$/, '')}/`).url;

  async function sent({ original, body }: Call, bearer: string | undefined): Promise<Attempted> {
    const { method, url, signal } = original;
    throwIfAborted(signal);
    const headers = new Headers(original.headers);
    if (bearer !== undefined) headers.set('authorization', `Bearer ${bearer}`);
    const request = new Request(url, { method, headers, signal, ...(body !== '' && { body }) });
    try {
      return { response: await asJson(await send(request)) };
    } catch (lost) {
      throwIfAborted(signal);
      return { lost };
    }
  }

  /** @throws what the session throws, and the reason of the signal */
  async function attempt(call: Call, mayRefresh = true): Promise<Attempted> {
    const { headers, url } = call.original;
    if (headers.has('authorization') || !url.startsWith(own())) return sent(call, undefined);
    const bearer = await session.tokenOf(call.person);
    const attempted = await sent(call, bearer);
    const refusal = 'response' in attempted && (await invalidToken(attempted.response));
    if (!refusal || bearer === undefined) return attempted;
    if (mayRefresh && (await session.hasNewToken(bearer, call.number))) return attempt(call, false);
    session.tell(refusal);
    return attempted;
  }

  async function repeated(original: Request, person: Person): Promise<Response> {
    const body = withRecordId(original, await original.text());
    const call = { original, body, person, number: session.begin() };
    const most = isRepeatable(original.method, body) ? attempts : 1;
    for (let n = 1; ; n++) {
      const attempted = await attempt(call);
      let seconds = 1;
      if ('response' in attempted) {
        const { response } = attempted;
        seconds = retryAfter(response) ?? 1;
        const isBusy = [429, 503].includes(response.status) && seconds <= LONGEST_WAIT_SECONDS;
        if (!isBusy || n >= most) return noteSender(response, person);
      } else if (n >= most) throw attempted.lost;
      // A random part, so that not all clients come back at once.
      await sleep(seconds * 1000 * (1 + Math.random()), original.signal);
      throwIfAborted(original.signal);
    }
  }

  const sendAs = (person: Person) => (original: Request) =>
    unlessAborted(original.signal, () => repeated(original, person));
  const client = createClient<paths>({
    baseUrl,
    fetch: (original: Request) => sendAs(personOf(original.url))(original),
  });
  sendsAs(client, sendAs);
  return client;
}

/** Another 401 needs a sign-in with the password, and a new token would not change it. */
async function invalidToken(response: Response): Promise<ApiError | undefined> {
  if (response.status !== 401) return undefined;
  const error = new ApiError(401, (await response.clone().json()) ?? {});
  return error.code === 'invalid_token' ? error : undefined;
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
  const wait = headers.get('retry-after');
  return new Response(JSON.stringify(error), {
    status: ok ? 502 : status,
    headers: { 'content-type': 'application/json', ...(wait !== null && { 'retry-after': wait }) },
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

/** The API names a record by an id of the app, so a repeated request adds it once. An app that gave none gets one here. */
function withRecordId({ method, url }: Request, body: string): string {
  if (method !== 'POST' || !RECORDS.test(new URL(url).pathname)) return body;
  return JSON.stringify({ recordId: newId(), ...JSON.parse(body) });
}

function isRepeatable(method: string, body: string): boolean {
  if (method !== 'POST' || body === '') return true;
  return CLIENT_IDS.some((name) => name in JSON.parse(body));
}
