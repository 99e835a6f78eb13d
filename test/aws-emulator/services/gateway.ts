import * as z from 'zod/mini';
import type { CorsSettings } from '../../../local/http/cors.ts';
import type { HandlerAnswer, Route } from '../../../local/http/gateway.ts';
import type { Deployment } from '../cloudformation/deployment.ts';
import type { Lambda } from '../functions/lambda.ts';
import type { Permissions } from '../iam/permissions.ts';
import type { Usage } from './principals.ts';

/** The HTTP API of the templates with its routes, integrations and CORS settings. */
export interface HttpApi {
  readonly cors: CorsSettings;
  readonly routes: readonly Route[];
  /** The host of its own address; absent when that is disabled. */
  readonly ownHost: string | undefined;
  /** Its custom domains. */
  readonly domains: readonly CustomDomain[];
}

export interface CustomDomain {
  readonly name: string;
  /** The trust store for client certificates; absent when every client may connect. */
  readonly trustStore: { readonly uri: string; readonly version: string | undefined } | undefined;
}

export interface HttpApiOptions {
  readonly deployment: Deployment;
  readonly functions: readonly Lambda[];
  readonly permissions: Permissions;
  readonly usage: Usage;
}

const Api = z.object({
  ProtocolType: z.literal('HTTP'),
  DisableExecuteApiEndpoint: z.optional(z.boolean()),
  CorsConfiguration: z.optional(
    z.object({
      AllowOrigins: z.array(z.string()),
      AllowMethods: z.array(z.string()),
      AllowHeaders: z.array(z.string()),
      ExposeHeaders: z.optional(z.array(z.string())),
      MaxAge: z.optional(z.number()),
    }),
  ),
});
const ApiRoute = z.object({
  ApiId: z.string(),
  RouteKey: z.string(),
  Target: z.string(),
  AuthorizationType: z.optional(z.literal('NONE')),
});
const Integration = z.object({
  ApiId: z.string(),
  IntegrationType: z.literal('AWS_PROXY'),
  IntegrationUri: z.string(),
  PayloadFormatVersion: z.literal('2.0'),
});
const Answer = z.object({
  statusCode: z.int(),
  headers: z.optional(z.record(z.string(), z.string())),
  cookies: z.optional(z.array(z.string())),
  body: z.optional(z.string()),
  isBase64Encoded: z.optional(z.boolean()),
});
const Mapping = z.object({ ApiId: z.string(), DomainName: z.string(), Stage: z.literal('$default') });
const DomainName = z.object({
  DomainName: z.string(),
  MutualTlsAuthentication: z.optional(
    z.object({ TruststoreUri: z.string(), TruststoreVersion: z.optional(z.string()) }),
  ),
});
const Stage = z.object({ ApiId: z.string(), StageName: z.literal('$default') });

/** @throws {Error} unless the templates contain exactly one API that can be called. */
export function httpApi({ deployment, functions, permissions, usage }: HttpApiOptions): HttpApi {
  const [api, ...more] = deployment.ofType('AWS::ApiGatewayV2::Api');
  if (!api || more.length > 0) throw new Error('the templates have to make one HTTP API');
  const [stage] = deployment.ofType('AWS::ApiGatewayV2::Stage').map((resource) => resource.read(Stage));
  if (stage?.ApiId !== api.ref()) throw new Error(`${api.label} is deployed to no stage`);
  const { CorsConfiguration: settings, DisableExecuteApiEndpoint: isClosed = false } = api.read(Api);
  const integrations = new Map(
    deployment
      .ofType('AWS::ApiGatewayV2::Integration')
      .map((resource): [string, z.infer<typeof Integration>] => [
        `integrations/${resource.ref()}`,
        resource.read(Integration),
      ]),
  );

  const routes = deployment.ofType('AWS::ApiGatewayV2::Route').map((resource): Route => {
    const { RouteKey, Target, ApiId } = resource.read(ApiRoute);
    const [, method = '', path = ''] = /^([A-Z]+) (\/\S*)$/.exec(RouteKey) ?? [];
    const uri = integrations.get(Target)?.IntegrationUri;
    const target = functions.find(({ arn }) => arn === uri);
    if (path === '' || ApiId !== api.ref() || !target) {
      throw new Error(`${resource.label}: where the route ${RouteKey} leads to is not known`);
    }
    const source = `arn:aws:execute-api:${resource.region}:${resource.account}:${ApiId}/$default/${method}${path}`;
    return {
      method,
      path,
      async handle(event): Promise<HandlerAnswer> {
        if (!permissions.mayInvoke('apigateway.amazonaws.com', target.arn, source)) {
          const sentence = `no permission lets the route ${RouteKey} call ${target.name}`;
          usage.deny(sentence);
          throw new Error(sentence);
        }
        const { headers, cookies, body, isBase64Encoded, statusCode } = Answer.parse(
          await target.invoke(event),
        );
        return {
          statusCode,
          ...(headers && { headers }),
          ...(cookies && { cookies }),
          ...(body !== undefined && { body }),
          ...(isBase64Encoded !== undefined && { isBase64Encoded }),
        };
      },
    };
  });
  const mapped = deployment
    .ofType('AWS::ApiGatewayV2::ApiMapping')
    .map((resource) => resource.read(Mapping))
    .filter(({ ApiId }) => ApiId === api.ref());
  return {
    routes,
    ownHost: isClosed ? undefined : new URL(api.attribute('ApiEndpoint')).host,
    domains: mapped.map((mapping) => {
      const { MutualTlsAuthentication: tls } = deployment
        .named('AWS::ApiGatewayV2::DomainName', mapping.DomainName)
        .read(DomainName);
      return {
        name: mapping.DomainName,
        trustStore: tls && { uri: tls.TruststoreUri, version: tls.TruststoreVersion },
      };
    }),
    cors: {
      allowOrigins: settings?.AllowOrigins ?? [],
      allowMethods: settings?.AllowMethods ?? [],
      allowHeaders: settings?.AllowHeaders ?? [],
      exposeHeaders: settings?.ExposeHeaders ?? [],
      maxAge: settings?.MaxAge ?? 0,
    },
  };
}
