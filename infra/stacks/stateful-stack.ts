import { Duration, RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib';
import {
  BackupPlan,
  BackupPlanRule,
  BackupResource,
  BackupVault,
  type CfnBackupVault,
} from 'aws-cdk-lib/aws-backup';
import { CfnTable } from 'aws-cdk-lib/aws-dynamodb';
import { Schedule } from 'aws-cdk-lib/aws-events';
import { ManagedPolicy, PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import { ledgerDefinition, tableDefinition } from '../../shared/contract/table-definition.ts';
import { acknowledge } from '../constructs/nag-acknowledgements.ts';
import { OriginAuthority } from '../constructs/origin-authority.ts';
import { logEncryptionStatement } from '../constructs/policies.ts';
import { backupRoleName, ledgerTableName, type StageConfiguration, settingSecretNames } from '../stage.ts';

export interface StatefulStackProps extends StackProps {
  readonly stage: StageConfiguration;
}

/** The number of days to which point-in-time recovery can go back. Ledger entries are kept longer. */
export const BACKUP_DAYS = 35;

/**
 * Daily copies protect against somebody who deletes a table together with its continuous backup. They are kept only as
 * long as it takes to notice the deletion, because each copy costs half as much as the continuous backup.
 */
const COPIES_KEPT = Duration.days(7);
/** One of the table and one of the ledger. */
export const DAILY_BACKUPS = 2;

/** The table and the ledger of deletions. They are retained when a deployment replaces them or the stack is deleted. */
export class StatefulStack extends Stack {
  readonly table: CfnTable;
  /** The key that encrypts the logs and the backups. */
  readonly key: Key;

  constructor(scope: Construct, id: string, { stage, ...props }: StatefulStackProps) {
    super(scope, id, { ...props, terminationProtection: true });
    const { partitionKey, sortKey, timeToLive, indexes, stream } = tableDefinition;
    const keys = [{ partitionKey, sortKey }, ...Object.values(indexes)];
    // L1: the runbook for restoring needs `AWS::DynamoDB::Table` with a chosen logical id.
    this.table = new CfnTable(this, stage.tableId ?? 'Table', {
      ...retainedTable(stage.tableName, timeToLive),
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
      ...retainedTable(ledgerTableName(stage), ledgerDefinition.timeToLive),
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
    this.key.addToResourcePolicy(logEncryptionStatement(this, '/sihat/*'));
    this.backUp([this.table.attrArn, ledger.attrArn], stage);
    this.allowRestoring(stage);

    acknowledge(
      this,
      'Deployments copy the secrets of settings into the functions, so they cannot rotate automatically. One only encrypts the cursors of lists, which are short-lived; the runbook explains how the other one, of the invitations, is rotated by hand. The key of the certificate authority is replaced by hand.',
      'SMG4',
    );
    // Cursors are short-lived, so after the loss of this secret callers only have to read a list from its start.
    new Secret(this, 'CursorSecret', {
      secretName: settingSecretNames(stage).CURSOR_SECRET,
      description: 'Encrypts the cursors of lists',
      generateSecretString: { passwordLength: 64, excludePunctuation: true },
      removalPolicy: RemovalPolicy.RETAIN,
    });
    // After the loss of this secret, the tokens of invitations that were sent stay valid, because their hashes are stored.
    new Secret(this, 'InvitationSecret', {
      secretName: settingSecretNames(stage).INVITATION_SECRET,
      description: 'The tokens of invitations follow from it',
      generateSecretString: { passwordLength: 64, excludePunctuation: true },
      removalPolicy: RemovalPolicy.RETAIN,
    });
    if (stage.domain) new OriginAuthority(this, 'OriginAuthority', { stage });
  }

  /** Creates the daily copies. The continuous backup is a property of each table and is deleted with it. */
  private backUp(arns: readonly string[], stage: StageConfiguration): void {
    const { name, vaultLock } = stage;
    const vault = new BackupVault(this, 'Vault', {
      backupVaultName: `sihat-${name}`,
      encryptionKey: this.key,
      blockRecoveryPointDeletion: true,
      removalPolicy: RemovalPolicy.RETAIN,
    });
    // The vault rejects a backup with another retention, so that none can be locked for years by mistake. L1: the construct
    // refuses two equal numbers, which the documentation of AWS does not.
    (vault.node.defaultChild as CfnBackupVault).lockConfiguration = vaultLock && {
      minRetentionDays: COPIES_KEPT.toDays(),
      maxRetentionDays: COPIES_KEPT.toDays(),
      changeableForDays: vaultLock.removableForDays,
    };
    const plan = new BackupPlan(this, 'BackupPlan', {
      backupPlanName: `sihat-${name}`,
      backupVault: vault,
      backupPlanRules: [
        new BackupPlanRule({
          ruleName: 'daily',
          scheduleExpression: Schedule.cron({ hour: '19', minute: '0' }), // 03:00 in Malaysia
          deleteAfter: COPIES_KEPT,
        }),
      ],
    });
    const role = new Role(this, 'BackupRole', {
      roleName: backupRoleName(stage, 'backup'),
      assumedBy: new ServicePrincipal('backup.amazonaws.com'),
    });
    acknowledge(
      role,
      'AWS maintains this policy for its backup service. The selection contains only two tables.',
      'IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSBackupServiceRolePolicyForBackup]',
    );
    plan.addSelection('Tables', { role, resources: arns.map((arn) => BackupResource.fromArn(arn)) });
  }

  /** Creates the role that `aws backup start-restore-job` needs. The copies are encrypted with the key of the vault. */
  private allowRestoring(stage: StageConfiguration): void {
    const role = new Role(this, 'RestoreRole', {
      roleName: backupRoleName(stage, 'restore'),
      assumedBy: new ServicePrincipal('backup.amazonaws.com'),
      managedPolicies: [
        ManagedPolicy.fromAwsManagedPolicyName('service-role/AWSBackupServiceRolePolicyForRestores'),
      ],
      inlinePolicies: {
        key: new PolicyDocument({
          statements: [new PolicyStatement({ actions: ['kms:Decrypt'], resources: [this.key.keyArn] })],
        }),
      },
    });
    acknowledge(
      role,
      'AWS maintains this policy for its backup service, which restores only on behalf of an operator who may pass the role to it.',
      'IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSBackupServiceRolePolicyForRestores]',
    );
  }
}

function retainedTable(tableName: string, timeToLive: string) {
  return {
    tableName,
    billingMode: 'PAY_PER_REQUEST',
    timeToLiveSpecification: { attributeName: timeToLive, enabled: true },
    // The AWS managed key: CloudTrail records each use, and functions need no permission for it.
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
