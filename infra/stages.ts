import type { Settings } from '../shared/environment.ts';

/** What differs between the deployments of the platform, and nothing else. */
export interface StageConfiguration {
  readonly name: 'dev' | 'staging' | 'production';
  readonly region: Region;
  readonly tableName: string;
  readonly logRetentionDays: 14 | 30 | 90;
  /** Web pages of these origins may call the API; phone apps need no entry. */
  readonly allowedOrigins: readonly `https://${string}`[] | readonly `http://localhost:${number}`[];
  /** Of each route, in requests a second; past it API Gateway answers 429 itself. */
  readonly throttling: { readonly rate: number; readonly burst: number };
  readonly userPoolId: string;
  readonly issuer: TokenIssuer;
  /** Without the secret that cursors are sealed with, which no person chooses. */
  readonly settings: Omit<Settings, 'CURSOR_SECRET'>;
}

/** Malaysia, or Singapore beside it: health data stays near its people. */
type Region = 'ap-southeast-5' | 'ap-southeast-1';

/** The environment of every function that verifies a token. */
export interface TokenIssuer {
  readonly TOKEN_ISSUER: string;
  readonly TOKEN_CLIENT_ID: string;
  readonly TOKEN_JWKS_URI: string;
}

const NOTICES = { ACCESS_NOTICE_VERSION: '2026-01-01', DELETION_NOTICE_VERSION: '2026-01-01' } as const;

export const stages = {
  dev: {
    name: 'dev',
    region: 'ap-southeast-5',
    tableName: 'sihat-dev',
    logRetentionDays: 14,
    allowedOrigins: ['http://localhost:5173'],
    throttling: { rate: 100, burst: 50 },
    ...userPool('ap-southeast-5', 'ap-southeast-5_SihatDev0', '0sihatdevclient00000000000'),
    settings: NOTICES,
  },
  staging: {
    name: 'staging',
    region: 'ap-southeast-5',
    tableName: 'sihat-staging',
    logRetentionDays: 30,
    allowedOrigins: ['https://staging.sihat.my'],
    throttling: { rate: 500, burst: 250 },
    ...userPool('ap-southeast-5', 'ap-southeast-5_SihatStag', '0sihatstagingclient0000000'),
    settings: NOTICES,
  },
  production: {
    name: 'production',
    region: 'ap-southeast-5',
    tableName: 'sihat-production',
    logRetentionDays: 90,
    allowedOrigins: ['https://sihat.my', 'https://app.sihat.my'],
    throttling: { rate: 1000, burst: 500 },
    ...userPool('ap-southeast-5', 'ap-southeast-5_SihatProd', '0sihatproductionclient0000'),
    settings: NOTICES,
  },
} as const satisfies Record<string, StageConfiguration>;

/** A pool that was made by hand: its ids above are put in by who makes it. Until then every token is refused. */
function userPool(
  region: Region,
  userPoolId: string,
  clientId: string,
): Pick<StageConfiguration, 'userPoolId' | 'issuer'> {
  const issuer = `https://cognito-idp.${region}.amazonaws.com/${userPoolId}`;
  return {
    userPoolId,
    issuer: {
      TOKEN_ISSUER: issuer,
      TOKEN_CLIENT_ID: clientId,
      TOKEN_JWKS_URI: `${issuer}/.well-known/jwks.json`,
    },
  };
}

/** The name under which the stateful stack makes a stage's secret. */
export const cursorSecretName = ({ name }: Pick<StageConfiguration, 'name'>): string =>
  `sihat/${name}/cursors`;

/** CloudFormation puts the secret's value in when it deploys; no template holds it. */
export function cursorSecret(stage: StageConfiguration): string {
  return `{{resolve:secretsmanager:${cursorSecretName(stage)}:SecretString}}`;
}
