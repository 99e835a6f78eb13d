import * as z from 'zod/mini';
import type { Deployment } from '../cloudformation/deployment.ts';

/** What CloudFront caches for a path, and for how long. */
export interface CachePolicy {
  /** The headers in the cache key, which also go to the origin, in lower case. */
  readonly headers: readonly string[];
  /** The encodings in the cache key. */
  readonly encodings: readonly string[];
  /** All in seconds. */
  readonly minimum: number;
  readonly default: number;
  readonly maximum: number;
}

/** The schema rejects cookies and queries in the key, because they must not be there. */
const Properties = z.object({
  CachePolicyConfig: z.object({
    MinTTL: z.number(),
    DefaultTTL: z.number(),
    MaxTTL: z.number(),
    ParametersInCacheKeyAndForwardedToOrigin: z.object({
      CookiesConfig: z.object({ CookieBehavior: z.literal('none') }),
      HeadersConfig: z.discriminatedUnion('HeaderBehavior', [
        z.object({ HeaderBehavior: z.literal('none') }),
        z.object({ HeaderBehavior: z.literal('whitelist'), Headers: z.array(z.string()) }),
      ]),
      QueryStringsConfig: z.object({ QueryStringBehavior: z.literal('none') }),
      EnableAcceptEncodingBrotli: z.boolean(),
      EnableAcceptEncodingGzip: z.boolean(),
    }),
  }),
});

/** https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/using-managed-cache-policies.html */
const CACHING_DISABLED = '4135ea2d-6df8-44a3-9df3-4b5a84be39ad';

/** `undefined` if nothing is cached. @throws {Error} for an unknown policy. */
export function cachePolicy(deployment: Deployment, id: string): CachePolicy | undefined {
  if (id === CACHING_DISABLED) return undefined;
  const { CachePolicyConfig: config } = deployment.named('AWS::CloudFront::CachePolicy', id).read(Properties);
  const { HeadersConfig, EnableAcceptEncodingBrotli, EnableAcceptEncodingGzip } =
    config.ParametersInCacheKeyAndForwardedToOrigin;
  return {
    headers:
      HeadersConfig.HeaderBehavior === 'none' ? [] : HeadersConfig.Headers.map((name) => name.toLowerCase()),
    encodings: [...(EnableAcceptEncodingBrotli ? ['br'] : []), ...(EnableAcceptEncodingGzip ? ['gzip'] : [])],
    minimum: config.MinTTL,
    default: config.DefaultTTL,
    maximum: config.MaxTTL,
  };
}
