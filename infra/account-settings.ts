import { AccountClient, type AccountClientConfig, GetRegionOptStatusCommand } from '@aws-sdk/client-account';
import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { EDGE_REGION } from './stages.ts';

/** Reads settings of the account of the AWS credentials that a deployment depends on. */

/** Overrides for tests. The default is AWS with the credentials of the shell. */
type AwsConnection = Pick<AccountClientConfig, 'endpoint' | 'credentials'>;

/** @returns `ENABLED`, `ENABLED_BY_DEFAULT`, `ENABLING`, `DISABLING` or `DISABLED`. */
export async function regionStatus(RegionName: string, connection: AwsConnection = {}): Promise<string> {
  const client = new AccountClient({ ...connection, region: EDGE_REGION }); // The service has one endpoint.
  const { RegionOptStatus } = await client.send(new GetRegionOptStatusCommand({ RegionName }));
  if (!RegionOptStatus) throw new Error(`AWS returned no status of the region ${RegionName}.`);
  return RegionOptStatus;
}

/** @returns the number of functions that Lambda runs at the same time in the account and the region. */
export async function concurrencyQuota(region: string, connection: AwsConnection = {}): Promise<number> {
  const client = new LambdaClient({ ...connection, region });
  const { AccountLimit } = await client.send(new GetAccountSettingsCommand({}));
  if (AccountLimit?.ConcurrentExecutions === undefined) {
    throw new Error(`Lambda returned no concurrency quota for ${region}.`);
  }
  return AccountLimit.ConcurrentExecutions;
}
