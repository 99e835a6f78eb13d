import { atEdge } from '../../shared/runtime/responses.ts';
import {
  DISPLAY_CACHE_SECONDS,
  PUBLISHED_CACHE_SECONDS,
  SIGNED_OUT_CACHE_SECONDS,
} from '../../shared/values/limits.ts';

/** Building blocks of the OpenAPI document. */

/**
 * The keyword with the known values of an enumeration that a release may extend. It replaces `enum`, so that generated clients
 * which check responses take any text.
 */
export const EXTENSIBLE = 'x-extensible-enum';

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };

export const headers: Readonly<Record<string, JsonObject>> = {
  'x-request-id': {
    description: 'Identifies the request. Quote it when you report a problem.',
    schema: { type: 'string' },
  },
  'www-authenticate': {
    description: 'The challenge of RFC 6750 or RFC 9470',
    schema: { type: 'string' },
    example: 'Bearer error="invalid_token"',
  },
  'retry-after': {
    description: 'Seconds to wait before retrying the same request',
    schema: { type: 'integer' },
    example: 1,
  },
  etag: {
    description: 'Identifies this version of the response. Send it back in `If-None-Match`.',
    schema: { type: 'string' },
    example: '"b5bb9d8014a0f9b1d61e21"',
  },
  'cache-control': {
    description: `How long the response may be cached: the display for ${DISPLAY_CACHE_SECONDS} seconds by shared caches, lists for callers without a token for ${SIGNED_OUT_CACHE_SECONDS} seconds by shared caches, the published onboarding flow for ${PUBLISHED_CACHE_SECONDS} seconds by the caller`,
    schema: { type: 'string' },
    example: atEdge(DISPLAY_CACHE_SECONDS),
  },
  vary: {
    description: 'The response depends on this header of the request.',
    schema: { type: 'string' },
    example: 'Authorization',
  },
};

/** The headers of a response that have this name, as a reference to the component. */
export function headerRef(name: keyof typeof headers & string): JsonObject {
  return { [name]: ref('headers', name) };
}

/** A reference to a component of the document. */
export function ref(kind: 'schemas' | 'headers' | 'responses' | 'parameters', name: string): JsonObject {
  return { $ref: `#/components/${kind}/${name}` };
}

/** The `content` of a JSON body. @param shown its `example` or `examples`. */
export function json(schema: JsonObject, shown: JsonObject): JsonObject {
  return { 'application/json': { schema, ...shown } };
}

/** Applies a function to every value of a record. */
export function mapValues<A, B>(
  record: Readonly<Record<string, A>>,
  change: (value: A, key: string) => B,
): Record<string, B> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value, key)]));
}
