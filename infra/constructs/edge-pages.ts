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
import { PAGE_CACHE_CONTROL, PAGE_HEADERS, type PageHeaders } from '../../web/page-headers.ts';
import { addressesOf, indexOf, type Page, pages } from '../../web/pages.ts';
import { siteOf } from '../bundles/build-pages.ts';
import type { StageConfiguration } from '../stage.ts';
import { acknowledge } from './nag-acknowledgements.ts';

/** Browsers use only HTTPS for two years. */
export const STRICT_TRANSPORT = { accessControlMaxAge: Duration.days(730), includeSubdomains: true };

export interface EdgePagesProps {
  readonly stage: StageConfiguration;
  /** The folder that holds the built pages. */
  readonly folder: string;
}

/** The page to which the address `/` leads. */
const HOME = pages.reference;

/** All pages, served by CloudFront from a private bucket. Screens load their page once, so CloudFront does not cache it. */
export class EdgePages extends Construct {
  readonly behaviours: Readonly<Record<string, BehaviorOptions>>;

  constructor(scope: Construct, id: string, { stage, folder }: EdgePagesProps) {
    super(scope, id);
    const bucket: IBucket = new Bucket(this, 'Page', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      removalPolicy: RemovalPolicy.DESTROY, // Every deployment uploads the page again.
    }) as IBucket; // CDK's type does not support exactOptionalPropertyTypes.
    acknowledge(bucket, 'Only CloudFront reads the bucket, and its own log records each request.', 'S1');
    this.uploadTo(bucket, folder, stage);
    const behaviour: BehaviorOptions = {
      origin: S3BucketOrigin.withOriginAccessControl(bucket),
      allowedMethods: AllowedMethods.ALLOW_GET_HEAD,
      cachePolicy: CachePolicy.CACHING_DISABLED,
      viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      functionAssociations: [
        {
          eventType: FunctionEventType.VIEWER_REQUEST,
          function: new EdgeFunction(this, 'PageOfCode', {
            comment: 'Serves one page for every code, and leads / to the reference',
            runtime: FunctionRuntime.JS_2_0,
            code: FunctionCode.fromInline(PAGE_REWRITE),
          }),
        },
      ],
    };
    const common = this.headers('PageHeaders');
    const behaviours = Object.entries<Page>(pages).map(([name, page]): [Page, BehaviorOptions] => {
      const own = page.headers?.(siteOf(stage));
      const id = `${name.charAt(0).toUpperCase()}${name.slice(1)}Headers`;
      return [page, { ...behaviour, responseHeadersPolicy: own ? this.headers(id, own) : common }];
    });
    this.behaviours = Object.fromEntries(
      behaviours.flatMap(([page, behaviour]) => patternsOf(page).map((pattern) => [pattern, behaviour])),
    );
  }

  /** @param own headers that differ from those of the other pages */
  private headers(id: string, own: Partial<PageHeaders> = {}): ResponseHeadersPolicy {
    const {
      'content-security-policy': contentSecurityPolicy,
      'referrer-policy': _referrerPolicy,
      'strict-transport-security': _strictTransportSecurity,
      'x-content-type-options': _contentTypeOptions,
      ...custom
    }: PageHeaders = { ...PAGE_HEADERS, ...own };
    return new ResponseHeadersPolicy(this, id, {
      securityHeadersBehavior: {
        contentSecurityPolicy: { contentSecurityPolicy, override: true },
        contentTypeOptions: { override: true },
        frameOptions: { frameOption: HeadersFrameOption.DENY, override: true },
        referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.NO_REFERRER, override: true },
        strictTransportSecurity: { ...STRICT_TRANSPORT, override: true },
      },
      customHeadersBehavior: {
        customHeaders: Object.entries(custom).map(([header, value]) => ({ header, value, override: true })),
      },
    });
  }

  /** Uploads the page with CDK's BucketDeployment, which brings its own function and permissions. */
  private uploadTo(bucket: IBucket, folder: string, stage: StageConfiguration): void {
    const stack = Stack.of(this);
    new BucketDeployment(this, 'PageFiles', {
      sources: [Source.asset(folder)],
      destinationBucket: bucket,
      retainOnDelete: false, // CloudFormation can delete only an empty bucket.
      cacheControl: [CacheControl.fromString(PAGE_CACHE_CONTROL)],
      logGroup: new LogGroup(this, 'PageFilesLog', {
        logGroupName: `/sihat/${stage.name}/page-files`,
        retention: stage.logRetentionDays,
        removalPolicy: RemovalPolicy.DESTROY,
      }),
    });
    acknowledge(
      stack.node.findChild(UPLOADER),
      'CDK’s own upload function: it runs only during deployments, reads CDK’s assets and writes to this one bucket.',
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

/** The id that CDK gives to its upload function, which exists once in each stack. */
const UPLOADER = 'Custom::CDKBucketDeployment8693BB64968944B69AAFB0CC9EB8756C';

/** The path patterns of a page at CloudFront. A `*` also matches slashes. */
const patternsOf = (page: Page): readonly string[] => [
  ...(page === HOME ? ['/'] : []),
  page.path,
  `${page.path}/*`,
  ...Object.keys(page.renamed ?? {}),
  ...(page.files ?? []).filter((file) => !file.startsWith(`${page.path}/`)),
];

/** The CloudFront version of `fileOf`, which CloudFront Functions cannot import. */
export const PAGE_REWRITE = `function handler(event) {
  var request = event.request;
  if (request.uri === '/')
    return { statusCode: 302, statusDescription: 'Found', headers: { location: { value: '${HOME.path}' } } };
  var renamed = ${JSON.stringify(Object.assign({}, ...Object.values<Page>(pages).map((page) => page.renamed)))};
  if (renamed[request.uri]) {
    request.uri = renamed[request.uri];
    return request;
  }
  if (${JSON.stringify(Object.values<Page>(pages).flatMap(({ files = [] }) => files))}.indexOf(request.uri) >= 0) return request;
${Object.values<Page>(pages)
  .map((page) => `  if (${addressesOf(page)}.test(request.uri)) request.uri = '${indexOf(page)}';`)
  .join('\n')}
  return request;
}`;
