import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import {
  AllowedMethods,
  type BehaviorOptions,
  CachePolicy,
  Function as EdgeFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HeadersFrameOption,
  HeadersReferrerPolicy,
  ResponseHeadersPolicy,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  type CfnBucket,
  type IBucket,
} from 'aws-cdk-lib/aws-s3';
import { BucketDeployment, CacheControl, Source } from 'aws-cdk-lib/aws-s3-deployment';
import { Construct } from 'constructs';
import { PAGE_CACHE_CONTROL, PAGE_HEADERS } from '../../web/display-page.ts';
import type { StageConfiguration } from '../stages.ts';
import { acknowledge } from './nag-acknowledgements.ts';

/** For two years no browser asks over anything but TLS. */
export const TRANSPORT = { accessControlMaxAge: Duration.days(730), includeSubdomains: true };

export interface EdgePageProps {
  readonly stage: StageConfiguration;
  /** The folder that holds the built display page. */
  readonly folder: string;
}

/** The display page at the edge, from a bucket that only the edge reads. Screens open it once, so it need not be held. */
export class EdgePage extends Construct {
  readonly behaviours: Readonly<Record<string, BehaviorOptions>>;

  constructor(scope: Construct, id: string, { stage, folder }: EdgePageProps) {
    super(scope, id);
    const bucket: IBucket = new Bucket(this, 'Page', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      removalPolicy: RemovalPolicy.DESTROY, // each deployment uploads it again
    }) as IBucket; // its type is not written for exact optional properties
    acknowledge(bucket, 'Only the edge reads it, whose log tells of each request.', 'S1');
    this.putIn(bucket, folder, stage);
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
          strictTransportSecurity: { ...TRANSPORT, override: true },
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
    this.behaviours = { '/display': behaviour, '/display/*': behaviour };
  }

  /** By CDK's own uploader, whose function and permissions are not ours. */
  private putIn(bucket: IBucket, folder: string, stage: StageConfiguration): void {
    const stack = Stack.of(this);
    new BucketDeployment(this, 'PageFiles', {
      sources: [Source.asset(folder)],
      destinationBucket: bucket,
      retainOnDelete: false, // CloudFormation deletes only an empty bucket
      cacheControl: [CacheControl.fromString(PAGE_CACHE_CONTROL)],
      logGroup: new LogGroup(this, 'PageFilesLog', {
        logGroupName: `/sihat/${stage.name}/page-files`,
        retention: stage.logRetentionDays,
        removalPolicy: RemovalPolicy.DESTROY,
      }),
    });
    acknowledge(
      stack.node.findChild(UPLOADER),
      'CDK’s uploader of files: it runs while a deployment does, reads CDK’s own assets and writes this one bucket.',
      'L1',
      'IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole]',
      ...['GetObject', 'GetBucket', 'List', 'DeleteObject', 'Abort'].map(
        (name) => `IAM5[Action::s3:${name}*]`,
      ),
      `IAM5[Resource::arn:aws:s3:::cdk-hnb659fds-assets-${stack.account}-${stack.region}/*]`,
      `IAM5[Resource::<${stack.getLogicalId(bucket.node.defaultChild as CfnBucket)}.Arn>/*]`,
    );
  }
}

/** CDK gives it this name, once for each stack. */
const UPLOADER = 'Custom::CDKBucketDeployment8693BB64968944B69AAFB0CC9EB8756C';

/** What `fileOf` does for the local server; CloudFront runs no module of ours. */
export const PAGE_OF_CODE = `function handler(event) {
  var request = event.request;
  if (/^\\/display(\\/[^/]*)?$/.test(request.uri)) request.uri = '/display/index.html';
  return request;
}`;
