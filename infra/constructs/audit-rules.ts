import { DefaultStackSynthesizer, Stack } from 'aws-cdk-lib';
import { EventField, type EventPattern, Rule, RuleTargetInput } from 'aws-cdk-lib/aws-events';
import type { Construct } from 'constructs';
import { functionRolePrefix, regionsOf, type StageConfiguration } from '../stage.ts';
import { alarmName, runbookLink } from './alarms.ts';

/** A use of AWS credentials of which the people on call are told at once. */
interface AuditRule {
  readonly id: string;
  /**
   * Where AWS sends these events: to the region of the call, except for IAM, CloudFront and the sign-in of the root user, whose events
   * are sent to the region of the edge.
   * https://docs.aws.amazon.com/awscloudtrail/latest/userguide/cloudtrail-concepts.html#cloudtrail-concepts-global-service-events
   */
  readonly regions: readonly AuditRegion[];
  readonly pattern: EventPattern;
  /** What happened, for the person on call. The caller, the call and the link to the runbook are added. */
  readonly meaning: string;
}

type AuditRegion = 'stage' | 'edge';

interface Names {
  /** The callers as whom CloudFormation deploys. Only CloudFormation can assume their roles. */
  readonly deployers: readonly string[];
  /** The beginnings of the names of all roles that the trail or the rules except. */
  readonly excepted: readonly string[];
}

/** EventBridge gets these events only while a trail logs them, and as a rule within minutes. */
const rulesOf = ({ deployers, excepted }: Names): readonly AuditRule[] => {
  // Calls by services of AWS have no `arn`.
  const byHand = { userIdentity: { arn: [{ 'anything-but': deployers }, { exists: false }] } };
  return [
    {
      id: 'KeyDisabled',
      regions: ['stage', 'edge'],
      pattern: calls(['kms'], ['ScheduleKeyDeletion', 'DisableKey'], byHand),
      meaning:
        'A key was disabled, or its deletion was scheduled. Nobody can read what it encrypts meanwhile, and a deletion destroys all daily copies of the table.',
    },
    {
      id: 'VaultChanged',
      regions: ['stage'],
      pattern: calls(
        ['backup'],
        [
          'PutBackupVaultAccessPolicy',
          'DeleteBackupVaultAccessPolicy',
          'PutBackupVaultLockConfiguration',
          'DeleteBackupVaultLockConfiguration',
          'DeleteBackupVault',
        ],
        byHand,
      ),
      meaning:
        'The policy or the lock of the vault was changed, which protects the daily copies of the table.',
    },
    {
      id: 'FunctionChanged',
      regions: ['stage', 'edge'],
      // The names of Lambda's events end with a version, such as `UpdateFunctionCode20150331v2`.
      pattern: calls(
        ['lambda'],
        [
          { prefix: 'CreateFunction' },
          { prefix: 'UpdateFunctionCode' },
          { prefix: 'UpdateFunctionConfiguration' },
          { prefix: 'UpdateFunctionUrlConfig' },
          { prefix: 'AddPermission' },
        ],
        byHand,
      ),
      meaning:
        'The code, the configuration, the role or the callers of a function were changed, or a function was created, and not by a deployment. The audit trail does not record what functions do with the tables.',
    },
    {
      id: 'AuditChanged',
      regions: ['stage', 'edge'],
      pattern: calls(
        ['cloudtrail', 'events'],
        [
          ...['StopLogging', 'DeleteTrail', 'UpdateTrail', 'PutEventSelectors'],
          ...['PutRule', 'DisableRule', 'DeleteRule', 'PutTargets', 'RemoveTargets'],
        ],
        byHand,
      ),
      meaning:
        'The audit trail was stopped or changed, or a rule of EventBridge was. Uses of AWS credentials may not be recorded or reported any more.',
    },
    {
      id: 'FirewallChanged',
      regions: ['stage', 'edge'],
      pattern: calls(
        ['wafv2', 'cloudfront'],
        [
          ...['UpdateWebACL', 'DeleteWebACL', 'AssociateWebACL', 'DisassociateWebACL'],
          ...['PutLoggingConfiguration', 'DeleteLoggingConfiguration'],
          // The names of some of CloudFront's events end with a version.
          ...['UpdateDistribution', 'AssociateDistributionWebACL', 'DisassociateDistributionWebACL'].map(
            (prefix) => ({ prefix }),
          ),
        ],
        byHand,
      ),
      meaning:
        'A firewall, its log or what it protects was changed, and not by a deployment. "npm run close" does this, too.',
    },
    {
      id: 'RoleChanged',
      regions: ['edge'],
      pattern: calls(
        ['iam'],
        [
          ...['CreateRole', 'DeleteRole', 'UpdateRole', 'UpdateAssumeRolePolicy'],
          ...['PutRolePolicy', 'DeleteRolePolicy', 'AttachRolePolicy', 'DetachRolePolicy'],
          ...['PutRolePermissionsBoundary', 'DeleteRolePermissionsBoundary'],
        ],
        { ...byHand, requestParameters: { roleName: excepted.map((prefix) => ({ prefix })) } },
      ),
      meaning:
        'A role of a function or of a deployment was created or changed, and not by a deployment. Somebody who can assume such a role can use the tables without a record, or change the platform without a message.',
    },
    {
      id: 'CredentialsCreated',
      regions: ['edge'],
      // Also by CloudFormation: no stack of the platform has a user.
      pattern: calls(['iam'], ['CreateUser', 'CreateAccessKey', 'CreateLoginProfile'], {}),
      meaning: 'An IAM user, an access key or a password of an IAM user was created.',
    },
    {
      id: 'RootSignIn',
      regions: ['edge'],
      pattern: {
        source: ['aws.signin'],
        detailType: ['AWS Console Sign In via CloudTrail'],
        detail: { userIdentity: { type: ['Root'] } },
      },
      meaning: 'The root user of the account signed in, or tried to.',
    },
  ];
};

