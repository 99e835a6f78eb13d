import {
  AccountClient,
  GetAccountInformationCommand,
  GetRegionOptStatusCommand,
} from '@aws-sdk/client-account';
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { GetServiceQuotaCommand, ServiceQuotasClient } from '@aws-sdk/client-service-quotas';
import { GetAccountCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { ListSubscriptionsByTopicCommand, SNSClient } from '@aws-sdk/client-sns';
import type { AwsConnection } from '../aws-connection.ts';
import { type AlarmTopicAddress, EDGE_REGION } from '../stage.ts';
import { TABLE_QUOTA_CODES, type TableQuota } from './account-readiness.ts';

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

/** @returns the units a second that a table or an index may have in the account and the region. */
export async function tableQuota(region: string, connection: AwsConnection = {}): Promise<TableQuota> {
  const client = new ServiceQuotasClient({ ...connection, region });
  const quotaOf = async (QuotaCode: string): Promise<number> => {
    const { Quota } = await client.send(new GetServiceQuotaCommand({ ServiceCode: 'dynamodb', QuotaCode }));
    if (Quota?.Value === undefined) throw new Error(`Service Quotas returned no value of ${QuotaCode}.`);
    return Quota.Value;
  };
  const [readUnits, writeUnits] = await Promise.all([
    quotaOf(TABLE_QUOTA_CODES.readUnits),
    quotaOf(TABLE_QUOTA_CODES.writeUnits),
  ]);
  return { readUnits, writeUnits };
}

/** @returns whether SES sends mails only to verified addresses in the region. */
export async function isMailSandboxed(region: string, connection: AwsConnection = {}): Promise<boolean> {
  const { ProductionAccessEnabled } = await new SESv2Client({ ...connection, region }).send(
    new GetAccountCommand({}),
  );
  return ProductionAccessEnabled !== true;
}

/** @returns the status of a stack, or `undefined` if there is none with this name. */
export async function stackStatus(
  region: string,
  StackName: string,
  connection: AwsConnection = {},
): Promise<string | undefined> {
  try {
    const client = new CloudFormationClient({ ...connection, region });
    const { Stacks = [] } = await client.send(new DescribeStacksCommand({ StackName }));
    return Stacks[0]?.StackStatus;
  } catch (error) {
    // CloudFormation has no error of its own for a stack that does not exist.
    if (error instanceof Error && error.message.includes('does not exist')) return undefined;
    throw error;
  }
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
