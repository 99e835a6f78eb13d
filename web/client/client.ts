import createClient, { type Client } from 'openapi-fetch';
import type { paths } from './api.generated.ts';

export type { components, operations, paths } from './api.generated.ts';
export { reportSteps, type StepReports } from './steps.ts';

export interface ClientOptions {
  /** The address of the platform, such as `https://api.sihat.my`. */
  readonly baseUrl: string;
  /** Returns the access token of the signed-in person, or `undefined`. It is called for each attempt. */
  readonly token?: () => Promise<string | undefined> | string | undefined;
  /** How often a request is sent at most, while the platform answers 503. */
  readonly attempts?: number;
  /** Sends requests; by default, the global `fetch`. */
  readonly fetch?: (request: Request) => Promise<Response>;
  /** Waits between two attempts; by default, a timer. */
  readonly sleep?: (milliseconds: number) => Promise<void>;
}

/** The ids with which a request can be repeated without a second effect. */
const CLIENT_IDS = ['claimId', 'restockId', 'recordId'];
const RECORDS = /^\/v1\/clinical\/access-requests\/[^/]+\/records$/;

/** A platform that is closed for maintenance asks for a longer wait than a call should take. */
const LONGEST_WAIT_SECONDS = 10;

/** A new id for a claim, a restock or a note. Keep it until the request has succeeded. */
export const newId = (): string => crypto.randomUUID();

/**
 * A typed client of the platform. It adds the access token, and repeats a request after a 503 when this is safe: a request
 * that changes nothing twice, one without a body, and one with an id of the client. Notes get a `recordId` if they have
 * none. Other `POST`s return the 503, because they might create something twice.
 */
export function sihatClient({
  baseUrl,
  token = () => undefined,
  attempts = 3,
  fetch: send = (request) => fetch(request),
  sleep = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds)),
}: ClientOptions): Client<paths> {
  return createClient<paths>({
    baseUrl,
    async fetch(original: Request): Promise<Response> {
      const text = await original.text();
      const body = withId(original, text);
      for (let attempt = 1; ; attempt++) {
        const bearer = await token();
        const headers = new Headers(original.headers);
        if (bearer !== undefined && !headers.has('authorization'))
          headers.set('authorization', `Bearer ${bearer}`);
        const { method, url } = original;
        const response = await asJson(
          await send(new Request(url, { method, headers, ...(body !== '' && { body }) })),
        );
        const seconds = Number(response.headers.get('retry-after') ?? 1);
        const isBusy = response.status === 503 && seconds <= LONGEST_WAIT_SECONDS;
        if (!isBusy || attempt >= attempts || !isRepeatable(method, body)) return response;
        // A random part, so that not all clients come back at once.
        await sleep(seconds * 1000 * (1 + Math.random()));
      }
    },
  });
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