function calls(
  services: readonly string[],
  eventName: readonly (string | { readonly prefix: string })[],
  detail: object,
): EventPattern {
  return {
    source: services.map((service) => `aws.${service}`),
    detailType: ['AWS API Call via CloudTrail'],
    detail: {
      eventSource: services.map((service) => `${service}.amazonaws.com`),
      eventName,
      ...detail,
    },
  };
}

/** Adds the rules of one region. Each sends a message to the topic of the alarms there. */
export function addAuditRules(
  scope: Construct,
  { stage, topicArn }: { readonly stage: StageConfiguration; readonly topicArn: string },
  region: AuditRegion,
): void {
  const { account, synthesizer } = Stack.of(scope);
  const bootstrapped = `cdk-${synthesizer.bootstrapQualifier ?? DefaultStackSynthesizer.DEFAULT_QUALIFIER}-`;
  const rules = rulesOf({
    deployers: regionsOf(stage).map(
      (deployed) =>
        `arn:aws:sts::${account}:assumed-role/${bootstrapped}cfn-exec-role-${account}-${deployed}/AWSCloudFormation`,
    ),
    excepted: [functionRolePrefix(stage), bootstrapped],
  });
  for (const { id, regions, pattern, meaning } of rules) {
    if (!regions.includes(region)) continue;
    new Rule(scope, id, {
      ruleName: alarmName(stage, id),
      description: meaning,
      eventPattern: pattern,
      // AlarmTopic already allows EventBridge to publish. CDK's SnsTopic target would add the statement again.
    }).addTarget({
      bind: () => ({
        id: 'Alarms',
        arn: topicArn,
        input: RuleTargetInput.fromText(`${meaning} ${USE} Runbook: ${runbookLink(stage, 'rule', id)}`),
      }),
    });
  }
}

const field = (name: string): string => EventField.fromPath(`$.detail.${name}`);

/** Who did what, as CloudTrail has it. The id finds the event there. */
const USE = `Who: ${field('userIdentity.arn')}. What: ${field('eventName')} at ${field('eventSource')} in ${field('awsRegion')}, from ${field('sourceIPAddress')}, at ${field('eventTime')}. Event of CloudTrail: ${field('eventID')}.`;
