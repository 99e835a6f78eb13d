import type { UserPoolSESOptions } from 'aws-cdk-lib/aws-cognito';
import type { OperationId } from '../functions/contracts.ts';
import type { Settings } from '../shared/environment.ts';

/** What differs between the deployments of the platform, and nothing else. */
export interface StageConfiguration {
  readonly name: 'dev' | 'staging' | 'production';
  /** Whoever deploys a stage without one deploys it to an account of theirs. */
  readonly account?: string;
  readonly region: Region;
  readonly tableName: string;
  /** CloudFormation's id of the table, `Table` unless a restored one stands in for it. */
  readonly tableId?: `Table${number}`;
  /** The edge answers everyone with 503: while a table is being restored. */
  readonly closed?: true;
  readonly logRetentionDays: 14 | 30 | 90;
  /** Web pages of these origins may call the API; phone apps need no entry. */
  readonly allowedOrigins: readonly `https://${string}`[] | readonly `http://localhost:${number}`[];
  readonly throttling: Throttling;
  /** Without one there is no edge: no firewall, no display page, and the API answers at its own address. */
  readonly domain?: Domain;
  readonly userPool?: UserPoolConfiguration;
  /** Alarms are sent to this address once its owner has confirmed the subscription. */
  readonly alarmMail?: string;
  /** Amazon's managed firewall rules block requests by default; `count` only counts what they would block. */
  readonly managedRules?: 'count';
  /** Without the secret that cursors are sealed with, which no person chooses. */
  readonly settings: Omit<Settings, 'CURSOR_SECRET'>;
}

/** Malaysia, or Singapore beside it: health data stays near its people. */
type Region = 'ap-southeast-5' | 'ap-southeast-1';

/** Where CloudFront looks for firewalls and certificates. */
export const EDGE_REGION = 'us-east-1';

/** In requests a second; past it API Gateway answers 429 itself. */
interface Rate {
  readonly rate: number;
  readonly burst: number;
}

export interface Throttling {
  /** Of each route. */
  readonly each: Rate;
  /** Of those that need more, or can do with less. */
  readonly of: Partial<Readonly<Record<OperationId, Rate>>>;
}

/** The stage's own name, in a hosted zone of the stage's account: deployments create certificates and records there. */
export interface Domain {
  /** The host name that apps and halls use. */
  readonly name: string;
  /** The host name by which only CloudFront reaches the API. */
  readonly originName: string;
  /** A delegated zone, so that each stage can have an account of its own. */
  readonly hostedZoneName: string;
  readonly hostedZoneId: string;
}

export interface UserPoolConfiguration {
  /** An identity of SES; without one Cognito sends at most 50 mails a day. */
  readonly mail?: Pick<UserPoolSESOptions, 'fromEmail' | 'sesRegion' | 'sesVerifiedDomain'>;
}

/** Ids that must be put in before a stage can be deployed. */
export const TO_BE_PUT_IN = 'ZTOBEPUTIN';
export const ACCOUNT_TO_BE_PUT_IN = '000000000000';

const NOTICES = { ACCESS_NOTICE_VERSION: '2026-01-01', DELETION_NOTICE_VERSION: '2026-01-01' } as const;

export const stages = {
  dev: {
    name: 'dev',
    region: 'ap-southeast-5',
    tableName: 'sihat-dev',
    logRetentionDays: 14,
    allowedOrigins: ['http://localhost:5173'],
    throttling: throttling({ rate: 100, burst: 50 }),
    settings: NOTICES,
  },
  staging: {
    name: 'staging',
    account: ACCOUNT_TO_BE_PUT_IN,
    region: 'ap-southeast-5',
    tableName: 'sihat-staging',
    logRetentionDays: 30,
    allowedOrigins: ['https://staging.sihat.my'],
    throttling: throttling({ rate: 500, burst: 250 }),
    domain: domainIn('staging.sihat.my'),
    settings: NOTICES,
  },
  production: {
    name: 'production',
    account: ACCOUNT_TO_BE_PUT_IN,
    region: 'ap-southeast-5',
    tableName: 'sihat-production',
    logRetentionDays: 90,
    allowedOrigins: ['https://sihat.my', 'https://app.sihat.my'],
    throttling: throttling({ rate: 1000, burst: 500 }),
    domain: domainIn('sihat.my'),
    settings: NOTICES,
  },
} as const satisfies Record<string, StageConfiguration>;

