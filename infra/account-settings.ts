import {
  AccountClient,
  GetAccountInformationCommand,
  GetRegionOptStatusCommand,
} from '@aws-sdk/client-account';
import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { ListSubscriptionsByTopicCommand, SNSClient } from '@aws-sdk/client-sns';
import type { AwsConnection } from './aws-connection.ts';
import { type AlarmTopicAddress, EDGE_REGION } from './stages.ts';

/** Reads settings of the account of the AWS credentials that a deployment depends on. */

/** @returns the account of the AWS credentials. */
export async function callerAccount(connection: AwsConnection = {}): Promise<string> {
  const client = new AccountClient({ ...connection, region: EDGE_REGION });
  const { AccountId } = await client.send(new GetAccountInformationCommand({}));
  if (!AccountId) throw new Error('AWS returned no account.');
  return AccountId;
}

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

/** @returns the topics, of an account, to which nobody has confirmed a subscription. */
export async function topicsWithoutRecipient(
  account: string,
  topics: readonly AlarmTopicAddress[],
  connection: AwsConnection = {},
): Promise<readonly AlarmTopicAddress[]> {
  const confirmed = await Promise.all(
    topics.map(async ({ region, topicName }) => {
      const client = new SNSClient({ ...connection, region });
      const TopicArn = `arn:aws:sns:${region}:${account}:${topicName}`;
      const { Subscriptions = [] } = await client.send(new ListSubscriptionsByTopicCommand({ TopicArn }));
      // An unconfirmed subscription has the words `PendingConfirmation` instead of an ARN.
      return Subscriptions.some(({ SubscriptionArn }) => SubscriptionArn?.startsWith('arn:'));
    }),
  );
  return topics.filter((_, n) => !confirmed[n]);
}
