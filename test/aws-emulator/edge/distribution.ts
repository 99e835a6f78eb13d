import * as z from 'zod/mini';
import type { Deployment } from '../cloudformation/deployment.ts';
import { type CachePolicy, cachePolicy } from './cache-policy.ts';
import { type ResponsePolicy, responsePolicy } from './response-policy.ts';

/** The CloudFront distribution of the templates, with the origin and the policies for each path. */
export interface Distribution {
  readonly arn: string;
  /** The firewall in front of it. */
  readonly webAclArn: string | undefined;
  readonly behaviourOf: (path: string) => Behaviour;
  /** The minimum time for which CloudFront caches an error with this status, in seconds. */
  readonly errorSeconds: (status: number) => number;
}

export interface Behaviour {
  readonly methods: readonly string[];
  readonly cachedMethods: readonly string[];
  readonly cache: CachePolicy | undefined;
  readonly origin: Origin;
  /**
   * The headers of the caller that go to the origin. With `all`, which excludes `host`, the query goes to the origin
   * too.
   */
  readonly passes: 'all' | readonly string[];
  /** A CloudFront function that processes the request first. */
  readonly viewerRequest: string | undefined;
  readonly responsePolicy: ResponsePolicy;
}

export interface Origin {
  readonly domainName: string;
  /** The ACM certificate that the edge presents to the origin. */
  readonly clientCertificateArn: string | undefined;
}

const CacheBehaviour = z.object({
  AllowedMethods: z.array(z.string()),
  CachedMethods: z._default(z.array(z.string()), ['GET', 'HEAD']),
  CachePolicyId: z.string(),
  OriginRequestPolicyId: z.optional(z.string()),
  ResponseHeadersPolicyId: z.optional(z.string()),
  TargetOriginId: z.string(),
  FunctionAssociations: z.optional(
    z.array(z.object({ EventType: z.literal('viewer-request'), FunctionARN: z.string() })),
  ),
});
type CacheBehaviour = z.infer<typeof CacheBehaviour>;

const Properties = z.object({
  DistributionConfig: z.object({
    WebACLId: z.optional(z.string()),
    CustomErrorResponses: z.optional(
      z.array(z.object({ ErrorCode: z.number(), ErrorCachingMinTTL: z.optional(z.number()) })),
    ),
    DefaultCacheBehavior: CacheBehaviour,
    CacheBehaviors: z.optional(z.array(z.extend(CacheBehaviour, { PathPattern: z.string() }))),
    Origins: z.array(
      z.object({
        Id: z.string(),
        DomainName: z.string(),
        CustomOriginConfig: z.optional(
          z.object({ OriginMtlsConfig: z.optional(z.object({ ClientCertificateArn: z.string() })) }),
        ),
      }),
    ),
  }),
});
const CloudFrontFunction = z.object({ FunctionCode: z.string() });
const OriginRequestPolicy = z.object({
  OriginRequestPolicyConfig: z.object({
    CookiesConfig: z.object({ CookieBehavior: z.literal('none') }),
    HeadersConfig: z.object({ HeaderBehavior: z.literal('whitelist'), Headers: z.array(z.string()) }),
    QueryStringsConfig: z.object({ QueryStringBehavior: z.literal('none') }),
  }),
});

/** https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/using-managed-origin-request-policies.html */
const ALL_VIEWER_EXCEPT_HOST_HEADER = 'b689b0a8-53d0-40ab-baf2-68738e2966ac';
/**
 * CloudFront caches these errors for ten seconds by default.
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/HTTPStatusCodes.html
 */
const CACHED_ERRORS = [404, 414, 500, 501, 502, 503, 504];
const CACHED_ERROR_SECONDS = 10;

/** `undefined` if the templates contain none. @throws {Error} for an unknown policy. */
export function distributionOf(deployment: Deployment): Distribution | undefined {
  const [resource, ...more] = deployment.ofType('AWS::CloudFront::Distribution');
  if (!resource) return undefined;
  if (more.length > 0) throw new Error('which of several distributions is asked is not known');
  const {
    DefaultCacheBehavior,
    CacheBehaviors = [],
    CustomErrorResponses = [],
    Origins,
    WebACLId,
  } = resource.read(Properties).DistributionConfig;
  const origins = new Map(
    Origins.map(({ Id, DomainName, CustomOriginConfig }): [string, Origin] => [
      Id,
      {
        domainName: DomainName,
        clientCertificateArn: CustomOriginConfig?.OriginMtlsConfig?.ClientCertificateArn,
      },
    ]),
  );
  const behaviour = (settings: CacheBehaviour): Behaviour => {
    const origin = origins.get(settings.TargetOriginId);
    if (!origin) throw new Error(`${resource.label} has no origin ${settings.TargetOriginId}`);
    const [first] = settings.FunctionAssociations ?? [];
    const cache = cachePolicy(deployment, settings.CachePolicyId);
    return {
      methods: settings.AllowedMethods,
      cachedMethods: settings.CachedMethods,
      cache,
      origin,
      passes: passedOn(deployment, settings, cache),
      viewerRequest: first && codeOf(deployment, first.FunctionARN),
      responsePolicy: responsePolicy(deployment, settings.ResponseHeadersPolicyId),
    };
  };
  const ordered = CacheBehaviors.map((settings) => ({
    pattern: pathPattern(settings.PathPattern),
    ...behaviour(settings),
  }));
  const otherwise = behaviour(DefaultCacheBehavior);
  return {
    arn: `arn:aws:cloudfront::${resource.account}:distribution/${resource.ref()}`,
    webAclArn: WebACLId,
    behaviourOf: (path) => ordered.find(({ pattern }) => pattern.test(path)) ?? otherwise,
    errorSeconds: (status) =>
      CustomErrorResponses.find(({ ErrorCode }) => ErrorCode === status)?.ErrorCachingMinTTL ??
      (CACHED_ERRORS.includes(status) ? CACHED_ERROR_SECONDS : 0),
  };
}

/** The origin gets the headers of its policy and those of the cache key. */
function passedOn(
  deployment: Deployment,
  { OriginRequestPolicyId }: CacheBehaviour,
  cache: CachePolicy | undefined,
): Behaviour['passes'] {
  const inKey = cache?.headers ?? [];
  if (OriginRequestPolicyId === undefined) return inKey;
  if (OriginRequestPolicyId === ALL_VIEWER_EXCEPT_HOST_HEADER) return 'all';
  const { HeadersConfig } = deployment
    .named('AWS::CloudFront::OriginRequestPolicy', OriginRequestPolicyId)
    .read(OriginRequestPolicy).OriginRequestPolicyConfig;
  return [...inKey, ...HeadersConfig.Headers.map((name) => name.toLowerCase())];
}

function codeOf(deployment: Deployment, arn: string): string {
  return deployment.named('AWS::CloudFront::Function', arn).read(CloudFrontFunction).FunctionCode;
}

function pathPattern(pattern: string): RegExp {
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/\*/g, '.*')
    .replace(/\?/g, '.');
  return new RegExp(`^${source}$`);
}
