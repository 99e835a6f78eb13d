import * as z from 'zod/mini';
import type { Deployment } from '../cloudformation/deployment.ts';

/** Applies a response headers policy to the headers of an origin. */
export type ResponsePolicy = (headers: Headers, request: Asked) => void;

interface Asked {
  readonly method: string;
  readonly origin: string | undefined;
}

const override = { Override: z.boolean() };
const items = z.object({ Items: z.array(z.string()) });
const Properties = z.object({
  ResponseHeadersPolicyConfig: z.strictObject({
    Name: z.string(),
    Comment: z.optional(z.string()),
    SecurityHeadersConfig: z.optional(
      z.strictObject({
        ContentSecurityPolicy: z.optional(z.object({ ContentSecurityPolicy: z.string(), ...override })),
        ContentTypeOptions: z.optional(z.object(override)),
        FrameOptions: z.optional(z.object({ FrameOption: z.string(), ...override })),
        ReferrerPolicy: z.optional(z.object({ ReferrerPolicy: z.string(), ...override })),
        StrictTransportSecurity: z.optional(
          z.object({
            AccessControlMaxAgeSec: z.number(),
            IncludeSubdomains: z.optional(z.boolean()),
            ...override,
          }),
        ),
      }),
    ),
    CustomHeadersConfig: z.optional(
      z.object({ Items: z.array(z.object({ Header: z.string(), Value: z.string(), ...override })) }),
    ),
    CorsConfig: z.optional(
      z.object({
        AccessControlAllowOrigins: items,
        AccessControlAllowMethods: items,
        AccessControlAllowHeaders: items,
        AccessControlExposeHeaders: z.optional(items),
        AccessControlMaxAgeSec: z.optional(z.number()),
      }),
    ),
  }),
});
type Config = z.infer<typeof Properties>['ResponseHeadersPolicyConfig'];

export function responsePolicy(deployment: Deployment, id: string | undefined): ResponsePolicy {
  if (id === undefined) return () => {};
  const policy = deployment.named('AWS::CloudFront::ResponseHeadersPolicy', id);
  const { ResponseHeadersPolicyConfig: config } = policy.read(Properties);
  const fixed = fixedHeaders(config);
  return (headers, asked) => {
    for (const { name, value, overrides } of fixed) {
      if (overrides || !headers.has(name)) headers.set(name, value);
    }
    if (config.CorsConfig) applyCors(config.CorsConfig, headers, asked);
  };
}

interface FixedHeader {
  readonly name: string;
  readonly value: string;
  readonly overrides: boolean;
}

function fixedHeaders({ SecurityHeadersConfig = {}, CustomHeadersConfig }: Config): readonly FixedHeader[] {
  const { ContentSecurityPolicy, ContentTypeOptions, FrameOptions, ReferrerPolicy, StrictTransportSecurity } =
    SecurityHeadersConfig;
  const header = (
    name: string,
    value: string,
    { Override }: { readonly Override: boolean },
  ): FixedHeader => ({
    name,
    value,
    overrides: Override,
  });
  const lasting = StrictTransportSecurity;
  return [
    ...(ContentSecurityPolicy
      ? [
          header(
            'content-security-policy',
            ContentSecurityPolicy.ContentSecurityPolicy,
            ContentSecurityPolicy,
          ),
        ]
      : []),
    ...(ContentTypeOptions ? [header('x-content-type-options', 'nosniff', ContentTypeOptions)] : []),
    ...(FrameOptions ? [header('x-frame-options', FrameOptions.FrameOption, FrameOptions)] : []),
    ...(ReferrerPolicy ? [header('referrer-policy', ReferrerPolicy.ReferrerPolicy, ReferrerPolicy)] : []),
    ...(lasting
      ? [
          header(
            'strict-transport-security',
            `max-age=${lasting.AccessControlMaxAgeSec}${lasting.IncludeSubdomains ? '; includeSubDomains' : ''}`,
            lasting,
          ),
        ]
      : []),
    ...(CustomHeadersConfig?.Items ?? []).map((custom) => header(custom.Header, custom.Value, custom)),
  ];
}

function applyCors(
  cors: NonNullable<Config['CorsConfig']>,
  headers: Headers,
  { method, origin }: Asked,
): void {
  for (const name of [...headers.keys()]) if (name.startsWith('access-control-')) headers.delete(name);
  if (origin === undefined || !cors.AccessControlAllowOrigins.Items.includes(origin)) return;
  headers.set('access-control-allow-origin', origin);
  if (cors.AccessControlExposeHeaders) {
    headers.set('access-control-expose-headers', cors.AccessControlExposeHeaders.Items.join(','));
  }
  if (method !== 'OPTIONS') return;
  headers.set('access-control-allow-methods', cors.AccessControlAllowMethods.Items.join(','));
  headers.set('access-control-allow-headers', cors.AccessControlAllowHeaders.Items.join(','));
  headers.set('access-control-max-age', String(cors.AccessControlMaxAgeSec ?? 600));
}
