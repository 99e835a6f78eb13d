import type * as z from 'zod/mini';
import type { SettingName } from './environment.ts';
import { type CommonRefusal, commonRefusals, type Refusal } from './http/refusals.ts';
import type { Touches } from './table/definition.ts';

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
  /** As API Gateway and OpenAPI both spell it: `/v1/things/{thingId}`. */
  readonly path: `/v1/${string}`;
  readonly summary: string;
  readonly description?: string;
  readonly caller: CallerKind;
  /** A password sign-in of at most `FRESH_SESSION_MINUTES` ago (RFC 9470). */
  readonly session?: 'fresh_password';
  /** The endpoint also serves accounts that are closed. */
  readonly admitsClosedAccounts?: true;
  readonly params?: Schema;
  readonly query?: Schema;
  readonly body?: Schema;
  /** 204 has no body: its schema is `Nothing`. */
  readonly success: { readonly 200?: Schema; readonly 201?: Schema; readonly 204?: Schema };
  /** A list that grows: its query takes `limit` and `cursor`, its answer may have a `nextCursor`. */
  readonly paged?: true;
  readonly refusals: Readonly<Record<string, Refusal>>;
  /** Refusals whose number is a metric of its own, since somebody may be trying. */
  readonly watched?: readonly string[];
  /**
   * The exhibition display may be held by shared caches for seconds, what is published for all by the caller's own for a
   * minute; everything else is stored by nobody.
   */
  readonly caching?: 'display' | 'published';
  readonly settings?: readonly SettingName[];
  readonly touches: Touches;
}

/** Declares an endpoint; checks its type and keeps its literal one. */
export function contract<const C extends Contract>(declared: C): C {
  return declared;
}

/** Every refusal that an endpoint can answer, its own and those that follow from what it declares. */
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

/** The items that an endpoint's function touches: those that it declares, and the caller's standing if it has a caller. */
export function touchesOf({ caller, admitsClosedAccounts, touches }: Contract): Touches {
  if (caller === 'nobody' || admitsClosedAccounts) return touches;
  const declared = touches.table?.['ACCOUNT#'] ?? [];
  return {
    ...touches,
    table: { ...touches.table, 'ACCOUNT#': [...new Set(['GetItem' as const, ...declared])] },
  };
}
