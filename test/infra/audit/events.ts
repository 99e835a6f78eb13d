import { stages } from '../configuration.ts';

/** Events of CloudTrail in the forms that AWS documents, as EventBridge delivers them. */
export interface DeliveredEvent {
  readonly source: string;
  readonly 'detail-type': string;
  readonly region: string;
  readonly detail: Readonly<Record<string, unknown>>;
}

export const { account, region: REGION } = stages.production;
const EDGE = 'us-east-1';

/** The callers, in the forms of https://docs.aws.amazon.com/awscloudtrail/latest/userguide/cloudtrail-event-reference-user-identity.html */
const callers = {
  user: {
    type: 'IAMUser',
    principalId: 'AIDAJ45Q7YFFAREXAMPLE',
    arn: `arn:aws:iam::${account}:user/Alice`,
    accountId: account,
    accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
    userName: 'Alice',
  },
  role: assumed('Administrator', 'alice@sihat.my'),
  root: { type: 'Root', principalId: account, arn: `arn:aws:iam::${account}:root`, accountId: account },
  /** A service of AWS, which has no ARN. */
  service: { type: 'AWSService', invokedBy: 'lambda.amazonaws.com' },
  /** Somebody who deploys a stack without CDK's role. */
  ownDeployment: {
    ...assumed('Administrator', 'alice@sihat.my'),
    invokedBy: 'cloudformation.amazonaws.com',
  },
  /** A role whose name only begins like that of CloudFormation. */
  impostor: assumed(`cdk-hnb659fds-cfn-exec-role-${account}-${REGION}x`, 'AWSCloudFormation'),
} as const;
export type Caller = keyof typeof callers;
export const everybody = Object.keys(callers) as Caller[];

function assumed(role: string, session: string) {
  return {
    type: 'AssumedRole',
    principalId: `AROAIDPPEZS35WEXAMPLE:${session}`,
    arn: `arn:aws:sts::${account}:assumed-role/${role}/${session}`,
    accountId: account,
    accessKeyId: 'ASIAIOSFODNN7EXAMPLE',
    sessionContext: {
      sessionIssuer: {
        type: 'Role',
        principalId: 'AROAIDPPEZS35WEXAMPLE',
        arn: `arn:aws:iam::${account}:role/${role}`,
        accountId: account,
        userName: role,
      },
      attributes: { mfaAuthenticated: 'false', creationDate: '2026-11-20T03:50:00Z' },
    },
  };
}

/** A call to a service in a region, with the parameters that the rules may read. */
export interface Call {
  readonly service: string;
  readonly name: string;
  readonly region: string;
  readonly parameters: object;
}

/** https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-service-event-cloudtrail.html */
export const calledBy = (caller: Caller, call: Call): DeliveredEvent => delivered(call, callers[caller]);

/**
 * The same call when CloudFormation makes it for a deployment. Its session has always this name.
 * https://docs.aws.amazon.com/cdk/v2/guide/bootstrapping-env.html
 */
export const byDeployment = (call: Call, region = call.region): DeliveredEvent =>
  delivered(call, {
    ...assumed(`cdk-hnb659fds-cfn-exec-role-${account}-${region}`, 'AWSCloudFormation'),
    invokedBy: 'cloudformation.amazonaws.com',
  });

const delivered = ({ service, name, region, parameters }: Call, userIdentity: object): DeliveredEvent => ({
  ...envelope(`aws.${service}`, 'AWS API Call via CloudTrail', region),
  detail: {
    ...record(region),
    userIdentity,
    eventSource: `${service}.amazonaws.com`,
    eventName: name,
    requestParameters: parameters,
    eventType: 'AwsApiCall',
  },
});

/** https://docs.aws.amazon.com/awscloudtrail/latest/userguide/cloudtrail-event-reference-aws-console-sign-in-events.html */
export const signIn = (caller: 'root' | 'user'): DeliveredEvent => ({
  ...envelope('aws.signin', 'AWS Console Sign In via CloudTrail', EDGE),
  detail: {
    ...record(EDGE),
    userIdentity: callers[caller],
    eventSource: 'signin.amazonaws.com',
    eventName: 'ConsoleLogin',
    requestParameters: null,
    responseElements: { ConsoleLogin: 'Success' },
    additionalEventData: { MobileVersion: 'No', MFAUsed: 'Yes' },
    eventType: 'AwsConsoleSignIn',
  },
});

const envelope = (source: string, detailType: string, region: string) => ({
  version: '0',
  id: '36eb8523-97d0-4518-b33d-ee3579ff19f0',
  'detail-type': detailType,
  source,
  account,
  time: '2026-11-20T04:00:00Z',
  region,
  resources: [],
});

const record = (awsRegion: string) => ({
  eventVersion: '1.11',
  eventTime: '2026-11-20T04:00:00Z',
  awsRegion,
  sourceIPAddress: '192.0.2.0',
  userAgent: 'aws-cli/2.22.0',
  responseElements: null,
  requestID: 'ee408f36-ea01-422b-ac14-b0f147c68334',
  eventID: '3c4226b0-1e81-48a8-a333-7fa5f3cbd118',
  readOnly: false,
  managementEvent: true,
  recipientAccountId: account,
  eventCategory: 'Management',
});

const call = (
  service: string,
  names: readonly string[],
  regions: readonly string[],
  parameters = {},
): Call[] => names.flatMap((name) => regions.map((region) => ({ service, name, region, parameters })));

