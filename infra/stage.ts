import type { UserPoolSESOptions } from 'aws-cdk-lib/aws-cognito';
import type { OperationId, workers } from '../functions/contracts.ts';
import type { Settings } from '../shared/contract/environment.ts';
import type { PageSettings } from '../web/page-files.ts';

/** Everything that differs between the stages. */
export interface StageConfiguration {
  readonly name: 'dev' | 'staging' | 'production';
  /** By default, the account of the AWS credentials at deployment. */
  readonly account?: string;
  readonly region: Region;
  readonly tableName: string;
  /** The logical id of the table, `Table` by default. A restored table needs a new one. */
  readonly tableId?: `Table${number}`;
  /**
   * CloudFront returns 503 for every request, for example while a table is restored. `npm run close` closes a stage without a
   * deployment; this setting keeps it closed during deployments.
   */
  readonly closed?: true;
  /**
   * What the table and each of its indexes can take at once, in units a second. A new table has about four partitions, and
   * each takes 1,000 write and 3,000 read units a second; it grows only after minutes of load. `npm run deploy` raises it, once
   * and for a charge, and never lowers it, because AWS does not. It is in no template, so a release can always be rolled back.
   */
  readonly warmThroughput?: { readonly writeUnits: number; readonly readUnits: number };
  readonly concurrency?: Concurrency;
  /**
   * Locks the vault of the daily copies, so that nobody can delete one: not the account's administrators and not AWS. Until this
   * number of days after the deployment, at least 3, an administrator can still remove the lock. Afterwards nobody can.
   * https://docs.aws.amazon.com/aws-backup/latest/devguide/vault-lock.html
   */
  readonly vaultLock?: { readonly removableForDays: number };
  readonly logRetentionDays: 14 | 30 | 90;
  /** Web pages of these origins may call the API; phone apps need no entry. */
  readonly allowedOrigins: readonly `https://${string}`[] | readonly `http://localhost:${number}`[];
  readonly throttling: Throttling;
  /** A stage without a domain has no edge: no firewall, no display page, and the API uses its own address. */
  readonly domain?: Domain;
  /** Addresses on the display and the join page: the QR code's, and where visitors get the app. */
  readonly pages?: PageSettings;
  readonly userPool?: UserPoolConfiguration;
  /** A stage without it sends no pushes to phones. */
  readonly push?: PushConfiguration;
  /** Keeps only the alarms by which the pipeline rolls a release back, and no dashboard. By default, a stage has all of them. */
  readonly alarms?: 'rollback';
  /** Alarms are sent to this address once its owner has confirmed the subscription. */
  readonly alarmMail?: string;
  /** US dollars a month that the account of the stage is expected to cost. A stage with a domain has a budget of this amount. */
  readonly monthlyBudget?: number;
  /** Where the people on call can open the runbook. Alarms link to it. */
  readonly runbook: `https://${string}`;
  /** Amazon's managed firewall rules block requests by default; `count` only counts what they would block. */
  readonly managedRules?: 'count';
  /** The settings that somebody chooses. CloudFormation generates the secrets, and the user pool has the settings of sign-ins. */
  readonly settings: Pick<
    Settings,
    'ACCESS_NOTICE_VERSION' | 'CONSENT_NOTICE_VERSION' | 'DELETION_NOTICE_VERSION' | 'DATA_PROTECTION_OFFICER'
  >;
}

/** The settings whose values CloudFormation generates. */
type SecretSetting = 'CURSOR_SECRET' | 'INVITATION_SECRET';

/** Malaysia or Singapore: health data stays in the region of its owners. */
type Region = 'ap-southeast-5' | 'ap-southeast-1';

/** CloudFront requires its firewall and certificates in this region. */
export const EDGE_REGION = 'us-east-1';

/**
 * The requests per second that API Gateway takes for all APIs of an account in Malaysia, unless a higher quota was requested.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/limits.html
 */
export const LEAST_REQUESTS_OF_AN_ACCOUNT = 2500;

/** The number of functions that Lambda runs at the same time in an account that only the stage uses. */
export interface Concurrency {
  /** The quota of the account in the region. `npm run deploy` reports a lower one, and an alarm goes off at 80 %. */
  readonly quota: number;
  /** Runs that only this function may use. It gets no others, so this is its maximum, too. */
  readonly reserved: Readonly<Record<keyof typeof workers, number>>;
}

/** Requests per second. Above the limit, API Gateway returns 429. */
interface Rate {
  readonly rate: number;
  readonly burst: number;
}

