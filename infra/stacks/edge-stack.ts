import { CfnOutput, Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { Certificate, CertificateValidation } from 'aws-cdk-lib/aws-certificatemanager';
import {
  AllowedMethods,
  type BehaviorOptions,
  CachedMethods,
  CacheHeaderBehavior,
  CachePolicy,
  type CachePolicyProps,
  type CfnDistribution,
  Distribution,
  HttpVersion,
  OriginProtocolPolicy,
  OriginRequestHeaderBehavior,
  OriginRequestPolicy,
  OriginSslPolicy,
  PriceClass,
  ResponseHeadersPolicy,
  type ResponseSecurityHeadersBehavior,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { AaaaRecord, ARecord, HostedZone, RecordTarget } from 'aws-cdk-lib/aws-route53';
import { CloudFrontTarget } from 'aws-cdk-lib/aws-route53-targets';
import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import type { Construct } from 'constructs';
import { contracts } from '../../functions/contracts.ts';
import { cors } from '../../functions/cors.ts';
import type { Contract } from '../../shared/contract/contract.ts';
import { DISPLAY_CACHE_SECONDS, SIGNED_OUT_CACHE_SECONDS } from '../../shared/values/limits.ts';
import { AlarmTopic, topicOf } from '../constructs/alarm-topic.ts';
import { addAuditRules } from '../constructs/audit-rules.ts';
import { Canary } from '../constructs/canary.ts';
import { addEdgeAlarms } from '../constructs/edge-alarms.ts';
import { EdgeLog } from '../constructs/edge-log.ts';
import { EdgePages, STRICT_TRANSPORT } from '../constructs/edge-pages.ts';
import { Firewall } from '../constructs/firewall.ts';
import { acknowledge } from '../constructs/nag-acknowledgements.ts';
import { type Domain, originCertificateParameter, type StageConfiguration } from '../stage.ts';

/**
 * An origin to which CloudFront presents a client certificate (mutual TLS).
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/origin-mtls-authentication.html
 */
class MutualTlsOrigin extends HttpOrigin {
  private readonly clientCertificateArn: string;

  constructor(domainName: string, clientCertificateArn: string) {
    super(domainName, {
      protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
      originSslProtocols: [OriginSslPolicy.TLS_V1_2],
      readTimeout: Duration.seconds(15),
    });
    this.clientCertificateArn = clientCertificateArn;
  }

  protected override renderCustomOriginConfig(): CfnDistribution.CustomOriginConfigProperty | undefined {
    const { clientCertificateArn } = this;
    const config = super.renderCustomOriginConfig();
    return config && { ...config, originMtlsConfig: { clientCertificateArn } };
  }
}

export interface EdgeStackProps extends StackProps {
  readonly stage: StageConfiguration;
  readonly domain: Domain;
  /** The folder that holds the built pages. */
  readonly pages: string;
  /** The folder that holds the built function of the canary. */
  readonly canary: string;
}

/** Every error status that CloudFront caches by default. */
const ERROR_STATUSES = [400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504];

const patternOf = (path: string): string => path.replaceAll(/\{\w+\}/g, '*');
/** Whether CloudFront sends a path to the behaviour of a pattern. */
const matchesPattern = (path: string, pattern: string): boolean =>
  new RegExp(`^${pattern.replaceAll('*', '.*')}$`).test(path);

/** Headers for the responses of API Gateway itself. Functions set their own. */
const GATEWAY_HEADERS: ResponseSecurityHeadersBehavior = {
  contentTypeOptions: { override: false },
  strictTransportSecurity: { ...STRICT_TRANSPORT, override: false },
};
const PREFLIGHT_HEADERS = ['Origin', 'Access-Control-Request-Headers', 'Access-Control-Request-Method'];

/**
 * CloudFront in front of the display page, the displays and the API, under one host name. Of the API, only displays, the
 * published flow, and for callers without a token the lists and look-ups are cached. The origin is a configured host name, so
 * this stack needs no output of the stacks in another region.
 */
export class EdgeStack extends Stack {
  readonly url: CfnOutput;

  constructor(scope: Construct, id: string, { stage, domain, pages, canary, ...props }: EdgeStackProps) {
    super(scope, id, props);
    const zone = HostedZone.fromHostedZoneAttributes(this, 'Zone', {
      hostedZoneId: domain.hostedZoneId,
      zoneName: domain.hostedZoneName,
    });
    const certificateArn = StringParameter.valueForStringParameter(this, originCertificateParameter(stage));
    const alarms = new AlarmTopic(this, 'Alarms', topicOf(stage));
    const api = this.apiBehaviour(new MutualTlsOrigin(domain.originName, certificateArn));
    const distribution = new Distribution(this, 'Distribution', {
      comment: `sihat ${stage.name}`,
      domainNames: [domain.name],
      certificate: new Certificate(this, 'Certificate', {
        domainName: domain.name,
        validation: CertificateValidation.fromDns(zone),
      }),
      minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
      httpVersion: HttpVersion.HTTP2_AND_3,
      priceClass: PriceClass.PRICE_CLASS_200, // includes the edge locations in Malaysia and its neighbours
      webAclId: new Firewall(this, 'Firewall', stage, alarms.key).arn,
      defaultBehavior: api,
      additionalBehaviors: {
        // CloudFront uses the first pattern that matches.
        ...new EdgePages(this, 'Page', { stage, folder: pages }).behaviours,
        ...this.cachedBehaviours(api, stage),
      },
      errorResponses: ERROR_STATUSES.map((httpStatus) => ({ httpStatus, ttl: Duration.seconds(0) })),
    });
    acknowledge(
      distribution,
      'People and halls abroad may use the platform, so access is not restricted by country.',
      'CFR1',
    );
    acknowledge(
      distribution,
      'EdgeLog uses standard logging v2, which this rule does not recognise.',
      'CFR3',
    );
    const target = RecordTarget.fromAlias(new CloudFrontTarget(distribution));
    new ARecord(this, 'Record', { zone, recordName: domain.name, target });
    new AaaaRecord(this, 'Record6', { zone, recordName: domain.name, target });
    if (stage.monthlyBudget !== undefined) alarms.allowPublisher('budgets.amazonaws.com');
    new EdgeLog(this, 'Log', { stage, distributionArn: distribution.distributionArn });
    addEdgeAlarms(this, { stage, topic: alarms.topic }, distribution, certificateArn);
    alarms.allowPublisher('events.amazonaws.com');
    addAuditRules(this, { stage, topicArn: alarms.topic.topicArn }, 'edge');
    const url = `https://${domain.name}`;
    new Canary(this, 'Canary', { stage, url, folder: canary, key: alarms.key });
    this.url = new CfnOutput(this, 'Url', { value: url });
  }

  /** Not cached. CloudFront forwards everything except the Host header. */
  private apiBehaviour(origin: MutualTlsOrigin): BehaviorOptions {
    return {
      origin,
      allowedMethods: AllowedMethods.ALLOW_ALL,
      cachePolicy: CachePolicy.CACHING_DISABLED,
      originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
      viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY, // A redirect would come after the client has sent its token unencrypted.
      responseHeadersPolicy: new ResponseHeadersPolicy(this, 'ApiHeaders', {
        securityHeadersBehavior: GATEWAY_HEADERS,
      }),
    };
  }

  /**
   * The path patterns that CloudFront caches for seconds, and before them those of operations that they would swallow: a `*`
   * also matches slashes. CloudFront adds the CORS headers, because a cached response must not depend on the origin of the
   * first request. Preflights are not cached and go to the API with their CORS headers.
   */
  private cachedBehaviours(api: BehaviorOptions, stage: StageConfiguration): Record<string, BehaviorOptions> {
    const cached: BehaviorOptions = {
      ...api,
      originRequestPolicy: new OriginRequestPolicy(this, 'Preflight', {
        comment: 'Forwards only the headers of a CORS preflight',
        headerBehavior: OriginRequestHeaderBehavior.allowList(...PREFLIGHT_HEADERS),
      }),
      allowedMethods: AllowedMethods.ALLOW_GET_HEAD_OPTIONS,
      cachedMethods: CachedMethods.CACHE_GET_HEAD,
      responseHeadersPolicy: this.corsHeaders(stage),
    };
    const forAnybody = {
      ...cached,
      compress: true,
      cachePolicy: this.cachePolicy('DisplayCache', DISPLAY_CACHE_SECONDS, {
        comment:
          'Caches what is for nobody in particular, so that withdrawn aliases disappear within seconds',
        enableAcceptEncodingGzip: true,
        enableAcceptEncodingBrotli: true,
      }),
    };
    const signedOut = {
      ...cached,
      cachePolicy: this.cachePolicy('SignedOutCache', SIGNED_OUT_CACHE_SECONDS, {
        comment: 'Caches what callers without a token get for a few seconds',
        // CloudFront forwards this header with a GET request only if it is in the cache key.
        headerBehavior: CacheHeaderBehavior.allowList('Authorization'),
      }),
    };
    const behaviourOf = { display: forAnybody, published: forAnybody, signed_out: signedOut };
    const endpoints = Object.values<Contract>(contracts);
    const patterns = endpoints.flatMap(({ path, caching }) => (caching ? [patternOf(path)] : []));
    return Object.fromEntries(
      endpoints
        .filter(({ path }) => patterns.some((pattern) => matchesPattern(patternOf(path), pattern)))
        // A pattern with more segments is never matched by one with fewer, except through a slash.
        .sort((a, b) => b.path.split('/').length - a.path.split('/').length)
        .map(({ path, caching }) => [patternOf(path), caching ? behaviourOf[caching] : api]),
    );
  }

  /** A minimum above 0 would store private responses, too. Cookies and the query are never part of the key. */
  private cachePolicy(id: string, seconds: number, props: CachePolicyProps): CachePolicy {
    return new CachePolicy(this, id, {
      minTtl: Duration.seconds(0),
      defaultTtl: Duration.seconds(0),
      maxTtl: Duration.seconds(seconds),
      ...props,
    });
  }

  private corsHeaders({ allowedOrigins }: StageConfiguration): ResponseHeadersPolicy {
    return new ResponseHeadersPolicy(this, 'CachedHeaders', {
      securityHeadersBehavior: GATEWAY_HEADERS,
      corsBehavior: {
        accessControlAllowOrigins: [...allowedOrigins],
        accessControlAllowMethods: ['GET', 'HEAD', 'OPTIONS'],
        accessControlAllowHeaders: cors.allowHeaders,
        accessControlExposeHeaders: cors.exposeHeaders,
        accessControlMaxAge: Duration.seconds(cors.maxAge),
        accessControlAllowCredentials: false,
        originOverride: true,
      },
    });
  }
}