const FUNCTION = { functionName: 'sihat-production-listClaims' };
const KEY = { keyId: '1234abcd-12ab-34cd-56ef-1234567890ab' };
const VAULT = { backupVaultName: 'sihat-production' };

/** The calls that each rule reports. Each group has its source. */
export const reported: Readonly<Record<string, readonly Call[]>> = {
  // https://docs.aws.amazon.com/kms/latest/developerguide/ct-schedule-key-deletion.html and …/ct-disable-key.html
  KeyDisabled: [
    ...call('kms', ['ScheduleKeyDeletion'], [REGION, EDGE], { ...KEY, pendingWindowInDays: 7 }),
    ...call('kms', ['DisableKey'], [REGION, EDGE], KEY),
  ],
  // https://docs.aws.amazon.com/aws-backup/latest/devguide/logging-using-cloudtrail.html
  VaultChanged: call(
    'backup',
    [
      'PutBackupVaultAccessPolicy',
      'DeleteBackupVaultAccessPolicy',
      'PutBackupVaultLockConfiguration',
      'DeleteBackupVaultLockConfiguration',
      'DeleteBackupVault',
    ],
    [REGION],
    VAULT,
  ),
  // https://docs.aws.amazon.com/lambda/latest/dg/logging-using-cloudtrail.html
  FunctionChanged: [
    ...call('lambda', ['CreateFunction20150331'], [REGION, EDGE], {
      functionName: 'reader',
      role: `arn:aws:iam::${account}:role/sihat-production-fn-listClaims`,
    }),
    ...call('lambda', ['UpdateFunctionCode20150331v2'], [REGION, EDGE], FUNCTION),
    ...call('lambda', ['UpdateFunctionConfiguration20150331v2'], [REGION, EDGE], {
      ...FUNCTION,
      role: `arn:aws:iam::${account}:role/Administrator`,
    }),
    ...call('lambda', ['AddPermission20150331v2'], [REGION, EDGE], { ...FUNCTION, principal: '*' }),
    ...call('lambda', ['CreateFunctionUrlConfig', 'UpdateFunctionUrlConfig'], [REGION, EDGE], FUNCTION),
  ],
  // https://docs.aws.amazon.com/awscloudtrail/latest/APIReference/API_StopLogging.html and
  // https://docs.aws.amazon.com/eventbridge/latest/userguide/logging-using-cloudtrail.html
  AuditChanged: [
    ...call('cloudtrail', ['StopLogging', 'DeleteTrail', 'UpdateTrail'], [REGION], {
      name: `arn:aws:cloudtrail:${REGION}:${account}:trail/sihat-production`,
    }),
    ...call('cloudtrail', ['PutEventSelectors'], [REGION], { trailName: 'sihat-production' }),
    ...call('events', ['PutRule', 'DisableRule', 'DeleteRule'], [REGION, EDGE], {
      name: 'sihat-production-KeyDisabled',
    }),
    ...call('events', ['PutTargets', 'RemoveTargets'], [REGION, EDGE], {
      rule: 'sihat-production-KeyDisabled',
    }),
  ],
  // https://docs.aws.amazon.com/waf/latest/developerguide/understanding-waf-entries.html and
  // https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/logging_using_cloudtrail.html
  FirewallChanged: [
    ...call('wafv2', ['UpdateWebACL', 'DeleteWebACL'], [EDGE], {
      name: 'sihat-production',
      scope: 'CLOUDFRONT',
    }),
    ...call('wafv2', ['UpdateWebACL', 'AssociateWebACL', 'DisassociateWebACL'], [REGION], {}),
    ...call('wafv2', ['PutLoggingConfiguration', 'DeleteLoggingConfiguration'], [EDGE], {}),
    ...call(
      'cloudfront',
      ['UpdateDistribution', 'UpdateDistribution2020_05_31', 'DisassociateDistributionWebACL'],
      [EDGE],
      { id: 'E2QWRUHAPOMQZL' },
    ),
  ],
  // https://docs.aws.amazon.com/IAM/latest/UserGuide/cloudtrail-integration.html
  RoleChanged: ['sihat-production-fn-listClaims', `cdk-hnb659fds-cfn-exec-role-${account}-${REGION}`].flatMap(
    (roleName) =>
      call(
        'iam',
        [
          'CreateRole',
          'UpdateAssumeRolePolicy',
          'UpdateRole',
          'PutRolePolicy',
          'AttachRolePolicy',
          'DeleteRole',
        ],
        [EDGE],
        { roleName },
      ),
  ),
  CredentialsCreated: call('iam', ['CreateUser', 'CreateAccessKey', 'CreateLoginProfile'], [EDGE], {
    userName: 'Bob',
  }),
};

/** Calls that people and services make every day. */
export const everyday: readonly Call[] = [
  ...call('kms', ['CreateGrant', 'EnableKey', 'CancelKeyDeletion'], [REGION], KEY),
  ...call('backup', ['StartBackupJob', 'StartRestoreJob'], [REGION], VAULT),
  ...call(
    'lambda',
    ['UpdateEventSourceMapping20150331', 'PutFunctionConcurrency20171031'],
    [REGION],
    FUNCTION,
  ),
  ...call('iam', ['CreateRole', 'PutRolePolicy'], [EDGE], { roleName: 'sihat-production-backup' }),
  ...call('iam', ['TagRole'], [EDGE], { roleName: 'sihat-production-fn-listClaims' }),
  ...call('events', ['EnableRule'], [REGION], {}),
  ...call('cloudtrail', ['StartLogging'], [REGION], {}),
  ...call('cloudfront', ['CreateInvalidation2020_05_31'], [EDGE], {}),
];
