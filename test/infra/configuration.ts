import { type Configuration, type StageConfiguration, throttling } from '../../infra/stage.ts';

/**
 * The settings with which tests synthesize the stacks and plan deployments. Operators edit those in `infra/stages.ts`, so a test
 * that read that file would fail as soon as somebody deploys the platform.
 */
const RUNBOOK = 'https://github.com/sihat/sihat/blob/main/docs/operations/runbook.md';
const SETTINGS = {
  ACCESS_NOTICE_VERSION: '2026-01-01',
  CONSENT_NOTICE_VERSION: '2026-01-01',
  DELETION_NOTICE_VERSION: '2026-12-01',
  DATA_PROTECTION_OFFICER: 'privacy@sihat.my',
};

const domainIn = (hostedZoneName: string) => ({
  name: `api.${hostedZoneName}`,
  originName: `origin.api.${hostedZoneName}`,
  hostedZoneName,
  hostedZoneId: 'ZTOBEPUTIN',
});

export const stages = {
  dev: {
    name: 'dev',
    region: 'ap-southeast-5',
    tableName: 'sihat-dev',
    logRetentionDays: 14,
    allowedOrigins: ['http://localhost:5173'],
    throttling: throttling({ rate: 100, burst: 50 }),
    runbook: RUNBOOK,
    settings: SETTINGS,
  },
  staging: {
    name: 'staging',
    account: '000000000000',
    region: 'ap-southeast-5',
    tableName: 'sihat-staging',
    logRetentionDays: 30,
    allowedOrigins: ['https://staging.sihat.my'],
    throttling: throttling({ rate: 500, burst: 250 }),
    domain: domainIn('staging.sihat.my'),
    alarms: 'rollback',
    userPool: {
      mail: {
        fromEmail: 'no-reply@staging.sihat.my',
        sesVerifiedDomain: 'staging.sihat.my',
      },
    },
    push: {
      region: 'ap-southeast-1',
      ios: 'arn:aws:sns:ap-southeast-1:000000000000:app/APNS/sihat-staging',
      android: 'arn:aws:sns:ap-southeast-1:000000000000:app/GCM/sihat-staging',
    },
    runbook: RUNBOOK,
    monthlyBudget: 150,
    settings: SETTINGS,
  },
  production: {
    name: 'production',
    account: '000000000000',
    region: 'ap-southeast-5',
    tableName: 'sihat-production',
    warmThroughput: { writeUnits: 24_000, readUnits: 72_000 },
    concurrency: {
      quota: 1500,
      reserved: {
        markSignIn: 100,
        rollUp: 32,
        releaseLapsedLease: 32,
        eraseAccounts: 2,
        deliverNotices: 2,
        sendMails: 2,
        writeDailyMails: 2,
        replayErasures: 2,
        lookAtHiddenAliases: 2,
        startActivities: 2,
        writeLastShownSteps: 2,
        sweepLapsedLeases: 2,
        closeEndedCampaigns: 2,
        checkStock: 2,
        checkRollUps: 2,
        rebuildRollUps: 2,
      },
    },
    vaultLock: { removableForDays: 14 },
    logRetentionDays: 90,
    allowedOrigins: ['https://sihat.my', 'https://app.sihat.my'],
    throttling: throttling({ rate: 1000, burst: 500 }),
    domain: domainIn('sihat.my'),
    runbook: RUNBOOK,
    monthlyBudget: 600,
    settings: SETTINGS,
  },
} as const satisfies Record<string, StageConfiguration>;

export const delivery = {
  account: '000000000000',
  region: 'ap-southeast-1',
  repository: 'sihat/sihat',
  branch: 'main',
  connectionArn: 'arn:aws:codeconnections:ap-southeast-1:000000000000:connection/ZTOBEPUTIN',
} as const;

export const delivered: readonly StageConfiguration[] = [stages.staging, stages.production];

export const configuration: Configuration = { stages, delivery, delivered };
