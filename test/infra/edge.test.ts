import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Key } from 'aws-cdk-lib/aws-kms';
import { describe, expect, it } from 'vitest';
import { contracts } from '../../functions/contracts.ts';
import { siteOf } from '../../infra/bundles/build-pages.ts';
import { PAGE_REWRITE } from '../../infra/constructs/edge-pages.ts';
import { Firewall } from '../../infra/constructs/firewall.ts';
import {
  LEAST_REQUESTS_OF_AN_ACCOUNT,
  originAuthoritySecretName,
  originCertificateParameter,
  type StageConfiguration,
  trustStoreVersionParameter,
} from '../../infra/stage.ts';
import type { Contract } from '../../shared/contract/contract.ts';
import { successResponse } from '../../shared/runtime/responses.ts';
import { PAGE_HEADERS } from '../../web/page-headers.ts';
import { fileOf, type Page, pages } from '../../web/pages.ts';
import { stages } from './configuration.ts';
import { otherConfiguration } from './other-configuration.ts';
import { assemblyFolder, ofType, type Resource, type Resources, staging, theOnly } from './synthesized.ts';

const { edge = {}, api, stateful, parametersOf } = await staging();
/** The templates of a stage that is closed while its table is restored. */
const closedWithAnotherTable = async () => (await otherConfiguration()).staging;
const distribution = theOnly('AWS::CloudFront::Distribution', edge).Properties.DistributionConfig;

/** https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/using-managed-cache-policies.html */
const CACHING_DISABLED = '4135ea2d-6df8-44a3-9df3-4b5a84be39ad';
const ALL_BUT_HOST = 'b689b0a8-53d0-40ab-baf2-68738e2966ac';

interface Behaviour {
  readonly PathPattern?: string;
  readonly CachePolicyId: string | { readonly Ref: string };
  readonly OriginRequestPolicyId?: string;
  readonly TargetOriginId: string;
  readonly ViewerProtocolPolicy: string;
  readonly AllowedMethods: readonly string[];
  readonly ResponseHeadersPolicyId: { readonly Ref: string };
  readonly [rest: string]: unknown;
}
const behaviours: readonly Behaviour[] = [
  ...distribution.CacheBehaviors,
  { ...distribution.DefaultCacheBehavior, PathPattern: '*' },
];
const originOf = ({ TargetOriginId }: Behaviour) =>
  distribution.Origins.find(({ Id }: { Id: string }) => Id === TargetOriginId);

/** The behaviour that CloudFront chooses: the first whose pattern matches. */
function behaviourOf(path: string): Behaviour {
  const found = behaviours.find(({ PathPattern = '' }) =>
    new RegExp(`^${PathPattern.replaceAll('.', '\\.').replaceAll('*', '.*')}$`).test(path),
  );
  if (!found) throw new Error(`nothing answers ${path}`);
  return found;
}
const DISPLAY = '/v1/community/events/kl-wellness-expo/display';
const display = behaviourOf(DISPLAY);
const inPath = (path: string) => path.replaceAll(/\{\w+\}/g, 'x-1');
const published = [contracts.currentOnboarding, contracts.getSignInSettings].map(({ path }) =>
  behaviourOf(path),
);
/** What callers without a token get: two lists, and the look-ups of an exhibition and its campaigns. */
const signedOut = [
  contracts.listCommunity,
  contracts.listCampaigns,
  contracts.findEvent,
  contracts.listEventCampaigns,
].map(({ path }) => behaviourOf(inPath(path)));
const policyOf = ({ Ref = '' }: { readonly Ref?: string }) => edge[Ref] as Resource;