export interface Throttling {
  /** The limit of each route. */
  readonly perRoute: Rate;
  /** Operations with a higher limit. */
  readonly overrides: Partial<Readonly<Record<OperationId, Rate>>>;
}

/** The stage's host names, in a hosted zone of the stage's account. Deployments create certificates and records there. */
export interface Domain {
  /** The host name that apps and halls use. */
  readonly name: string;
  /** The host name under which only CloudFront reaches the API. */
  readonly originName: string;
  /** A delegated zone, so that each stage can have its own account. */
  readonly hostedZoneName: string;
  readonly hostedZoneId: string;
}

export interface UserPoolConfiguration {
  /**
   * A verified SES identity. Without it, Cognito sends at most 50 mails a day, and the platform sends none: they link to the desk, so a stage
   * also needs a domain for them.
   */
  readonly mail?: Pick<UserPoolSESOptions, 'fromEmail' | 'sesRegion' | 'sesVerifiedDomain'>;
}

/** How a stage sends mails beside the codes of its user pool. */
export interface MailSettings {
  readonly region: string;
  readonly from: string;
  /** The verified identity of SES. */
  readonly identity: string;
  /** The address of the desk. */
  readonly desk: string;
}

/** @returns `undefined` for a stage that sends no mails */
export function mailOf({ userPool, domain, region }: StageConfiguration): MailSettings | undefined {
  const mail = userPool?.mail;
  if (!mail || !domain) return undefined;
  const { fromEmail: from, sesRegion = region, sesVerifiedDomain = from.split('@')[1] ?? from } = mail;
  return { region: sesRegion, from, identity: sesVerifiedDomain, desk: `https://${domain.name}/desk` };
}

/** The platform applications of Amazon SNS, which `npm run push` creates, because CloudFormation cannot. */
export interface PushConfiguration {
  /** Amazon SNS reaches no phones from Malaysia. https://docs.aws.amazon.com/sns/latest/dg/sns-mobile-push-supported-regions.html */
  readonly region: 'ap-southeast-1';
  /** Their ARNs. */
  readonly ios: `arn:aws:sns:${string}:app/APNS/${string}`;
  readonly android: `arn:aws:sns:${string}:app/GCM/${string}`;
}

/** The pipeline and its source. The connection is created by hand, because a person must authorize it. */
export interface Delivery {
  /** The account of the pipeline, which may read the alarms of the stages that it deploys. */
  readonly account: string;
  readonly region: string;
  readonly repository: string;
  readonly branch: string;
  readonly connectionArn: string;
}

/** The stages and the pipeline. */
export interface Configuration {
  readonly stages: Readonly<Record<string, StageConfiguration>>;
  readonly delivery: Delivery;
  /** The stages that the pipeline deploys, in this order. */
  readonly delivered: readonly StageConfiguration[];
}

export const PIPELINE_NAME = 'sihat';

/** Placeholders that must be replaced before a stage can be deployed. */
export const PLACEHOLDER_ID = 'ZTOBEPUTIN';
export const PLACEHOLDER_ACCOUNT = '000000000000';

/**
 * Displays get a higher burst, because every screen polls them. No operation gets a lower limit: all callers share it, so
 * anybody could use it up for the others. The firewall limits single addresses, and 256-bit secrets cannot be guessed.
 */
export function throttling(perRoute: Rate): Throttling {
  return { perRoute, overrides: { getDisplay: { rate: perRoute.rate, burst: 2 * perRoute.burst } } };
}

/** The region of SES, for a stage that sends its mails through it. */
export const mailRegionOf = ({ region, userPool }: StageConfiguration): string | undefined =>
  userPool?.mail && (userPool.mail.sesRegion ?? region);

/** Where Cognito signs people of a stage in. */
export const cognitoEndpoint = ({ region }: Pick<StageConfiguration, 'region'>): string =>
  `https://cognito-idp.${region}.amazonaws.com/`;

/** The regions in which a stage has stacks. */
export const regionsOf = (stage: StageConfiguration): string[] => [
  ...new Set([stage.region, ...(stage.domain ? [EDGE_REGION] : []), mailRegionOf(stage) ?? stage.region]),
];

/** The name of the pipeline: of its stack, of its topic, and as an argument of `npm run deploy`. */
export const PIPELINE = 'pipeline';

/** Identifies a topic of alarms within one AWS account. */
export interface AlarmTopicAddress {
  readonly region: string;
  readonly topicName: string;
}

