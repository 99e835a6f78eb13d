import { ArnFormat, type Stack } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  type IndexPrefix,
  indexNames,
  type LedgerPrefix,
  type TableAction,
  type TablePrefix,
  type Touches,
} from '../../shared/table/definition.ts';

/**
 * A function may do to the table what its contract declares and nothing else, on partitions that begin as declared.
 * `ForAllValues` holds for a request without leading keys as well (a Scan), so each statement asks that there be some.
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

/** What a function may do to the ledger of deletions. */
export function ledgerStatements({ ledger = {} }: Touches, ledgerArn: string): PolicyStatement[] {
  return keyedStatements(ledger, ledgerArn);
}

/**
 * Lets CloudWatch Logs encrypt the log groups of a stack with the key whose policy gets this statement.
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/encrypt-log-data-kms.html
 * @param logGroups the name of the log groups, which may end with `*`
 */
export function logsMayUse(stack: Stack, logGroups: string): PolicyStatement {
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
    resources: ['*'], // this key: a key's policy knows no other
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
  // One statement has all the prefixes of an action: the keys of one batch are weighed together, by one statement.
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

/** A prefix without `#` at its end is a whole key. */
function leadingKeys(prefixes: readonly (TablePrefix | IndexPrefix | LedgerPrefix)[]): string[] {
  return prefixes.map((prefix) => (prefix.endsWith('#') ? `${prefix}*` : prefix)).sort();
}

/** What Lambda's poller needs to read a table's stream for a function. */
export function streamStatement(streamArn: string): PolicyStatement {
  return new PolicyStatement({
    actions: ['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'].map(
      (action) => `dynamodb:${action}`,
    ),
    resources: [streamArn],
  });
}

/** What erasure needs of the user pool. */
export function removeSignInsStatement(userPoolArn: string): PolicyStatement {
  return new PolicyStatement({ actions: ['cognito-idp:AdminDeleteUser'], resources: [userPoolArn] });
}

export function logStatement(logGroupArn: string): PolicyStatement {
  return new PolicyStatement({
    actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
    resources: [logGroupArn],
  });
}

export function sendStatement(queueArn: string): PolicyStatement {
  return new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [queueArn] });
}

/** X-Ray knows no resources: https://docs.aws.amazon.com/service-authorization/latest/reference/list_awsx-ray.html */
export const traceStatement = new PolicyStatement({
  actions: ['xray:PutTelemetryRecords', 'xray:PutTraceSegments'],
  resources: ['*'],
});
