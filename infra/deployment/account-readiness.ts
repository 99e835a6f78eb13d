import { mailRegionOf, type StageConfiguration } from '../stage.ts';

/** What a deployment needs of the account of the AWS credentials. */
export interface AccountRequirements {
  /** The account in the settings. Omitted for a stage that takes the account of the credentials. */
  readonly account?: string | undefined;
  /** The regions that must be enabled. */
  readonly regions: readonly string[];
  /** Set for a stage in this account. */
  readonly stage?: StageConfiguration;
}

export interface AccountTools {
  /** @returns the account of the credentials. */
  readonly callerAccount: () => Promise<string>;
  /** @returns the status of the region in the account of the credentials, such as `ENABLED` or `DISABLED`. */
  readonly regionStatus: (region: string) => Promise<string>;
  /** @returns how many functions the account of the credentials may run at the same time. */
  readonly concurrencyQuota: (region: string) => Promise<number>;
  /** @returns the units a second that a table or an index may have in the account of the credentials. */
  readonly tableQuota: (region: string) => Promise<TableQuota>;
  /** @returns whether SES sends mails only to verified addresses. */
  readonly isMailSandboxed: (region: string) => Promise<boolean>;
  readonly writeError: (line: string) => void;
}

export interface TableQuota {
  readonly readUnits: number;
  readonly writeUnits: number;
}

/** Lambda keeps this many runs for functions without a reservation. https://docs.aws.amazon.com/lambda/latest/dg/configuration-concurrency.html */
const LEAST_UNRESERVED = 100;

/** The code of Lambda's quota "Concurrent executions". */
const CONCURRENCY_QUOTA_CODE = 'L-B99A9384';

/**
 * The codes of DynamoDB's quotas "Table-level read throughput limit" and "Table-level write throughput limit".
 * https://docs.aws.amazon.com/general/latest/gr/ddb.html
 */
export const TABLE_QUOTA_CODES = { readUnits: 'L-CF0CBE56', writeUnits: 'L-AB614373' } as const;

/** @returns `false` after an error message that says what to do, if a deployment would fail in this account. */
export async function isAccountReady(
  { account, regions, stage }: AccountRequirements,
  tools: AccountTools,
): Promise<boolean> {
  if (!(await isAccount(account, tools))) return false;
  // AWS returns its quotas only in a region that is enabled.
  if (!(await areEnabled(regions, tools))) return false;
  if (!stage) return true;
  const checks = [canReserve(stage, tools), canWarm(stage, tools), reportSandbox(stage, tools)];
  return (await Promise.all(checks)).every((isReady) => isReady);
}

/** With the credentials of another account, the other checks would look at the wrong one. */
async function isAccount(wanted: string | undefined, tools: AccountTools): Promise<boolean> {
  if (wanted === undefined) return true;
  const account = await ifReadable('the account of the AWS credentials', tools.callerAccount, tools);
  if (account === undefined || account === wanted) return true;
  tools.writeError(
    `The AWS credentials belong to the account ${account}, and infra/stages.ts names ${wanted}. Use those of ${wanted}.`,
  );
  return false;
}

async function areEnabled(regions: readonly string[], tools: AccountTools): Promise<boolean> {
  const statuses = await Promise.all(
    regions.map(async (region) => ({
      region,
      status: await ifReadable(`whether ${region} is enabled`, () => tools.regionStatus(region), tools),
    })),
  );
  const disabled = statuses.filter(({ status }) => status !== undefined && !status.startsWith('ENABLED'));
  for (const { region, status } of disabled) {
    tools.writeError(
      `The region ${region} is ${status} in this account. Run "aws account enable-region --region-name ${region}", wait until "aws account get-region-opt-status --region-name ${region}" shows ENABLED, which may take hours, then run this command again.`,
    );
  }
  return disabled.length === 0;
}

/** CloudFormation would fail on a reservation that leaves too few runs for the functions without one. */
async function canReserve(
  { name, region, concurrency }: StageConfiguration,
  tools: AccountTools,
): Promise<boolean> {
  if (!concurrency) return true;
  const quota = await ifReadable('the concurrency quota', () => tools.concurrencyQuota(region), tools);
  if (quota === undefined || quota >= concurrency.quota) return true;
  const reserved = Object.values(concurrency.reserved).reduce((sum, runs) => sum + runs, 0);
  const suffices = reserved <= quota - LEAST_UNRESERVED;
  tools.writeError(
    [
      `Lambda runs at most ${quota} functions at the same time in ${region} in this account, and infra/stages.ts expects ${concurrency.quota}.`,
      suffices
        ? 'The alarm ConcurrencyNearQuota would go off too late.'
        : `The reservations of ${name} need ${reserved}, and Lambda keeps ${LEAST_UNRESERVED} for other functions.`,
      `Run "aws service-quotas request-service-quota-increase --region ${region} --service-code lambda --quota-code ${CONCURRENCY_QUOTA_CODE} --desired-value ${concurrency.quota}".`,
    ].join(' '),
  );
  return suffices;
}

/** DynamoDB would refuse the warm throughput of the stage. */
async function canWarm(
  { region, warmThroughput }: StageConfiguration,
  tools: AccountTools,
): Promise<boolean> {
  if (!warmThroughput) return true;
  const quota = await ifReadable('the quotas of tables', () => tools.tableQuota(region), tools);
  const lacking = (['readUnits', 'writeUnits'] as const).filter(
    (units) => quota !== undefined && quota[units] < warmThroughput[units],
  );
  for (const units of lacking) {
    tools.writeError(
      `A table may have at most ${quota?.[units]} ${units} in ${region} in this account, and infra/stages.ts has a warmThroughput of ${warmThroughput[units]}. Run "aws service-quotas request-service-quota-increase --region ${region} --service-code dynamodb --quota-code ${TABLE_QUOTA_CODES[units]} --desired-value ${warmThroughput[units]}".`,
    );
  }
  return lacking.length === 0;
}

/** In the sandbox, sign-ups fail for everybody else. That does not stop a deployment. @returns always `true` */
async function reportSandbox(stage: StageConfiguration, tools: AccountTools): Promise<boolean> {
  const region = mailRegionOf(stage);
  if (region === undefined) return true;
  const isSandboxed = await ifReadable('the sandbox of SES', () => tools.isMailSandboxed(region), tools);
  if (isSandboxed) {
    tools.writeError(
      `SES is in its sandbox in ${region}: it sends mails only to verified addresses, so nobody else can sign up. See "User pool" in docs/operations/deploying.md.`,
    );
  }
  return true;
}

/** Reports a check that fails, for example because a permission is missing. It does not stop the deployment. */
async function ifReadable<T>(
  what: string,
  read: () => Promise<T>,
  { writeError }: AccountTools,
): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    writeError(`Could not check ${what}: ${error instanceof Error ? error.message : error}`);
    return undefined;
  }
}
