import { Duration, RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib';
import { BackupPlan, BackupPlanRule, BackupResource, BackupVault } from 'aws-cdk-lib/aws-backup';
import { CfnTable } from 'aws-cdk-lib/aws-dynamodb';
import { Schedule } from 'aws-cdk-lib/aws-events';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import { ledgerDefinition, tableDefinition } from '../../shared/table/definition.ts';
import { acknowledge } from '../constructs/nag-acknowledgements.ts';
import { logsMayUse } from '../constructs/policies.ts';
import { OriginAuthority } from '../origin-authority.ts';
import { cursorSecretName, ledgerTableName, type StageConfiguration } from '../stages.ts';

export interface StatefulStackProps extends StackProps {
  readonly stage: StageConfiguration;
}

/** The days for which continuous backup can restore a table. The ledger lives longer. */
export const BACKUP_DAYS = 35;

/**
 * Daily copies protect only against somebody who deletes a table together with its continuous backup, so they are kept
 * just long enough to notice it: each costs half of what the whole continuous backup does.
 */
const COPY_DAYS = 7;

/** What must outlive every deployment: the one table and the ledger beside it. No deployment, and no deleted stack, takes them along. */
export class StatefulStack extends Stack {
  readonly table: CfnTable;
  /** Encrypts the logs. */
  readonly key: Key;

  constructor(scope: Construct, id: string, { stage, ...props }: StatefulStackProps) {
    super(scope, id, { ...props, terminationProtection: true });
    const { partitionKey, sortKey, timeToLive, indexes, stream } = tableDefinition;
    const keys = [{ partitionKey, sortKey }, ...Object.values(indexes)];
    this.table = new CfnTable(this, stage.tableId ?? 'Table', {
      ...keptTable(stage.tableName, timeToLive),
      keySchema: keySchema({ partitionKey, sortKey }),
      attributeDefinitions: keys.flatMap((key) => [key.partitionKey, key.sortKey]).map(text),
      globalSecondaryIndexes: Object.entries(indexes).map(([indexName, key]) => ({
        indexName,
        keySchema: keySchema(key),
        projection: { projectionType: 'ALL' },
      })),
      streamSpecification: { streamViewType: stream },
    });
    const ledger = new CfnTable(this, 'Ledger', {
      ...keptTable(ledgerTableName(stage), ledgerDefinition.timeToLive),
      keySchema: keySchema(ledgerDefinition),
      attributeDefinitions: [ledgerDefinition.partitionKey, ledgerDefinition.sortKey].map(text),
    });
    for (const table of [this.table, ledger]) table.applyRemovalPolicy(RemovalPolicy.RETAIN);

    this.key = new Key(this, 'Key', {
      description: `Sihat ${stage.name}: logs and backups`,
      alias: `sihat/${stage.name}`,
      enableKeyRotation: true,
      removalPolicy: RemovalPolicy.RETAIN,
    });
    this.key.addToResourcePolicy(logsMayUse(this, '/sihat/*'));
    this.backUp([this.table.attrArn, ledger.attrArn], stage);

    acknowledge(
      this,
      'Deployments write the cursor secret into functions, so it cannot rotate on its own; it protects nothing but one scroll through a list. The key of the certificate authority is replaced by hand.',
      'SMG4',
    );
    // What it seals lives for one scroll through a list, so a lost secret costs nobody more than beginning anew.
    new Secret(this, 'CursorSecret', {
      secretName: cursorSecretName(stage),
      description: 'Encrypts the cursors of lists',
      generateSecretString: { passwordLength: 64, excludePunctuation: true },
      removalPolicy: RemovalPolicy.RETAIN,
    });
    if (stage.domain) new OriginAuthority(this, 'OriginAuthority', { stage });
  }

  /** Apart from the table's own continuous backup, which goes with the table. */
  private backUp(arns: readonly string[], stage: StageConfiguration): void {
    const vault = new BackupVault(this, 'Vault', {
      backupVaultName: `sihat-${stage.name}`,
      encryptionKey: this.key,
      blockRecoveryPointDeletion: true,
      removalPolicy: RemovalPolicy.RETAIN,
    });
    const plan = new BackupPlan(this, 'BackupPlan', {
      backupPlanName: `sihat-${stage.name}`,
      backupVault: vault,
      backupPlanRules: [
        new BackupPlanRule({
          ruleName: 'daily',
          scheduleExpression: Schedule.cron({ hour: '19', minute: '0' }), // three in the morning in Malaysia
          deleteAfter: Duration.days(COPY_DAYS),
        }),
      ],
    });
    acknowledge(
      plan,
      'AWS Backup’s own policy for making backups, kept by AWS as the service changes; the selection names two tables.',
      'IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSBackupServiceRolePolicyForBackup]',
    );
    plan.addSelection('Tables', { resources: arns.map((arn) => BackupResource.fromArn(arn)) });
  }
}

function keptTable(tableName: string, timeToLive: string) {
  return {
    tableName,
    billingMode: 'PAY_PER_REQUEST',
    timeToLiveSpecification: { attributeName: timeToLive, enabled: true },
    // DynamoDB's own key of the account: each use is in CloudTrail, and no function needs a permission for it.
    sseSpecification: { sseEnabled: true, sseType: 'KMS' },
    pointInTimeRecoverySpecification: {
      pointInTimeRecoveryEnabled: true,
      recoveryPeriodInDays: BACKUP_DAYS,
    },
    deletionProtectionEnabled: true,
  };
}

const text = (attributeName: string) => ({ attributeName, attributeType: 'S' });

function keySchema({ partitionKey, sortKey }: { readonly partitionKey: string; readonly sortKey: string }) {
  return [
    { attributeName: partitionKey, keyType: 'HASH' },
    { attributeName: sortKey, keyType: 'RANGE' },
  ];
}
