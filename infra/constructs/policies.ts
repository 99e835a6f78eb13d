import { ArnFormat, type Stack } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  type IndexPrefix,
  indexNames,
  type LedgerPrefix,
  type TableAction,
  type TablePrefix,
  type Touches,
} from '../../shared/contract/table-definition.ts';
import type { MailSettings, PushConfiguration } from '../stage.ts';

/**
 * Allows a function only the table actions and partitions that its contract declares. `ForAllValues` is also true for
 * requests without leading keys (a Scan), so each statement requires leading keys.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/specifying-conditions.html
 */
export function tableStatements(touches: Touches, tableArn: string): PolicyStatement[] {
  return [
    ...keyedStatements(touches.table ?? {}, tableArn),
    ...indexNames.flatMap((index) => {
      const queried = touches[index] ?? [];
      return queried.length > 0 ? [statement(['Query'], `${tableArn}/index/${index}`, queried)] : [];
    }),
  ];
}

/** Allows a function the ledger actions that its contract declares. */
export function ledgerStatements({ ledger = {} }: Touches, ledgerArn: string): PolicyStatement[] {
  return keyedStatements(ledger, ledgerArn);
}

/**
 * Lets CloudWatch Logs encrypt the log groups of a stack with the key whose policy gets this statement.
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/encrypt-log-data-kms.html
 * @param logGroups the name of the log groups, which may end with `*`
 */
export function logEncryptionStatement(stack: Stack, logGroups: string): PolicyStatement {
  return new PolicyStatement({
    principals: [new ServicePrincipal(`logs.${stack.region}.amazonaws.com`)],
    actions: [
      'kms:Encrypt',
      'kms:Decrypt',
      'kms:ReEncryptFrom',
      'kms:ReEncryptTo',
      'kms:GenerateDataKey',
      'kms:DescribeKey',
    ],
    resources: ['*'], // In a key policy, `*` means this key.
    conditions: {
      ArnLike: {
        'kms:EncryptionContext:aws:logs:arn': stack.formatArn({
          service: 'logs',
          resource: 'log-group',
          resourceName: logGroups,
          arnFormat: ArnFormat.COLON_RESOURCE_NAME,
        }),
      },
    },
  });
}

function keyedStatements(
  touched: Partial<Record<TablePrefix | LedgerPrefix, readonly TableAction[]>>,
  arn: string,
): PolicyStatement[] {
  const prefixes = Object.entries(touched) as [TablePrefix | LedgerPrefix, readonly TableAction[]][];
  const byAction = Map.groupBy(
    prefixes.flatMap(([prefix, actions]) => actions.map((action) => ({ prefix, action }))),
    ({ action }) => action,
  );
  // One statement lists all prefixes of an action, because IAM evaluates the keys of a batch together against one statement.
  const byPrefixes = Map.groupBy(byAction, ([, uses]) =>
    leadingKeys(uses.map(({ prefix }) => prefix)).join(),
  );
  return [...byPrefixes.values()].map((alike) =>
    statement(
      alike.map(([action]) => action),
      arn,
      alike[0]?.[1].map(({ prefix }) => prefix) ?? [],
    ),
  );
}

function statement(
  actions: readonly string[],
  resource: string,
  prefixes: readonly (TablePrefix | IndexPrefix | LedgerPrefix)[],
): PolicyStatement {
  return new PolicyStatement({
    actions: actions.map((action) => `dynamodb:${action}`).sort(),
    resources: [resource],
    conditions: {
      'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': leadingKeys(prefixes) },
      Null: { 'dynamodb:LeadingKeys': 'false' },
    },
  });
}

/** A prefix that does not end with `#` is a complete key. */
function leadingKeys(prefixes: readonly (TablePrefix | IndexPrefix | LedgerPrefix)[]): string[] {
  return prefixes.map((prefix) => (prefix.endsWith('#') ? `${prefix}*` : prefix)).sort();
}

/** Allows Lambda's event source mapping to read the table's stream with the role of a function. */
export function streamStatement(streamArn: string): PolicyStatement {
  return new PolicyStatement({
    actions: ['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'].map(
      (action) => `dynamodb:${action}`,
    ),
    resources: [streamArn],
  });
}

/** Allows the erasure worker to delete users from the user pool. */
export function deleteUserStatement(userPoolArn: string): PolicyStatement {
  return new PolicyStatement({ actions: ['cognito-idp:AdminDeleteUser'], resources: [userPoolArn] });
}

/**
 * Allows the worker of notices to send to the phones of two platform applications. The actions on endpoints have no resource types, so they
 * are limited to a region.
 * https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazonsns.html
 */
export function pushStatements({ region, ios, android }: PushConfiguration): PolicyStatement[] {
  return [
    new PolicyStatement({
      actions: ['sns:CreatePlatformEndpoint', 'sns:DeleteEndpoint'],
      resources: ['*'],
      conditions: { StringEquals: { 'aws:RequestedRegion': region } },
    }),
    new PolicyStatement({
      actions: ['sns:Publish'],
      resources: [ios, android].map(endpointsOf),
    }),
  ];
}

/**
 * Allows a worker to read email addresses in the user pool, and to send mails from one address.
 * https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazonsesv2.html
 */
export function mailStatements(mail: MailSettings, account: string, userPoolArn: string): PolicyStatement[] {
  return [
    new PolicyStatement({ actions: ['cognito-idp:AdminGetUser'], resources: [userPoolArn] }),
    new PolicyStatement({
      actions: ['ses:SendEmail'],
      resources: [`arn:aws:ses:${mail.region}:${account}:identity/${mail.identity}`],
      conditions: { StringEquals: { 'ses:FromAddress': mail.from } },
    }),
  ];
}

/** The ARNs of the endpoints of a platform application. */
export const endpointsOf = (application: string): string => `${application.replace(':app/', ':endpoint/')}/*`;

export function logStatement(logGroupArn: string): PolicyStatement {
  return new PolicyStatement({
    actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
    resources: [logGroupArn],
  });
}

export function sendStatement(queueArn: string): PolicyStatement {
  return new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [queueArn] });
}