/** @param owner a stage, or another part of the platform that sends messages to the people on call */
export const alarmTopicName = (owner: string): string => `sihat-${owner}-alarms`;

/** The owner of the topic for the alarms about mails. A region may also have the topic of the stage itself. */
export const mailAlarmsOf = ({ name }: Pick<StageConfiguration, 'name'>): string => `${name}-mail`;

/** The topics of a stage with a domain. */
export function alarmTopicsOf(stage: StageConfiguration): AlarmTopicAddress[] {
  const topicName = alarmTopicName(stage.name);
  const mailRegion = mailRegionOf(stage);
  return [
    ...[stage.region, EDGE_REGION].map((region) => ({ region, topicName })),
    ...(mailRegion === undefined
      ? []
      : [{ region: mailRegion, topicName: alarmTopicName(mailAlarmsOf(stage)) }]),
  ];
}

/** The names of the secrets that are settings of the stage's functions. */
export const settingSecretNames = ({
  name,
}: Pick<StageConfiguration, 'name'>): Readonly<Record<SecretSetting, string>> => ({
  CURSOR_SECRET: `sihat/${name}/cursors`,
  INVITATION_SECRET: `sihat/${name}/invitations`,
});

/** The secret that holds the key of the stage's certificate authority. Only `npm run origin-certificate` reads it. */
export const originAuthoritySecretName = ({ name }: Pick<StageConfiguration, 'name'>): string =>
  `sihat/${name}/origin-authority`;

export const userPoolName = ({ name }: Pick<StageConfiguration, 'name'>): string => `sihat-${name}`;

/** The name of the user pool client of all apps. */
export const APP_CLIENT_NAME = 'app';

/** The secret, in us-east-1, with the password of the canary person. */
export const canarySecretName = ({ name }: Pick<StageConfiguration, 'name'>): string =>
  `sihat/${name}/canary`;

/** The bucket that contains the trust store of API Gateway. The account id makes its name globally unique. */
export const trustStoreBucketName = ({ name }: Pick<StageConfiguration, 'name'>, account: string): string =>
  `sihat-${name}-origin-trust-${account}`;

export const TRUST_STORE_FILE = 'authorities.pem';

/** The SSM parameter, in the stage's region, with the version of the trust store to deploy. */
export const trustStoreVersionParameter = ({ name }: Pick<StageConfiguration, 'name'>): string =>
  `/sihat/${name}/origin-trust-store-version`;

/** The SSM parameter, in us-east-1, with the ARN of the certificate that CloudFront presents to the API. */
export const originCertificateParameter = ({ name }: Pick<StageConfiguration, 'name'>): string =>
  `/sihat/${name}/origin-certificate-arn`;

/** A dynamic reference: CloudFormation resolves the secret at deployment, so no template contains it. */
export const secretValue = (name: string): string => `{{resolve:secretsmanager:${name}:SecretString}}`;

/** The CloudWatch namespace of the functions' metrics. */
export const metricsNamespaceOf = ({ name }: Pick<StageConfiguration, 'name'>): string => `Sihat/${name}`;

/** The ledger is a separate table, so that a restore of the main table leaves it unchanged. */
export const ledgerTableName = ({ name }: Pick<StageConfiguration, 'name'>): string => `sihat-${name}-erased`;

export const functionName = ({ name }: Pick<StageConfiguration, 'name'>, id: string): string =>
  `sihat-${name}-${id}`;

/** The beginning of the names of the functions' roles. The audit trail excludes what these roles do with the table. */
export const functionRolePrefix = ({ name }: Pick<StageConfiguration, 'name'>): string => `sihat-${name}-fn-`;

/** @param id the id of the endpoint or the worker, or `canary` */
export const functionRoleName = (stage: Pick<StageConfiguration, 'name'>, id: string): string =>
  `${functionRolePrefix(stage)}${id}`;

/** The trail of CloudTrail that records uses of AWS credentials. */
export const auditTrailName = ({ name }: Pick<StageConfiguration, 'name'>): string => `sihat-${name}`;

/** The role with which AWS Backup makes or restores a daily copy. An operator who starts such a job by hand names it. */
export const backupRoleName = (
  { name }: Pick<StageConfiguration, 'name'>,
  job: 'backup' | 'restore',
): string => `sihat-${name}-${job}`;

/** The queue for stream records that a worker failed to process. */
export const failedQueueName = (stage: Pick<StageConfiguration, 'name'>, workerId: string): string =>
  `${functionName(stage, workerId)}-failed`;
