import { AccountClient, type AccountClientConfig, GetRegionOptStatusCommand } from '@aws-sdk/client-account';
import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { ListSubscriptionsByTopicCommand, SNSClient } from '@aws-sdk/client-sns';
import { alarmTopicName, topicOf } from './constructs/alarm-topic.ts';
import { EDGE_REGION, type StageConfiguration } from './stages.ts';

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

/** @returns the regions in which the topic of the stage's alarms has no recipient who has confirmed. */
export async function regionsWithoutRecipient(
  stage: StageConfiguration & { readonly account: string },
  connection: AwsConnection = {},
): Promise<readonly string[]> {
  const regions = [stage.region, EDGE_REGION];
  const confirmed = await Promise.all(
    regions.map(async (region) => {
      const TopicArn = `arn:aws:sns:${region}:${stage.account}:${alarmTopicName(topicOf(stage))}`;
      const client = new SNSClient({ ...connection, region });
      const { Subscriptions = [] } = await client.send(new ListSubscriptionsByTopicCommand({ TopicArn }));
      // An unconfirmed subscription has the words `PendingConfirmation` instead of an ARN.
      return Subscriptions.some(({ SubscriptionArn }) => SubscriptionArn?.startsWith('arn:'));
    }),
  );
  return regions.filter((_, n) => !confirmed[n]);
}
