import { randomUUID } from 'node:crypto';
import type { Contract } from '../../shared/contract/contract.ts';
import type { HttpRequest, HttpResponse } from '../../shared/http/gateway.ts';
import type { AccountId } from '../../shared/values/resources.ts';

/** What a test sends. By default, `as` has just signed in with a password; `token` changes that. */
export interface Sent {
  readonly as?: AccountId | undefined;
  readonly token?: {
    readonly signIn?: string | null;
    readonly authTime?: number | null;
    readonly expiresIn?: number;
    readonly clientId?: string;
    readonly tokenUse?: string;
  };
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Overrides fields of the finished event. */
  readonly event?: Partial<HttpRequest>;
}

export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads any JSON that a response holds
  readonly body: any;
  readonly headers: Readonly<Record<string, string>>;
  readonly raw: HttpResponse;
}

/**
 * The event with which API Gateway would invoke the function of a request.
 * @param token the access token of the caller.
 */
export function eventOf(
  contract: Contract,
  { params, query, body, headers, event }: Omit<Sent, 'as' | 'token'>,
  token?: string,
): HttpRequest {
  const path = contract.path.replace(/\{(\w+)\}/g, (_, name: string) => params?.[name] ?? '');
  return {
    version: '2.0',
    routeKey: `${contract.method} ${contract.path}`,
    rawPath: path,
    rawQueryString: new URLSearchParams(query).toString(),
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(params && { pathParameters: params }),
    ...(query && { queryStringParameters: query }),
    requestContext: { requestId: randomUUID() },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    isBase64Encoded: false,
    ...event,
  };
}

/** What a test sees of a response. */
export function answerOf(raw: HttpResponse): Answer {
  return {
    status: raw.statusCode,
    body: raw.body ? JSON.parse(raw.body) : undefined,
    headers: raw.headers,
    raw,
  };
}
