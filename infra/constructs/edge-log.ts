import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { CfnDelivery, CfnDeliveryDestination, CfnDeliverySource } from 'aws-cdk-lib/aws-logs';
import { BlockPublicAccess, Bucket, BucketEncryption } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import type { StageConfiguration } from '../stage.ts';
import { acknowledge } from './nag-acknowledgements.ts';

export interface EdgeLogProps {
  readonly stage: StageConfiguration;
  readonly distributionArn: string;
}

/** The fields exclude address, cookie, query and path: paths can contain ids, and the log is stored outside Malaysia. */
const FIELDS = [
  'date',
  'time',
  'x-edge-location',
  'x-edge-request-id',
  'cs-method',
  'sc-status',
  'x-edge-detailed-result-type',
  'sc-bytes',
  'cs-bytes',
  'time-taken',
  'time-to-first-byte',
  'cs-protocol',
  'cs-protocol-version',
  'ssl-protocol',
  'sc-content-type',
];

/**
 * The access log of CloudFront, delivered to S3.
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/standard-logging.html
 */
export class EdgeLog extends Construct {
  constructor(scope: Construct, id: string, { stage, distributionArn }: EdgeLogProps) {
    super(scope, id);
    const bucket = new Bucket(this, 'Bucket', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      lifecycleRules: [{ expiration: Duration.days(stage.logRetentionDays) }],
      removalPolicy: RemovalPolicy.RETAIN,
    });
    acknowledge(bucket, 'The bucket itself contains an access log, without addresses or ids.', 'S1');
    // L1: CDK has no L2 for log delivery.
    const source = new CfnDeliverySource(this, 'Source', {
      name: `sihat-${stage.name}-edge`,
      logType: 'ACCESS_LOGS',
      resourceArn: distributionArn,
    });
    bucket.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal('delivery.logs.amazonaws.com')],
        actions: ['s3:PutObject'],
        resources: [bucket.arnForObjects(`AWSLogs/${Stack.of(this).account}/*`)],
        conditions: {
          StringEquals: {
            's3:x-amz-acl': 'bucket-owner-full-control',
            'aws:SourceAccount': Stack.of(this).account,
          },
          ArnLike: { 'aws:SourceArn': source.attrArn },
        },
      }),
    );
    const destination = new CfnDeliveryDestination(this, 'Destination', {
      name: `sihat-${stage.name}-edge`,
      destinationResourceArn: bucket.bucketArn,
      outputFormat: 'json',
    });
    const delivery = new CfnDelivery(this, 'Delivery', {
      deliverySourceName: source.ref,
      deliveryDestinationArn: destination.attrArn,
      recordFields: FIELDS,
    });
    delivery.node.addDependency(bucket);
  }
}
