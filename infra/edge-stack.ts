import { CfnOutput, Duration, RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib';
import { Certificate, CertificateValidation } from 'aws-cdk-lib/aws-certificatemanager';
import {
  AllowedMethods,
  type BehaviorOptions,
  CachedMethods,
  CachePolicy,
  Distribution,
  Function as EdgeFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HeadersFrameOption,
  HeadersReferrerPolicy,
  HttpVersion,
  OriginProtocolPolicy,
  OriginRequestPolicy,
  OriginSslPolicy,
  PriceClass,
  ResponseHeadersPolicy,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { Alarm, Metric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { AaaaRecord, ARecord, HostedZone, RecordTarget } from 'aws-cdk-lib/aws-route53';
import { CloudFrontTarget } from 'aws-cdk-lib/aws-route53-targets';
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  type CfnBucket,
  type IBucket,
} from 'aws-cdk-lib/aws-s3';
import { BucketDeployment, CacheControl, Source } from 'aws-cdk-lib/aws-s3-deployment';
import type { Construct } from 'constructs';
import { cors } from '../functions/cors.ts';
import { ORIGIN_SECRET_HEADER } from '../shared/http/edge.ts';
import { PAGE_CACHE_CONTROL, PAGE_HEADERS } from '../web/display-page.ts';
import { acknowledge } from './acknowledge.ts';
import { AlarmTopic } from './alarm-topic.ts';
import { EdgeLog } from './edge-log.ts';
import { Firewall } from './firewall.ts';
import { type Domain, originSecretNames, type StageConfiguration, secretValue } from './stages.ts';

export interface EdgeStackProps extends StackProps {
  readonly stage: StageConfiguration;
  readonly domain: Domain;
  /** The folder that holds the built display page. */
  readonly page: string;
}

/** As long as a withdrawn alias may stay at the edge, in seconds. */
const DISPLAY_SECONDS = 5;
/** Every status whose answer CloudFront would hold back for a while. */
const ERRORS = [400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504];

/**
 * One address for everything: the display page, the display that halls ask for again and again, and the API. Only the
 * display is ever held. It knows the API by a name of its own, so nothing of another region's stack is needed here.
 */
export class EdgeStack extends Stack {
  readonly url: CfnOutput;

  constructor(scope: Construct, id: string, { stage, domain, page, ...props }: EdgeStackProps) {
    super(scope, id, props);
    const zone = HostedZone.fromHostedZoneAttributes(this, 'Zone', {
      hostedZoneId: domain.hostedZoneId,
      zoneName: domain.hostedZoneName,
    });
    const [secret = ''] = originSecretNames(stage);
    const api = this.apiBehaviour(
      new HttpOrigin(domain.originName, {
        protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
        originSslProtocols: [OriginSslPolicy.TLS_V1_2],
        customHeaders: { [ORIGIN_SECRET_HEADER]: secretValue(secret) },
        readTimeout: Duration.seconds(15),
      }),
    );
    const distribution = new Distribution(this, 'Distribution', {
      comment: `sihat ${stage.name}`,
      domainNames: [domain.name],
      certificate: new Certificate(this, 'Certificate', {
        domainName: domain.name,
        validation: CertificateValidation.fromDns(zone),
      }),
      minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
      httpVersion: HttpVersion.HTTP2_AND_3,
      priceClass: PriceClass.PRICE_CLASS_200, // with Malaysia and its neighbours
      webAclId: new Firewall(this, 'Firewall', stage).arn,
      defaultBehavior: api,
      additionalBehaviors: {
        '/v1/community/events/*/display': this.displayBehaviour(api, stage),
        ...this.pageBehaviours(page, stage),
      },
      errorResponses: ERRORS.map((httpStatus) => ({ httpStatus, ttl: Duration.seconds(0) })),
    });
    acknowledge(distribution, 'Halls and people abroad may ask; nothing is licensed by country.', 'CFR1');
    acknowledge(
      distribution,
      'It logs by the second version of standard logging (EdgeLog), which this rule does not know.',
      'CFR3',
    );
    const target = RecordTarget.fromAlias(new CloudFrontTarget(distribution));
    new ARecord(this, 'Record', { zone, recordName: domain.name, target });
    new AaaaRecord(this, 'Record6', { zone, recordName: domain.name, target });
    new EdgeLog(this, 'Log', { stage, distributionArn: distribution.distributionArn });
    this.watch(distribution.distributionId, stage);
    this.url = new CfnOutput(this, 'Url', { value: `https://${domain.name}` });
  }

  /** Not held at all, and passed on whole but for the name of the host. */
  private apiBehaviour(origin: HttpOrigin): BehaviorOptions {
    return {
      origin,
      allowedMethods: AllowedMethods.ALLOW_ALL,
      cachePolicy: CachePolicy.CACHING_DISABLED,
      originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
      viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY, // a redirect would come after the token was sent in clear
      responseHeadersPolicy: new ResponseHeadersPolicy(this, 'ApiHeaders', {
        // For what the gateway answers itself; functions set their own.
        securityHeadersBehavior: {
          contentTypeOptions: { override: false },
          strictTransportSecurity: { ...LASTING, override: false },
        },
      }),
    };
  }

  /**
   * Held for seconds, for everyone the same: no header, cookie or query of a caller is in the key or goes to the origin.
   * Which web page may read it is decided here, for the held answer does not depend on who asked for it first.
   */
  private displayBehaviour(api: BehaviorOptions, { allowedOrigins }: StageConfiguration): BehaviorOptions {
    const { originRequestPolicy: _, ...rest } = api;
    return {
      ...rest,
      allowedMethods: AllowedMethods.ALLOW_GET_HEAD_OPTIONS,
      cachedMethods: CachedMethods.CACHE_GET_HEAD,
      compress: true,
      cachePolicy: new CachePolicy(this, 'DisplayCache', {
        comment: 'The display, for as long as a withdrawn alias may stay',
        minTtl: Duration.seconds(0),
        defaultTtl: Duration.seconds(0),
        maxTtl: Duration.seconds(DISPLAY_SECONDS),
        enableAcceptEncodingGzip: true,
        enableAcceptEncodingBrotli: true,
      }),
      responseHeadersPolicy: new ResponseHeadersPolicy(this, 'DisplayHeaders', {
        corsBehavior: {
          accessControlAllowOrigins: [...allowedOrigins],
          accessControlAllowMethods: ['GET', 'HEAD', 'OPTIONS'],
          accessControlAllowHeaders: cors.allowHeaders,
          accessControlExposeHeaders: cors.exposeHeaders,
          accessControlMaxAge: Duration.seconds(cors.maxAge),
          accessControlAllowCredentials: false,
          originOverride: true,
        },
      }),
    };
  }

  /** Screens open the page once and stay on it, so the edge need not hold it. */
  private pageBehaviours(folder: string, { name }: StageConfiguration): Record<string, BehaviorOptions> {
    const bucket: IBucket = new Bucket(this, 'Page', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      removalPolicy: RemovalPolicy.DESTROY, // it is built anew with each deployment
    }) as IBucket; // its type is not written for exact optional properties
    acknowledge(bucket, 'Only the edge reads it, whose log tells of each request.', 'S1');
    this.putIn(bucket, folder, name);
    const behaviour: BehaviorOptions = {
      origin: S3BucketOrigin.withOriginAccessControl(bucket),
      allowedMethods: AllowedMethods.ALLOW_GET_HEAD,
      cachePolicy: CachePolicy.CACHING_DISABLED,
      viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      functionAssociations: [
        {
          eventType: FunctionEventType.VIEWER_REQUEST,
          function: new EdgeFunction(this, 'PageOfCode', {
            comment: 'Every exhibition has the same page',
            runtime: FunctionRuntime.JS_2_0,
            code: FunctionCode.fromInline(PAGE_OF_CODE),
          }),
        },
      ],
      responseHeadersPolicy: new ResponseHeadersPolicy(this, 'PageHeaders', {
        securityHeadersBehavior: {
          contentSecurityPolicy: {
            contentSecurityPolicy: PAGE_HEADERS['content-security-policy'],
            override: true,
          },
          contentTypeOptions: { override: true },
          frameOptions: { frameOption: HeadersFrameOption.DENY, override: true },
          referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.NO_REFERRER, override: true },
          strictTransportSecurity: { ...LASTING, override: true },
        },
        customHeadersBehavior: {
          customHeaders: (['cross-origin-opener-policy', 'permissions-policy'] as const).map((header) => ({
            header,
            value: PAGE_HEADERS[header],
            override: true,
          })),
        },
      }),
    };
    return { '/display': behaviour, '/display/*': behaviour };
  }

  /** By CDK's own uploader, whose function and permissions are not ours. */
  private putIn(bucket: IBucket, folder: string, stageName: string): void {
    new BucketDeployment(this, 'PageFiles', {
      sources: [Source.asset(folder)],
      destinationBucket: bucket,
      cacheControl: [CacheControl.fromString(PAGE_CACHE_CONTROL)],
      logGroup: new LogGroup(this, 'PageFilesLog', {
        logGroupName: `/sihat/${stageName}/page-files`,
        retention: 14,
        removalPolicy: RemovalPolicy.DESTROY,
      }),
    });
    acknowledge(
      this.node.findChild(UPLOADER),
      'CDK’s uploader of files: it runs while a deployment does, reads CDK’s own assets and writes this one bucket.',
      'L1',
      'IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole]',
      ...['GetObject', 'GetBucket', 'List', 'DeleteObject', 'Abort'].map(
        (name) => `IAM5[Action::s3:${name}*]`,
      ),
      `IAM5[Resource::arn:aws:s3:::cdk-hnb659fds-assets-${this.account}-${this.region}/*]`,
      `IAM5[Resource::<${this.getLogicalId(bucket.node.defaultChild as CfnBucket)}.Arn>/*]`,
    );
  }

  private watch(DistributionId: string, stage: StageConfiguration): void {
    const alarm = new Alarm(this, 'EdgeErrors', {
      alarmName: `sihat-${stage.name}-EdgeErrors`,
      alarmDescription:
        'More than one in twenty answers at the edge is 5xx. If the API is well, the edge cannot reach it.',
      metric: new Metric({
        namespace: 'AWS/CloudFront',
        metricName: '5xxErrorRate',
        dimensionsMap: { DistributionId, Region: 'Global' },
        statistic: 'Average',
        period: Duration.minutes(5),
      }),
      threshold: 5,
      evaluationPeriods: 2,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    });
    const action = new SnsAction(new AlarmTopic(this, 'Alarms', stage).topic);
    alarm.addAlarmAction(action);
    alarm.addOkAction(action);
  }
}

/** CDK gives it this name, once for each stack. */
const UPLOADER = 'Custom::CDKBucketDeployment8693BB64968944B69AAFB0CC9EB8756C';

const LASTING = { accessControlMaxAge: Duration.days(730), includeSubdomains: true };

/** What `fileOf` does for the local server; CloudFront runs no module of ours. */
export const PAGE_OF_CODE = `function handler(event) {
  var request = event.request;
  if (/^\\/display(\\/[^/]*)?$/.test(request.uri)) request.uri = '/display/index.html';
  return request;
}`;