/** Where the pipeline takes its source from; the connection is made by hand, since a person must agree to it. */
export const delivery = {
  /** The pipeline's, which may look at the alarms of the stages that it deploys. */
  account: ACCOUNT_TO_BE_PUT_IN,
  /** CodeConnections does not exist in ap-southeast-5. */
  region: 'ap-southeast-1',
  repository: 'sihat/sihat',
  branch: 'main',
  connectionArn: `arn:aws:codeconnections:ap-southeast-1:${ACCOUNT_TO_BE_PUT_IN}:connection/${TO_BE_PUT_IN}`,
} as const;

/** What the pipeline deploys, in this order. */
export const delivered: readonly StageConfiguration[] = [stages.staging, stages.production];

/** Whoever lost a sign-in asks once; a display is asked for by every screen; what one may guess at goes slowly. */
function throttling(each: Rate): Throttling {
  const guessed = { rate: 20, burst: 40 };
  return {
    each,
    of: {
      checkDeletionReceipt: guessed,
      requestDeletion: guessed,
      acceptInvitation: { rate: 50, burst: 100 },
      getDisplay: { rate: each.rate, burst: 2 * each.burst },
    },
  };
}

function domainIn(hostedZoneName: string): Domain {
  const name = `api.${hostedZoneName}`;
  return { name, originName: `origin.${name}`, hostedZoneName, hostedZoneId: TO_BE_PUT_IN };
}

/** The name under which the stateful stack makes a stage's secret. */
export const cursorSecretName = ({ name }: Pick<StageConfiguration, 'name'>): string =>
  `sihat/${name}/cursors`;

/** The secret that holds the key of the stage's certificate authority. Only `npm run origin-certificate` reads it. */
export const originAuthoritySecretName = ({ name }: Pick<StageConfiguration, 'name'>): string =>
  `sihat/${name}/origin-authority`;

/** The bucket that API Gateway reads its trust store from; its name is unique through the account. */
export const trustStoreBucketName = ({ name }: Pick<StageConfiguration, 'name'>, account: string): string =>
  `sihat-${name}-origin-trust-${account}`;

export const TRUST_STORE_FILE = 'authorities.pem';

/** The parameter of the stage's region that names the version of the trust store to deploy. */
export const trustStoreVersionParameter = ({ name }: Pick<StageConfiguration, 'name'>): string =>
  `/sihat/${name}/origin-trust-store-version`;

/** The parameter of us-east-1 that names the certificate that CloudFront presents to the API. */
export const originCertificateParameter = ({ name }: Pick<StageConfiguration, 'name'>): string =>
  `/sihat/${name}/origin-certificate-arn`;

/** CloudFormation puts a secret's value in when it deploys; no template holds it. */
export const secretValue = (name: string): string => `{{resolve:secretsmanager:${name}:SecretString}}`;

/** CloudWatch's namespace for what the functions of a stage measure. */
export const metricsNamespaceOf = ({ name }: Pick<StageConfiguration, 'name'>): string => `Sihat/${name}`;

/** Beside the table, so that restoring the one leaves the other. */
export const ledgerTableName = ({ name }: Pick<StageConfiguration, 'name'>): string => `sihat-${name}-erased`;

export const functionName = ({ name }: Pick<StageConfiguration, 'name'>, id: string): string =>
  `sihat-${name}-${id}`;

/** Where what a stream's worker could not do waits for a person. */
export const failedQueueName = (stage: Pick<StageConfiguration, 'name'>, workerId: string): string =>
  `${functionName(stage, workerId)}-failed`;