describe('the edge', () => {
  it.each(Object.values<Contract>(contracts).map((endpoint) => [endpoint.operationId, endpoint] as const))(
    'sends %s to the API, and caches it only if its contract says so',
    (_, { method, path, caching }) => {
      const behaviour = behaviourOf(inPath(path));
      expect(originOf(behaviour).DomainName).toBe('origin.api.staging.sihat.my');
      // A behaviour that caches refuses other methods.
      expect(behaviour.AllowedMethods).toContain(method);
      if (caching)
        expect(caching === 'signed_out' ? signedOut : [display, ...published]).toContain(behaviour);
      else {
        expect(behaviour).toMatchObject({
          CachePolicyId: CACHING_DISABLED,
          OriginRequestPolicyId: ALL_BUT_HOST,
          AllowedMethods: expect.arrayContaining(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']),
        });
      }
    },
  );

  it('caches nothing else', () => {
    const caching = behaviours.filter(({ CachePolicyId }) => CachePolicyId !== CACHING_DISABLED);
    expect(new Set(caching)).toEqual(new Set([display, ...published, ...signedOut]));
    expect(ofType('AWS::CloudFront::CachePolicy', edge)).toHaveLength(2);
  });

  it('forwards of a request that it caches only the headers of a preflight and those of the key', () => {
    const policy = theOnly('AWS::CloudFront::OriginRequestPolicy', edge);
    for (const { OriginRequestPolicyId } of [display, ...published, ...signedOut]) {
      expect(OriginRequestPolicyId).toEqual({ Ref: policy.logicalId });
    }
    expect(policy.Properties.OriginRequestPolicyConfig).toMatchObject({
      CookiesConfig: { CookieBehavior: 'none' },
      HeadersConfig: {
        HeaderBehavior: 'whitelist',
        Headers: ['Origin', 'Access-Control-Request-Headers', 'Access-Control-Request-Method'],
      },
      QueryStringsConfig: { QueryStringBehavior: 'none' },
    });
  });

  it.each([
    ...signedOut.map(
      (behaviour) => [behaviour, { HeaderBehavior: 'whitelist', Headers: ['Authorization'] }] as const,
    ),
    [display, { HeaderBehavior: 'none' }] as const,
    ...published.map((behaviour) => [behaviour, { HeaderBehavior: 'none' }] as const),
  ])(
    'caches $PathPattern for at most five seconds, by the path and %o',
    ({ CachePolicyId }, HeadersConfig) => {
      const { CachePolicyConfig } = policyOf(CachePolicyId as { Ref: string }).Properties;
      // With a minimum above 0, CloudFront would store private responses, too.
      expect(CachePolicyConfig).toMatchObject({ MinTTL: 0, DefaultTTL: 0, MaxTTL: 5 });
      const isCompressed = HeadersConfig.HeaderBehavior === 'none';
      expect(CachePolicyConfig.ParametersInCacheKeyAndForwardedToOrigin).toEqual({
        CookiesConfig: { CookieBehavior: 'none' },
        HeadersConfig,
        QueryStringsConfig: { QueryStringBehavior: 'none' },
        EnableAcceptEncodingBrotli: isCompressed,
        EnableAcceptEncodingGzip: isCompressed,
      });
    },
  );

  it('caches no errors and no stale display', () => {
    // The function's own header is within that time and does not allow stale responses while the origin fails.
    const { headers } = successResponse(contracts.getDisplay, 200, {}, { headers: {} });
    expect(headers['cache-control']).toBe('public, max-age=0, s-maxage=5, stale-if-error=0');
    expect(distribution.CustomErrorResponses).toEqual(
      [400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504].map((ErrorCode) => ({
        ErrorCode,
        ErrorCachingMinTTL: 0,
      })),
    );
  });

  it.each([display, ...published, ...signedOut])(
    'lets the stage’s web pages read $PathPattern even when another caller’s request filled the cache',
    ({ ResponseHeadersPolicyId, AllowedMethods, CachedMethods }) => {
      const { ResponseHeadersPolicyConfig } = policyOf(ResponseHeadersPolicyId).Properties;
      expect(ResponseHeadersPolicyConfig.CorsConfig).toMatchObject({
        AccessControlAllowOrigins: { Items: ['https://staging.sihat.my'] },
        AccessControlAllowHeaders: { Items: expect.arrayContaining(['authorization']) },
        AccessControlAllowCredentials: false,
        OriginOverride: true,
      });
      expect(AllowedMethods).toEqual(['GET', 'HEAD', 'OPTIONS']);
      expect(CachedMethods).toEqual(['GET', 'HEAD']);
    },
  );

  it('presents a certificate that the API verifies', () => {
    const parameterOf = (parameters: Resources, { Ref = '' }: { readonly Ref?: string }) => parameters[Ref];
    const origin = originOf(behaviourOf('/v1/community'));
    expect(origin.OriginCustomHeaders).toBeUndefined();
    const { ClientCertificateArn } = origin.CustomOriginConfig.OriginMtlsConfig;
    const stored = (name: string) => ({ Type: 'AWS::SSM::Parameter::Value<String>', Default: name });
    expect(parameterOf(parametersOf('edge'), ClientCertificateArn)).toEqual(
      stored(originCertificateParameter(stages.staging)),
    );

    const name = theOnly('AWS::ApiGatewayV2::DomainName', api).Properties;
    expect(name.DomainName).toBe(origin.DomainName);
    const { TruststoreUri, TruststoreVersion } = name.MutualTlsAuthentication;
    expect(parameterOf(parametersOf('api'), TruststoreVersion)).toEqual(
      stored(trustStoreVersionParameter(stages.staging)),
    );
    const bucket = theOnly('AWS::S3::Bucket', stateful);
    expect(TruststoreUri).toBe(`s3://${bucket.Properties.BucketName}/authorities.pem`);
    expect(bucket).toMatchObject({
      DeletionPolicy: 'Retain',
      Properties: { VersioningConfiguration: { Status: 'Enabled' } },
    });
  });

  it('denies functions and deployments the key of its authority', () => {
    const [secret] = ofType('AWS::SecretsManager::Secret', stateful).filter(
      ([, { Properties }]) => Properties.Name === originAuthoritySecretName(stages.staging),
    );
    expect(secret?.[1]).toMatchObject({ DeletionPolicy: 'Retain' });
    expect(secret?.[1].Properties.GenerateSecretString).toBeUndefined();
    const { SecretId, ResourcePolicy } = theOnly('AWS::SecretsManager::ResourcePolicy', stateful).Properties;
    expect(SecretId).toEqual({ Ref: secret?.[0] });
    const [{ Effect, Principal, Action, Condition }] = ResourcePolicy.Statement;
    expect([Effect, Principal]).toEqual(['Deny', { AWS: '*' }]);
    // BatchGetSecretValue needs this permission on each secret, too.
    expect(Action).toBe('secretsmanager:GetSecretValue');
    const denied = JSON.stringify(Condition.ArnLike['aws:PrincipalArn']);
    for (const name of ['role/sihat-staging-fn-*', 'role/staging-*', 'role/cdk-*'])
      expect(denied).toContain(name);
  });

  it('uses TLS 1.2 or newer on both sides', () => {
    expect(distribution.ViewerCertificate).toMatchObject({
      MinimumProtocolVersion: 'TLSv1.2_2021',
      SslSupportMethod: 'sni-only',
    });
    expect(originOf(display).CustomOriginConfig).toMatchObject({
      OriginProtocolPolicy: 'https-only',
      OriginSSLProtocols: ['TLSv1.2'],
    });
    expect(theOnly('AWS::ApiGatewayV2::DomainName', api).Properties.DomainNameConfigurations).toMatchObject([
      { SecurityPolicy: 'TLS_1_2' },
    ]);
    for (const behaviour of behaviours) {
      const isPage = originOf(behaviour).S3OriginConfig !== undefined;
      expect(behaviour.ViewerProtocolPolicy).toBe(isPage ? 'redirect-to-https' : 'https-only');
    }
  });

  it('is the only way to the API, which has no address of its own', () => {
    expect(theOnly('AWS::ApiGatewayV2::Api', api).Properties.DisableExecuteApiEndpoint).toBe(true);
  });

  it('logs each request, without an address, a path, a query or a cookie', () => {
    const fields: string[] = theOnly('AWS::Logs::Delivery', edge).Properties.RecordFields;
    expect(fields).toContain('sc-status');
    for (const personal of ['c-ip', 'cs-uri-stem', 'cs-uri-query', 'cs(Cookie)', 'x-forwarded-for']) {
      expect(fields).not.toContain(personal);
    }
    expect(theOnly('AWS::Logs::DeliverySource', edge).Properties).toMatchObject({ LogType: 'ACCESS_LOGS' });
  });
});

describe('the alarms of the edge', () => {
  it('notify the topic when they start and end', () => {
    const topic = { Ref: theOnly('AWS::SNS::Topic', edge).logicalId };
    const alarms = ofType('AWS::CloudWatch::Alarm', edge);
    expect(alarms.length).toBeGreaterThan(0);
    for (const [id, { Properties }] of alarms) {
      expect([id, Properties.AlarmActions, Properties.OKActions]).toEqual([id, [topic], [topic]]);
    }
  });
});

describe('the display page at the edge', () => {
  const page = behaviourOf('/display/kl-wellness-expo');

  it('comes from a bucket that only CloudFront can read', () => {
    for (const path of ['/display', '/display/', '/display/x', '/display/assets/display.js']) {
      expect(originOf(behaviourOf(path))).toMatchObject({
        OriginAccessControlId: { 'Fn::GetAtt': [expect.any(String), 'Id'] },
        S3OriginConfig: { OriginAccessIdentity: '' },
      });
    }
    for (const [, { Properties }] of ofType('AWS::S3::Bucket', edge)) {
      expect(Properties.PublicAccessBlockConfiguration).toEqual({
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      });
    }
  });

  it('is deleted with its stack: files first, then the bucket', () => {
    const { BucketName, DestinationBucketName, RetainOnDelete } = theOnly(
      'Custom::CDKBucketDeployment',
      edge,
    ).Properties;
    expect([BucketName, RetainOnDelete]).toEqual([undefined, false]);
    expect(edge[DestinationBucketName.Ref]).toMatchObject({ DeletionPolicy: 'Delete' });
  });

  it('runs no foreign scripts, and cannot be framed', () => {
    const { ResponseHeadersPolicyConfig } = policyOf(page.ResponseHeadersPolicyId).Properties;
    expect(ResponseHeadersPolicyConfig.SecurityHeadersConfig).toMatchObject({
      ContentSecurityPolicy: {
        ContentSecurityPolicy: expect.stringContaining("default-src 'none'"),
        Override: true,
      },
      StrictTransportSecurity: {
        AccessControlMaxAgeSec: 63_072_000,
        IncludeSubdomains: true,
        Override: true,
      },
      ContentTypeOptions: { Override: true },
      FrameOptions: { FrameOption: 'DENY', Override: true },
      ReferrerPolicy: { ReferrerPolicy: 'no-referrer', Override: true },
    });
  });
});

describe.each(Object.entries<Page>(pages))('the page %s', (_, page) => {
  const rewritten = new Function('event', `${PAGE_REWRITE}; return handler(event).uri;`);
  const served = (uri: string) => [
    originOf(behaviourOf(uri)).S3OriginConfig,
    rewritten({ request: { uri } }),
  ];

  it('has the same addresses at the edge as on the local server', () => {
    for (const below of ['', '/', '/a', '/A-b/', '/%F0', '/a.js', '/assets/', '/assets/a.js', '/a/b']) {
      const uri = page.path + below;
      expect([uri, ...served(uri)]).toEqual([uri, expect.anything(), fileOf(page, uri)]);
    }
  });

  it('is served with all its files, whose names tell S3 their types', async () => {
    const types = { html: 'text/html', css: 'text/css', js: 'text/javascript', json: 'application/json' };
    const others = { woff2: 'font/woff2', svg: 'image/svg+xml', png: 'image/png' };
    const files = [...(await page.build({ kind: 'local' }))];
    expect(files.length).toBeGreaterThan(0);
    for (const [file, { contentType }] of files) {
      const [address = file] = Object.entries(page.renamed ?? {}).find(([, name]) => name === file) ?? [];
      expect([file, ...served(address)]).toEqual([file, expect.anything(), file]);
      expect(fileOf(page, address)).toBe(file);
      const type = Object.entries({ ...types, ...others }).find(([ending]) => file.endsWith(`.${ending}`));
      expect([file, contentType.split(';')[0]]).toEqual([file, type?.[1]]);
    }
  });

  it('gets its own headers, as on the local server', () => {
    const { ResponseHeadersPolicyConfig } = policyOf(
      behaviourOf(page.path).ResponseHeadersPolicyId,
    ).Properties;
    const { SecurityHeadersConfig, CustomHeadersConfig } = ResponseHeadersPolicyConfig;
    const expected: Record<string, string> = { ...PAGE_HEADERS, ...page.headers?.(siteOf(stages.staging)) };
    const custom: { Header: string; Value: string }[] = CustomHeadersConfig.Items;
    expect({
      'content-security-policy': SecurityHeadersConfig.ContentSecurityPolicy.ContentSecurityPolicy,
      'referrer-policy': SecurityHeadersConfig.ReferrerPolicy.ReferrerPolicy,
      'strict-transport-security': `max-age=${SecurityHeadersConfig.StrictTransportSecurity.AccessControlMaxAgeSec}; includeSubDomains`,
      'x-content-type-options': 'nosniff',
      ...Object.fromEntries(custom.map(({ Header, Value }) => [Header, Value])),
    }).toEqual(expected);
  });
});

describe('the API reference at the edge', () => {
  it('is deployed without demo people, tokens, a landing page or local routes', async () => {
    const folder = await assemblyFolder();
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    const texts = names.filter((name) => /\.(html|js|mjs|json|css)$/.test(name));
    expect(texts.some((name) => name.endsWith('docs/assets/documents.js'))).toBe(true);
    const local =
      /\/local\/(tokens|personas)|lapsed-practitioner|Nurul Izzah|Copy token|Sihat on this machine/;
    const found = texts.filter((name) => local.test(readFileSync(join(folder, name), 'utf8')));
    expect(found).toEqual([]);
  });
});

/** The web ACL of a stage that differs from the synthesized one. */
function firewallOf(stage: StageConfiguration): Resource {
  const stack = new Stack(new App(), 'edge', { env: { account: '111122223333', region: 'us-east-1' } });
  new Firewall(stack, 'Firewall', stage, new Key(stack, 'Key'));
  return theOnly('AWS::WAFv2::WebACL', Template.fromStack(stack).toJSON().Resources);
}

interface Statement {
  readonly RegexMatchStatement?: { readonly RegexString: string };
  readonly NotStatement?: { readonly Statement: Statement };
}

interface RateRule {
  readonly Limit: number;
  readonly EvaluationWindowSec: number;
  readonly ScopeDownStatement: Statement;
}

function isMatch(path: string, { RegexMatchStatement, NotStatement }: Statement): boolean {
  if (RegexMatchStatement) return new RegExp(RegexMatchStatement.RegexString).test(path);
  if (NotStatement) return !isMatch(path, NotStatement.Statement);
  throw new Error('the test does not know this statement');
}

describe('one address at production, after the firewall has reacted', () => {
  const { perRoute, overrides } = stages.production.throttling;
  const rules: readonly { readonly Statement: { readonly RateBasedStatement?: RateRule } }[] = firewallOf(
    stages.production,
  ).Properties.Rules;
  const limits = rules.flatMap(({ Statement: { RateBasedStatement: rule } }) =>
    rule
      ? [
          {
            perSecond: rule.Limit / rule.EvaluationWindowSec,
            applies: (path: string) => isMatch(path, rule.ScopeDownStatement),
          },
        ]
      : [],
  );

  it.each(Object.values<Contract>(contracts).map(({ operationId, path }) => [operationId, path] as const))(
    'uses at most half of what the route of %s takes',
    (operationId, path) => {
      const own = limits.filter(({ applies }) => applies(inPath(path))).map(({ perSecond }) => perSecond);
      const { rate } = overrides[operationId as keyof typeof overrides] ?? perRoute;
      expect(Math.min(...own)).toBeLessThanOrEqual(rate / 2);
    },
  );

  it('uses at most half of what API Gateway takes for an account in Malaysia, on all routes together', () => {
    const all = limits.reduce((sum, { perSecond }) => sum + perSecond, 0);
    expect(all).toBeLessThanOrEqual(LEAST_REQUESTS_OF_AN_ACCOUNT / 2);
  });

  it.each(Object.values<StageConfiguration>(stages))(
    'no route of $name takes less than the others',
    (stage) => {
      for (const { rate, burst } of Object.values(stage.throttling.overrides)) {
        expect(rate).toBeGreaterThanOrEqual(stage.throttling.perRoute.rate);
        expect(burst).toBeGreaterThanOrEqual(stage.throttling.perRoute.burst);
      }
    },
  );
});

describe('the firewall', () => {
  const { Properties } = theOnly('AWS::WAFv2::WebACL', edge);
  // biome-ignore lint/suspicious/noExplicitAny: a rule is whatever CloudFormation takes
  const rules: readonly Record<string, any>[] = Properties.Rules;
  const rule = (name: string) =>
    Properties.Rules.find(({ Name }: { readonly Name: string }) => Name === name);

  it('protects the distribution', () => {
    expect(Properties.Scope).toBe('CLOUDFRONT');
    expect(distribution.WebACLId).toEqual({
      'Fn::GetAtt': [theOnly('AWS::WAFv2::WebACL', edge).logicalId, 'Arn'],
    });
  });

  it.each([
    ['display', 6000, 60, [DISPLAY], ['/v1/community/events/x', '/v1/community/events/a/b/display']],
    ['look-ups', 20_000, 60, ['/v1/community/events/kl-wellness-expo'], [DISPLAY, '/v1/community/events/']],
    ['previews', 2000, 60, ['/v1/workspaces/invitations/preview'], ['/v1/workspaces/invitations/acceptance']],
    ['receipts', 100, 300, ['/v1/account/deletion/receipt'], ['/v1/account/deletion']],
  ])(
    'lets an address ask for %s %i times in %i seconds, and then says when to come again',
    (name, most, seconds, its, others) => {
      const { Statement, Action } = rule(name);
      expect(Statement.RateBasedStatement).toMatchObject({
        AggregateKeyType: 'IP',
        Limit: most,
        EvaluationWindowSec: seconds,
      });
      const { RegexString, TextTransformations } =
        Statement.RateBasedStatement.ScopeDownStatement.RegexMatchStatement;
      for (const path of its) expect(path).toMatch(new RegExp(RegexString));
      for (const path of others) expect(path).not.toMatch(new RegExp(RegexString));
      expect(TextTransformations).toEqual([{ Priority: 0, Type: 'NONE' }]);
      const { ResponseCode, ResponseHeaders, CustomResponseBodyKey } = Action.Block.CustomResponse;
      expect([ResponseCode, ResponseHeaders]).toEqual([429, [{ Name: 'Retry-After', Value: `${seconds}` }]]);
      expect(JSON.parse(Properties.CustomResponseBodies[CustomResponseBodyKey].Content)).toEqual({
        message: 'Too Many Requests',
      });
    },
  );

  it('refuses other paths first, and no usual one', () => {
    const { Statement, Action, Priority } = rule('paths');
    expect([Priority, Action.Block.CustomResponse.ResponseCode]).toEqual([0, 400]);
    const [refused, admitted] = Statement.AndStatement.Statements;
    const [unusual, special] = [refused, admitted.NotStatement.Statement].map(
      ({ RegexMatchStatement }) => new RegExp(RegexMatchStatement.RegexString),
    );
    const isRefused = (path: string) => Boolean(unusual?.test(path) && !special?.test(path));
    const usual = Object.values(contracts).map(({ path }) => path.replaceAll(/\{\w+\}/g, 'kl-wellness-expo'));
    const ofPages = Object.values<Page>(pages).flatMap(({ path, files = [] }) => [
      ...['', '/', '/a'].map((below) => path + below),
      ...files,
    ]);
    const renamed = Object.values<Page>(pages).flatMap((page) => Object.keys(page.renamed ?? {}));
    expect([...usual, ...ofPages, ...renamed].filter(isRefused)).toEqual([]);
    const others = [
      '/.well-known',
      '/.well-known/',
      '/.well-known/security.txt',
      '/.well-known/assetlinks.json/',
    ];
    const hidden = [
      '/x/.well-known/assetlinks.json',
      '/.well-known/assetlinksxjson/.',
      '/.env',
      `${renamed[0]}.json`,
    ];
    for (const path of [...others, ...hidden]) expect([path, isRefused(path)]).toEqual([path, true]);
  });

  const groups = rules.filter(({ OverrideAction }) => OverrideAction !== undefined);
  const labelsOf = (acl: Resource): { readonly blocked: readonly string[]; readonly action: object } => {
    const { Statement, Action } = acl.Properties.Rules.at(-1);
    return {
      blocked: Statement.OrStatement.Statements.map(
        (part: { LabelMatchStatement: { Scope: string; Key: string } }) => {
          expect(part.LabelMatchStatement.Scope).toBe('LABEL');
          return part.LabelMatchStatement.Key;
        },
      ),
      action: Action,
    };
  };
  const blocked = labelsOf(theOnly('AWS::WAFv2::WebACL', edge)).blocked;

  it('lets Amazon’s rules count, and blocks on their labels with a JSON body', () => {
    expect(groups.map(({ Name }) => Name)).toEqual([
      'AWSManagedRulesAmazonIpReputationList',
      'AWSManagedRulesCommonRuleSet',
      'AWSManagedRulesKnownBadInputsRuleSet',
    ]);
    for (const { OverrideAction } of groups) expect(OverrideAction).toEqual({ Count: {} });
    const { action } = labelsOf(theOnly('AWS::WAFv2::WebACL', edge));
    expect(action).toEqual({
      Block: { CustomResponse: { ResponseCode: 403, CustomResponseBodyKey: 'forbidden' } },
    });
    expect(new Set(blocked.map((label) => label.split(':').slice(0, -1).join(':')))).toEqual(
      new Set(
        ['amazon-ip-list', 'core-rule-set', 'known-bad-inputs'].map((name) => `awswaf:managed:aws:${name}`),
      ),
    );
  });

  it('blocks nothing for what is in a body or for a missing user agent, and such a match hides no other', () => {
    expect(blocked.filter((label) => /_body$|NoUserAgent/i.test(label))).toEqual([]);
    const counting = groups.flatMap(({ Statement }) =>
      Statement.ManagedRuleGroupStatement.RuleActionOverrides.map(({ Name }: { Name: string }) => Name),
    );
    expect(counting.filter((name) => !name.endsWith('_BODY'))).toEqual(['NoUserAgent_HEADER']);
    expect(counting).toContain('ReactJSRCE_BODY');
  });

  it('answers JSON whatever it blocks', () => {
    const actions: { Block?: { CustomResponse?: { CustomResponseBodyKey: string } } }[] = rules.flatMap(
      ({ Action = [] }) => Action,
    );
    expect(actions).toHaveLength(rules.length - groups.length);
    for (const { Block } of actions) {
      const body = Properties.CustomResponseBodies[Block?.CustomResponse?.CustomResponseBodyKey ?? ''];
      expect(body.ContentType).toBe('APPLICATION_JSON');
      expect(JSON.parse(body.Content)).toEqual({ message: expect.any(String) });
    }
  });

  it('admits everyone, or nobody while the stage is closed', async () => {
    expect(Properties.DefaultAction).toEqual({ Allow: {} });
    const closed = await closedWithAnotherTable();
    expect(
      theOnly('AWS::WAFv2::WebACL', closed.edge).Properties.DefaultAction.Block.CustomResponse,
    ).toMatchObject({
      ResponseCode: 503,
      ResponseHeaders: [{ Name: 'Retry-After', Value: '300' }],
    });
    // For CloudFormation the restored table is a new resource; the ledger stays.
    expect(closed.stateful['Table']).toBeUndefined();
    expect(closed.stateful['Table2']?.Properties.TableName).toBe('restored');
    expect(closed.stateful['Ledger']?.Properties.TableName).toBe('sihat-staging-erased');
  });

  it('allows restoring a table while other stacks still reference the old one', async () => {
    const [before, restored] = await Promise.all([staging(), closedWithAnotherTable()]);
    // CloudFormation cannot remove an export that a stack imports, and the table's stack is deployed first.
    const { areas, api, identity, monitoring } = before;
    const stacks = JSON.stringify([...areas.values(), api, identity, monitoring]);
    const imported = [...stacks.matchAll(/"Fn::ImportValue":"(staging-stateful:[^"]+)"/g)].map(
      ([, name]) => name,
    );
    expect(imported.length).toBeGreaterThan(100);
    expect(before.exportsOf('stateful')).toEqual(expect.arrayContaining(imported));
    expect(restored.exportsOf('stateful')).toEqual(expect.arrayContaining(imported));
  });

  it('stores no sampled requests, and logs only the address of blocked ones, for 14 days', () => {
    expect(JSON.stringify(Properties)).not.toContain('"SampledRequestsEnabled":true');
    const logging = theOnly('AWS::WAFv2::LoggingConfiguration', edge).Properties;
    expect(logging.RedactedFields).toEqual([{ UriPath: {} }, { QueryString: {} }]);
    expect(logging.LoggingFilter).toEqual({
      DefaultBehavior: 'DROP',
      Filters: [
        {
          Behavior: 'KEEP',
          Requirement: 'MEETS_ANY',
          Conditions: [{ ActionCondition: { Action: 'BLOCK' } }],
        },
      ],
    });
    // Without keys, this covers every header, cookie and argument.
    expect(Properties.DataProtectionConfig.DataProtections).toEqual(
      ['SINGLE_HEADER', 'SINGLE_COOKIE', 'SINGLE_QUERY_ARGUMENT', 'QUERY_STRING', 'BODY'].map(
        (FieldType) => ({
          Field: { FieldType },
          Action: 'SUBSTITUTION',
        }),
      ),
    );
    const [[, log] = ['', undefined]] = ofType('AWS::Logs::LogGroup', edge).filter(
      ([, resource]) => resource.Properties.LogGroupName === 'aws-waf-logs-sihat-staging',
    );
    expect(log?.Properties.RetentionInDays).toBe(14);
  });

  it('only counts matches of Amazon’s rules if the stage is configured so', () => {
    const { action } = labelsOf(firewallOf({ ...stages.staging, managedRules: 'count' }));
    expect(action).toEqual({ Count: {} });
  });
});
