import { ArnFormat, Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { type Alarm, ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { AccountPrincipal, PolicyDocument, PolicyStatement, Role } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { workers } from '../../functions/contracts.ts';
import { tableDefinition } from '../../shared/contract/table-definition.ts';
import { AlarmTopic, topicOf } from '../constructs/alarm-topic.ts';
import {
  type AlarmOptions,
  type AlarmTarget,
  addAlarm,
  alarmName,
  keepRollbackAlarms,
} from '../constructs/alarms.ts';
import { addDashboard } from '../constructs/dashboard.ts';
import { CANARY_ALARM } from '../constructs/edge-alarms.ts';
import { areas, Metrics, type WatchedUserPool } from '../constructs/metrics.ts';
import { addSignInAlarms } from '../constructs/sign-in-alarms.ts';
import { addWorkerAlarms } from '../constructs/worker-alarms.ts';
import { EDGE_REGION, type StageConfiguration } from '../stage.ts';
import { DAILY_BACKUPS } from './stateful-stack.ts';

export interface MonitoringStackProps extends StackProps {
  readonly stage: StageConfiguration;
  readonly apiId: string;
  /** The ids of the event source mappings by worker. */
  readonly mappings: ReadonlyMap<string, string>;
  readonly userPool: WatchedUserPool;
  /** The account of the pipeline that deploys the stage. */
  readonly pipelineAccount: string | undefined;
}

/** Milliseconds at API Gateway. Functions time out before two seconds, so a threshold of two would never be reached. */
const SLOW = 1000;
const SLOW_PERIODS = 3;

/**
 * The minimum number of requests in five minutes for a meaningful rate. With fewer, a single cold start is more than 1 %,
 * and a single failure more than 5 %.
 */
const ENOUGH_FOR_LATENCY = 100;
/** The canary alone makes 15 requests, with five sign-ins. */
const ENOUGH_FOR_FAILURES = 40;
const ENOUGH_SIGN_INS = 20;

/** The share of the account's concurrency at which more has to be requested. */
const CONCURRENCY_SHARE = 0.8;

/** The pipeline rolls a deployment back when one of these goes off. Each compares a rate with a minimum of requests. */
export const ROLLBACK_ALARMS = ['GatewayErrors', 'Latency', 'SignInErrors'] as const;
type RollbackAlarm = (typeof ROLLBACK_ALARMS)[number];

/** The alarms for the person on call, and the dashboard. */
export class MonitoringStack extends Stack {
  private readonly target: AlarmTarget & { readonly stage: StageConfiguration };
  private readonly metrics: Metrics;

  constructor(
    scope: Construct,
    id: string,
    { stage, apiId, mappings, userPool, pipelineAccount, ...props }: MonitoringStackProps,
  ) {
    super(scope, id, props);
    const alarms = new AlarmTopic(this, 'Alarms', topicOf(stage));
    if (stage.domain) alarms.allowPublisher('events.amazonaws.com'); // For the rules of the audit stack.
    this.target = { stage, topic: alarms.topic };
    this.metrics = new Metrics(stage, apiId, userPool);

    for (const area of areas) {
      this.alarm(`${area}Errors`, {
        metric: this.metrics.custom('serverErrors', { area }),
        threshold: 5,
        meaning: `Functions of the ${area} area returned 500 at least five times in five minutes. Their log lines with "level":"error" name the operation and the error.`,
      });
    }
    const rollbackAlarms: Record<RollbackAlarm, Alarm> = {
      GatewayErrors: this.alarm('GatewayErrors', {
        metric: this.metrics.failureRate({ atLeast: ENOUGH_FOR_FAILURES }),
        threshold: 5,
        meaning:
          'At least 5 % of all requests failed with a 5xx status. This includes failures that no function could log, such as a function that does not start or an account without free concurrency. It excludes the 503 responses that functions return when the table is busy.',
      }),
      Latency: this.alarm('Latency', {
        metric: this.metrics.latency({ atLeast: ENOUGH_FOR_LATENCY }),
        threshold: SLOW,
        periods: SLOW_PERIODS,
        meaning:
          'For 15 minutes, the slowest 1 % of requests took one second or more at API Gateway, cold starts included. The dashboard shows the duration by area.',
      }),
      SignInErrors: this.alarm('SignInErrors', {
        metric: this.metrics.lambdaFailureRate(workers.markSignIn.workerId, { atLeast: ENOUGH_SIGN_INS }),
        threshold: 20,
        meaning:
          'At least 20 % of sign-ins failed in five minutes, because the function markSignIn failed. It adds the sign-in method to access tokens.',
      }),
    };
    this.alarm('ClientErrors', {
      metric: this.metrics.clientErrorRate({ atLeast: ENOUGH_FOR_LATENCY }),
      threshold: 50,
      periods: 3,
      meaning:
        'For 15 minutes, at least half of all requests got a 4xx status. A release may refuse what it should not. It rolls nothing back, because anybody can cause it.',
    });
    this.alarm('Unavailable', {
      metric: this.metrics.unavailable(),
      threshold: 100,
      meaning:
        'Functions returned 503 at least 100 times in five minutes, because the table throttled requests, transactions conflicted or the table did not respond. The field "because" of the log lines names the cause.',
    });
    this.alarm('ThrottledRequests', {
      metric: this.metrics.throttledRequests(),
      threshold: 100,
      meaning:
        'API Gateway rejected at least 100 requests with 429 in five minutes. Either the rate in infra/stages.ts is too low for the load, or someone is flooding one route. The true number may be higher, because API Gateway might generate no logs and metrics for excessive 429 errors.',
    });
    if (pipelineAccount !== undefined) {
      this.allowPipelineToRead(stage, pipelineAccount, Object.values(rollbackAlarms));
    }

    this.alarm('Throttles', {
      metric: this.metrics.account('Throttles', 'Sum'),
      threshold: 10,
      meaning:
        'Lambda throttled functions of this account and region at least ten times in five minutes. Either all functions together reached the concurrency quota of the account, or a function with a reservation reached that.',
    });
    if (stage.concurrency) {
      const { quota } = stage.concurrency;
      this.alarm('ConcurrencyNearQuota', {
        metric: this.metrics.account('ClaimedAccountConcurrency', 'Maximum'),
        threshold: CONCURRENCY_SHARE * quota,
        meaning: `Lambda ran or reserved at least ${CONCURRENCY_SHARE * quota} of the ${quota} functions that the account may run at the same time. At the quota, requests fail. Sign-in and the workers have runs of their own.`,
      });
    }
    addSignInAlarms(this, this.target, this.metrics);
    for (const [metricName, operation] of [
      ['ReadThrottleEvents', 'reads'],
      ['WriteThrottleEvents', 'writes'],
    ] as const) {
      this.alarm(metricName, {
        metric: this.metrics.table(metricName),
        threshold: 100,
        meaning: `DynamoDB throttled ${operation} of the table at least 100 times in five minutes. The load may be concentrated on one partition, such as a campaign with too few stock shards or a very popular club.`,
      });
      for (const index of Object.keys(tableDefinition.indexes)) {
        this.alarm(`${index}${metricName}`, {
          metric: this.metrics.table(metricName, index),
          threshold: 100,
          meaning: `DynamoDB throttled ${operation} of the index ${index} at least 100 times in five minutes. An index that cannot keep up with writes also throttles the writes of the table. The load may be concentrated on one of its partitions.`,
        });
      }
    }
    this.alarm('TransactionConflicts', {
      metric: this.metrics.table('TransactionConflict'),
      threshold: 1000,
      meaning:
        'At least 1,000 transactions conflicted in five minutes, because many requests wrote to the same items at the same time. Functions retry these transactions and return 503 when the retries fail too.',
    });
    addWorkerAlarms(this, this.target, this.metrics, mappings);
    this.alarm('ErasuresOverdue', {
      metric: this.metrics.custom('erasuresOverdue', { worker: workers.eraseAccounts.workerId }, 'Maximum'),
      threshold: 1,
      meaning:
        'The erasure of at least one account has been pending for more than an hour. Erasure normally takes a few minutes.',
    });
    this.alarm('StockFindings', {
      metric: this.metrics.stockFindings(),
      threshold: 1,
      meaning:
        'The hourly check found stock counters that do not match the leases and claims. It released stranded units and changed nothing else. Its log names the campaign and the shard.',
    });
    this.alarm('CountersDrifted', {
      metric: this.metrics.countersDrifted(),
      threshold: 1,
      meaning:
        'The hourly check found stored items that did not match the counters of members, participants, units or claims, or the worker rollUp skipped an item that it could not read. The check corrected the counters for the items of its sample. All other counters need a rebuild.',
    });
    this.alarm('ReceiptMisses', {
      metric: this.metrics.custom('receipt_not_found', { area: 'deletion' }, 'Sum', Duration.minutes(15)),
      threshold: 200,
      meaning:
        'At least 200 lookups of unknown deletion receipts were made within 15 minutes. Someone may be guessing receipts.',
    });
    this.alarm('GuessedClaimCodes', {
      metric: this.metrics.custom('too_many_lookups', { area: 'rewards' }, 'Sum', Duration.minutes(15)),
      threshold: 5,
      meaning:
        'Within 15 minutes, at least five look-ups of claims by typed codes were refused, because the member of staff had typed 20 unknown codes in an hour. Someone may be guessing codes to collect gifts of others.',
    });
    this.alarm('BackupsFailed', {
      metric: this.metrics.backups('NumberOfBackupJobsFailed'),
      threshold: 1,
      meaning: 'At least one daily backup of the table or of the ledger of deletions failed.',
    });
    this.alarm('BackupsMissing', {
      metric: this.metrics.backups('NumberOfBackupJobsCompleted'),
      threshold: DAILY_BACKUPS,
      comparison: ComparisonOperator.LESS_THAN_THRESHOLD,
      periods: 2,
      missing: TreatMissingData.BREACHING,
      meaning: `On two days in a row, fewer than ${DAILY_BACKUPS} daily backups were completed: one of the table and one of the ledger of deletions.`,
    });
    keepRollbackAlarms(this, stage, ROLLBACK_ALARMS);
    if (stage.alarms !== 'rollback') addDashboard(this, stage, this.metrics);
  }

  /** Allows the pipeline to read the alarms that roll a deployment back. Its rules do not support composite alarms. */
  private allowPipelineToRead(
    stage: StageConfiguration,
    pipelineAccount: string,
    alarms: readonly Alarm[],
  ): void {
    new Role(this, 'AlarmReader', {
      roleName: alarmReaderName(stage),
      description: 'Allows the pipeline to read the alarms that roll a deployment back',
      assumedBy: new AccountPrincipal(pipelineAccount),
      inlinePolicies: {
        alarms: new PolicyDocument({
          statements: [
            new PolicyStatement({
              actions: ['cloudwatch:DescribeAlarms'],
              resources: [
                ...alarms.map(({ alarmArn }) => alarmArn),
                this.formatArn({
                  service: 'cloudwatch',
                  region: EDGE_REGION,
                  resource: 'alarm',
                  resourceName: alarmName(stage, CANARY_ALARM),
                  arnFormat: ArnFormat.COLON_RESOURCE_NAME,
                }),
              ],
            }),
          ],
        }),
      },
    });
  }

  private alarm(id: string, options: AlarmOptions): Alarm {
    return addAlarm(this, id, this.target, options);
  }
}

export const alarmReaderName = ({ name }: Pick<StageConfiguration, 'name'>): string =>
  `sihat-${name}-alarm-reader`;
