import {
  type Concurrency,
  type Configuration,
  type Delivery,
  type Domain,
  type StageConfiguration,
  throttling,
} from './stage.ts';

/** The settings of the stages and of the pipeline, which operators edit. `stage.ts` explains each of them. */

const REPOSITORY = 'sihat/sihat';
const BRANCH = 'main';
const RUNBOOK = `https://github.com/${REPOSITORY}/blob/${BRANCH}/docs/operations/runbook.md` as const;

const SETTINGS = {
  ACCESS_NOTICE_VERSION: '2026-01-01',
  CONSENT_NOTICE_VERSION: '2026-01-01',
  DELETION_NOTICE_VERSION: '2026-12-01',
  DATA_PROTECTION_OFFICER: 'privacy@sihat.my',
} as const;

/** The warm table of production has 24 partitions. Each is a shard of the stream with one run, and eight more may split off. */
const RUNS_FOR_STREAM = 32;
/** A worker needs one run. The second is for an event that EventBridge delivers twice, or for an operator. */
const RUNS_FOR_WORKER = 2;

/** With these reservations, a flood of requests cannot stop sign-in, erasure and the other workers. */
const RESERVED: Concurrency['reserved'] = {
  // Cognito takes 120 sign-ins and refreshes a second by default. Even with cold starts of 0.8 s, they need no more than about 100 runs.
  markSignIn: 100,
  rollUp: RUNS_FOR_STREAM,
  releaseLapsedLease: RUNS_FOR_STREAM,
  eraseAccounts: RUNS_FOR_WORKER,
  deliverNotices: RUNS_FOR_WORKER,
  sendMails: RUNS_FOR_WORKER,
  writeDailyMails: RUNS_FOR_WORKER,
  replayErasures: RUNS_FOR_WORKER,
  lookAtHiddenAliases: RUNS_FOR_WORKER,
  startActivities: RUNS_FOR_WORKER,
  writeLastShownSteps: RUNS_FOR_WORKER,
  sweepLapsedLeases: RUNS_FOR_WORKER,
  closeEndedCampaigns: RUNS_FOR_WORKER,
  checkStock: RUNS_FOR_WORKER,
  checkRollUps: RUNS_FOR_WORKER,
  rebuildRollUps: RUNS_FOR_WORKER,
};

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
    // 10,000 requests a second of 0.1 s take 1,000 runs. Together with the reservations, that is less than 80 %.
    concurrency: { quota: 1500, reserved: RESERVED },
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
  /** CodeConnections is not available in ap-southeast-5. */
  region: 'ap-southeast-1',
  repository: REPOSITORY,
  branch: BRANCH,
  connectionArn: 'arn:aws:codeconnections:ap-southeast-1:000000000000:connection/ZTOBEPUTIN',
} as const satisfies Delivery;

export const configuration: Configuration = {
  stages,
  delivery,
  delivered: [stages.staging, stages.production],
};

function domainIn(hostedZoneName: string): Domain {
  const name = `api.${hostedZoneName}`;
  return { name, originName: `origin.${name}`, hostedZoneName, hostedZoneId: 'ZTOBEPUTIN' };
}
