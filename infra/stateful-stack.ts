import { RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib';
import { CfnTable } from 'aws-cdk-lib/aws-dynamodb';
import { CfnSecret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import { tableDefinition } from '../shared/table/definition.ts';

export interface StatefulStackProps extends StackProps {
  readonly tableName: string;
  readonly cursorSecretName: string;
}

/** What must outlive every deployment: the one table. No deployment, and no deleted stack, takes it along. */
export class StatefulStack extends Stack {
  readonly table: CfnTable;

  constructor(scope: Construct, id: string, { tableName, cursorSecretName, ...props }: StatefulStackProps) {
    super(scope, id, { ...props, terminationProtection: true });
    const { partitionKey, sortKey, timeToLive, indexes, stream } = tableDefinition;
    const keys = [{ partitionKey, sortKey }, ...Object.values(indexes)];
    this.table = new CfnTable(this, 'Table', {
      tableName,
      billingMode: 'PAY_PER_REQUEST',
      keySchema: keySchema({ partitionKey, sortKey }),
      attributeDefinitions: keys
        .flatMap((key) => [key.partitionKey, key.sortKey])
        .map((attributeName) => ({ attributeName, attributeType: 'S' })),
      globalSecondaryIndexes: Object.entries(indexes).map(([indexName, key]) => ({
        indexName,
        keySchema: keySchema(key),
        projection: { projectionType: 'ALL' },
      })),
      timeToLiveSpecification: { attributeName: timeToLive, enabled: true },
      streamSpecification: { streamViewType: stream },
      // DynamoDB's own key of the account: each use is in CloudTrail, and no function needs a permission for it.
      sseSpecification: { sseEnabled: true, sseType: 'KMS' },
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true, recoveryPeriodInDays: 35 },
      deletionProtectionEnabled: true,
    });
    this.table.applyRemovalPolicy(RemovalPolicy.RETAIN);
    // What it seals lives for one scroll through a list, so a lost secret costs nobody more than beginning anew.
    new CfnSecret(this, 'CursorSecret', {
      name: cursorSecretName,
      description: 'What the cursors of lists are sealed with',
      generateSecretString: { passwordLength: 64, excludePunctuation: true },
    });
  }
}

function keySchema({ partitionKey, sortKey }: { readonly partitionKey: string; readonly sortKey: string }) {
  return [
    { attributeName: partitionKey, keyType: 'HASH' },
    { attributeName: sortKey, keyType: 'RANGE' },
  ];
}
