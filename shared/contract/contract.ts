import type * as z from 'zod/mini';
import type { SettingName } from './environment.ts';
import { type CommonRefusal, commonRefusals, type OwnStatus, type Refusal } from './refusals.ts';
import type { Touches } from './table-definition.ts';

export type Area = 'clinical' | 'community' | 'rewards' | 'deletion' | 'onboarding' | 'analytics';
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type Schema = z.ZodMiniType;

/** Who may call. With `nobody` the endpoint does not read the Authorization header. */
export type CallerKind = 'nobody' | 'optional' | 'account' | 'platform_admin';

/** An endpoint as data. The Lambda entry, CDK, the OpenAPI document and the local server read nothing else. */
export interface Contract {
  readonly operationId: string;
  readonly area: Area;
  readonly method: Method;
  /** The path in the notation of API Gateway and OpenAPI: `/v1/things/{thingId}`. */
  readonly path: `/v1/${string}`;
  readonly summary: string;
  readonly description?: string;
  readonly caller: CallerKind;
  /** Requires a password sign-in at most `FRESH_SESSION_MINUTES` ago (RFC 9470). */
  readonly session?: 'fresh_password';
  /** The endpoint also serves accounts that are closed. */
  readonly admitsClosedAccounts?: true;
  readonly params?: Schema;
  readonly query?: Schema;
  readonly body?: Schema;
  /** 204 has no body: its schema is `Nothing`. */
  readonly success: { readonly 200?: Schema; readonly 201?: Schema; readonly 204?: Schema };
  /** A list with pages: its query has `limit` and `cursor`, and its response may have a `nextCursor`. */
  readonly paged?: true;
  readonly refusals: Readonly<Record<string, Refusal<OwnStatus>>>;
  /** Codes of refusals that have their own metric, because many of them may indicate an attack. */
  readonly watched?: readonly string[];
  /**
   * Shared caches may keep the exhibition display, published content, and the responses of `signed_out` operations to callers
   * without a token for a few seconds, and so the 404 of such an operation with parameters. The caller's own cache may keep
   * published content for a minute. No cache may store any other response.
   */
  readonly caching?: 'display' | 'published' | 'signed_out';
  readonly settings?: readonly SettingName[];
  readonly touches: Touches;
}

/** Declares an endpoint. The compiler checks its type and infers the literal one. */
export function contract<const C extends Contract>(declared: C): C {
  return declared;
}

/** The contracts that a module exports, by operation id, without its schemas and refusals. */
export type ContractsOf<Module> = {
  readonly [Name in keyof Module as Module[Name] extends Contract ? Name : never]: Module[Name];
};

/** Every refusal of an endpoint: those that it declares, and those that follow from its kind. */
export function refusalsOf(endpoint: Contract): Record<string, Refusal> {
  const common: CommonRefusal[] = [];
  if (endpoint.params || endpoint.query || endpoint.body) common.push('invalid_request');
  if (endpoint.paged) common.push('invalid_cursor');
  if (endpoint.body) common.push('body_too_large', 'unsupported_media_type');
  if (endpoint.caller !== 'nobody') common.push('invalid_token');
  if (endpoint.caller !== 'nobody' && !endpoint.admitsClosedAccounts) common.push('account_closed');
  if (endpoint.caller === 'account' || endpoint.caller === 'platform_admin') common.push('not_signed_in');
  if (endpoint.session) common.push('fresh_session_required');
  if (endpoint.caller === 'platform_admin') common.push('not_platform_admin');
  common.push('internal', 'try_again');
  return { ...Object.fromEntries(common.map((code) => [code, commonRefusals[code]])), ...endpoint.refusals };
}

/**
 * True if responses have an ETag and a matching `If-None-Match` gets a 304. Responses of `signed_out` operations have
 * no ETag, because shared caches may keep only a 200.
 */
export function hasEntityTag({ caching }: Contract): boolean {
  return caching === 'display' || caching === 'published';
}

/** An operation that the log of administrators' acts records: every one of administrators except reads. */
export type Act = Contract & {
  readonly caller: 'platform_admin';
  readonly method: Exclude<Method, 'GET'>;
};
export const isAct = (endpoint: Contract): endpoint is Act =>
  endpoint.caller === 'platform_admin' && endpoint.method !== 'GET';

/**
 * The items that the function of an endpoint may access: the declared ones, the `ACCOUNT#` item if the adapter reads it,
 * and the log of administrators' acts if the adapter records the operation.
 */
export function touchesOf(endpoint: Contract): Touches {
  const { caller, admitsClosedAccounts, touches } = endpoint;
  if (caller === 'nobody' || admitsClosedAccounts) return touches;
  const declared = touches.table?.['ACCOUNT#'] ?? [];
  return {
    ...touches,
    table: {
      ...touches.table,
      'ACCOUNT#': [...new Set(['GetItem' as const, ...declared])],
      ...(isAct(endpoint) && { 'PLATFORM#ACTS#': ['PutItem'], 'PLATFORM#ACTS-ON#': ['PutItem'] }),
    },
  };
}
