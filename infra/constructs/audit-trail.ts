import { Duration, Stack } from 'aws-cdk-lib';
import { type CfnTrail, Trail } from 'aws-cdk-lib/aws-cloudtrail';
import { BlockPublicAccess, Bucket, BucketEncryption, type IBucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { auditTrailName, functionRolePrefix, type StageConfiguration } from '../stage.ts';
import { acknowledge } from './nag-acknowledgements.ts';

/** The events hold the keys of items, and so ids of accounts. */
const EVENTS_KEPT = Duration.days(90);

/**
 * Records who used AWS credentials in the account of a stage, in all regions: all calls that manage resources, and what anybody but
 * the functions does with items of tables. Invocations of functions are not recorded.
 */
export class AuditTrail extends Construct {
  constructor(scope: Construct, id: string, { stage }: { readonly stage: StageConfiguration }) {
    super(scope, id);
    const bucket = new Bucket(this, 'Bucket', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED, // Somebody who deletes the keys of the stage must not destroy the record of it.
      enforceSSL: true,
      lifecycleRules: [{ expiration: EVENTS_KEPT, abortIncompleteMultipartUploadAfter: Duration.days(1) }],
    });
    acknowledge(
      bucket,
      'The trail itself records changes of the bucket, and an access log would record its deliveries.',
      'S1',
    );
    // CDK's type of buckets does not support exactOptionalPropertyTypes.
    const trail = new Trail(this, 'Trail', { trailName: auditTrailName(stage), bucket: bucket as IBucket });
    const { account } = Stack.of(this);
    const notByFunctions = {
      field: 'userIdentity.arn',
      notStartsWith: [`arn:aws:sts::${account}:assumed-role/${functionRolePrefix(stage)}`],
    };
    // L1: Trail has no advanced event selectors, and only these can exclude callers. They name no table, so they also record what
    // somebody does with a copy that they restored.
    const selected = trail.node.defaultChild as CfnTrail;
    selected.eventSelectors = undefined; // CloudTrail accepts only one of the two kinds.
    selected.advancedEventSelectors = [
      {
        name: 'Calls that manage resources',
        fieldSelectors: [{ field: 'eventCategory', equalTo: ['Management'] }],
      },
      {
        name: 'Items, except by functions',
        fieldSelectors: [...dataOf('AWS::DynamoDB::Table'), notByFunctions],
      },
      {
        // Every reader begins with this call. Lambda repeats the reading itself four times a second for each shard.
        name: 'Readers of the stream, except functions',
        fieldSelectors: [
          ...dataOf('AWS::DynamoDB::Stream'),
          { field: 'eventName', equalTo: ['GetShardIterator'] },
          notByFunctions,
        ],
      },
    ];
  }
}

/** https://docs.aws.amazon.com/awscloudtrail/latest/userguide/filtering-data-events.html */
const dataOf = (type: string): CfnTrail.AdvancedFieldSelectorProperty[] => [
  { field: 'eventCategory', equalTo: ['Data'] },
  { field: 'resources.type', equalTo: [type] },
];
