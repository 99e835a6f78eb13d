import { createHash } from 'node:crypto';
import { type Contract, hasEntityTag } from '../contract/contract.ts';
import type { Issue, Refusal } from '../contract/refusals.ts';
import type { HttpRequest, HttpResponse } from '../http/gateway.ts';
import {
  DISPLAY_CACHE_SECONDS,
  FRESH_SESSION_MINUTES,
  PUBLISHED_CACHE_SECONDS,
  SIGNED_OUT_CACHE_SECONDS,
} from '../values/limits.ts';

/** Headers of every response. The API returns only JSON, so browsers must not run, frame or sniff it. */
const SECURITY_HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  'x-content-type-options': 'nosniff',
} as const;

/** In seconds. The time is short, because people wait in a queue. Clients add their own jitter. */
const RETRY_AFTER_SECONDS = '1';
/** In seconds. A limit of an operation holds for at most an hour, so a client must not repeat the request soon. */
const RETRY_AFTER_LIMIT_SECONDS = '3600';

/** RFC 9470, section 3. */
export const FRESH_SESSION_CHALLENGE = `Bearer error="insufficient_user_authentication", max_age="${FRESH_SESSION_MINUTES * 60}"`;
const CHALLENGES: Readonly<Record<string, string>> = {
  not_signed_in: 'Bearer',
  fresh_session_required: FRESH_SESSION_CHALLENGE,
};

/**
 * CloudFront never serves an expired copy, because a withdrawn alias or an unpublished club must disappear. Browsers do not
 * keep these responses, because their CORS headers allow only the page that asked.
 */
export const atEdge = (seconds: number) => `public, max-age=0, s-maxage=${seconds}, stale-if-error=0`;
const published = `public, max-age=${PUBLISHED_CACHE_SECONDS}, s-maxage=${SIGNED_OUT_CACHE_SECONDS}, stale-if-error=0`;

type Received = Pick<HttpRequest, 'headers'>;

/** What shared caches and the caller's own cache may do with a success, or with the 404 of a look-up. */
function cacheControlOf(
  { caller, caching }: Contract,
  { headers }: Received,
  age: number,
): string | undefined {
  // CloudFront keeps the copies for callers with and without a token apart, except where nobody needs one.
  const isForAnybody = caller === 'nobody' || headers['authorization'] === undefined;
  if (!caching || !isForAnybody) return undefined;
  if (caching === 'published') return published;
  const seconds = caching === 'display' ? DISPLAY_CACHE_SECONDS : SIGNED_OUT_CACHE_SECONDS;
  return atEdge(Math.max(0, seconds - Math.ceil(age / 1000)));
}

/**
 * @param value the body, parsed with the contract's schema.
 * @param age the age of a copy that it contains, in milliseconds.
 */
export function successResponse(
  endpoint: Contract,
  status: number,
  value: unknown,
  request: Received,
  age = 0,
): HttpResponse {
  if (status === 204) return withoutBody(respond(endpoint, status, ''));
  const body = JSON.stringify(value);
  const response = respond(endpoint, status, body);
  const cacheControl = cacheControlOf(endpoint, request, age);
  if (!cacheControl) return response;
  return {
    ...response,
    headers: {
      ...response.headers,
      'cache-control': cacheControl,
      ...(hasEntityTag(endpoint) && {
        etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
      }),
    },
  };
}

/** RFC 6750, section 3. Messages contain no quotation marks. */
function challengeOf(code: string, message: string): string | undefined {
  if (code === 'invalid_token') return `Bearer error="invalid_token", error_description="${message}"`;
  return CHALLENGES[code];
}

/** Equal refusals have equal bytes. Only issues and the problem of a token depend on the request. */
export function refusalResponse(
  endpoint: Contract,
  code: string,
  [status, message]: Refusal,
  request: Received,
  issues?: readonly Issue[],
): HttpResponse {
  const response = respond(endpoint, status, JSON.stringify({ code, message, issues }));
  const challenge = challengeOf(code, message);
  // Many callers may look up the same unknown code.
  const cacheControl = status === 404 && endpoint.params ? cacheControlOf(endpoint, request, 0) : undefined;
  return {
    ...response,
    headers: {
      ...response.headers,
      ...(cacheControl && { 'cache-control': cacheControl }),
      ...(challenge && { 'www-authenticate': challenge }),
      ...(status === 503 && { 'retry-after': RETRY_AFTER_SECONDS }),
      ...(status === 429 && { 'retry-after': RETRY_AFTER_LIMIT_SECONDS }),
    },
  };
}

/** 304 when the ETag matches. The comparison is weak, because CloudFront compresses and marks the ETag with `W/`. */
export function unlessKnown(response: HttpResponse, request: Received): HttpResponse {
  const known = request.headers['if-none-match'];
  const tag = response.headers['etag'];
  if (!known || !tag || response.statusCode !== 200) return response;
  const matches = known
    .split(',')
    .some((candidate) => candidate.trim() === '*' || candidate.trim().replace(/^W\//, '') === tag);
  if (!matches) return response;
  return withoutBody({ ...response, statusCode: 304, body: '' });
}

function withoutBody({ statusCode, headers: { 'content-type': _, ...headers } }: HttpResponse): HttpResponse {
  return { statusCode, headers, body: '' };
}

/** Browsers keep published content, whose CORS headers allow only the page that asked. */
function varyOf({ caching }: Contract): { readonly vary?: string } {
  if (caching === 'signed_out') return { vary: 'Authorization' };
  return caching === 'published' ? { vary: 'Origin' } : {};
}

function respond(endpoint: Contract, statusCode: number, body: string): HttpResponse {
  return {
    statusCode,
    headers: {
      ...SECURITY_HEADERS,
      'content-type': 'application/json',
      'cache-control':
        endpoint.caller === 'nobody' || endpoint.area === 'clinical' ? 'no-store' : 'private, no-store',
      ...varyOf(endpoint),
    },
    body,
  };
}
