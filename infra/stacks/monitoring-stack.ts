import { Duration, Stack, type StackProps } from 'aws-cdk-lib';
import {
  Alarm,
  ComparisonOperator,
  Dashboard,
  GraphWidget,
  type IMetric,
  TextWidget,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { AccountPrincipal, PolicyDocument, PolicyStatement, Role } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { workers } from '../../functions/contracts.ts';
import { tableDefinition } from '../../shared/table/definition.ts';
import type { Worker } from '../../shared/worker.ts';
import { AlarmTopic, topicOf } from '../constructs/alarm-topic.ts';
import { areas, Metrics } from '../constructs/metrics.ts';
import { delivered, delivery, failedQueueName, type StageConfiguration } from '../stages.ts';

export interface WatchStackProps extends StackProps {
  readonly stage: StageConfiguration;
  readonly apiId: string;
}

const jobs = Object.values<Worker>(workers);
const scheduled = jobs.flatMap(({ workerId, trigger }) =>
  trigger.kind === 'schedule' ? [{ workerId, everyMinutes: trigger.everyMinutes }] : [],
);
const streamed = jobs
  .filter(({ trigger }) => trigger.kind === 'expired_items')
  .map(({ workerId }) => workerId);

/** Milliseconds at API Gateway. Functions give up before two seconds, so a threshold of two would stay silent. */
export const SLOW = 1000;
const SLOW_PERIODS = 3;

/**
 * With fewer requests in five minutes a rate says nothing: one cold start is more than one in a hundred, one failure more
 * than one in twenty.
 */
const ENOUGH_FOR_LATENCY = 100;
const ENOUGH_FOR_FAILURES = 20;
const ENOUGH_SIGN_INS = 5;

/** The pipeline rolls a deployment back when one of these goes off. Each compares a rate, so a quiet hour cannot. */
export const ROLLBACK_ALARMS = ['GatewayErrors', 'Latency', 'SignInErrors'] as const;
type RollbackAlarm = (typeof ROLLBACK_ALARMS)[number];

interface Wish {
  readonly metric: IMetric;
  /** It goes off at this value and above. */
  readonly at: number;
  readonly periods?: number;
  readonly missing?: TreatMissingData;
  /** What the person on call should know first. */
  readonly means: string;
}

/** Alarms that somebody on call would want, and one page to look at. Metrics come from the functions' own log lines. */
export class WatchStack extends Stack {
  private readonly stage: StageConfiguration;
  private readonly action: SnsAction;
  private readonly metrics: Metrics;

  constructor(scope: Construct, id: string, { stage, apiId, ...props }: WatchStackProps) {
    super(scope, id, props);
    this.stage = stage;
    this.metrics = new Metrics(stage, apiId);
    this.action = new SnsAction(new AlarmTopic(this, 'Alarms', topicOf(stage)).topic);

    for (const area of areas) {
      this.alarm(`${area}Errors`, {
        metric: this.metrics.ours('serverErrors', { area }),
        at: 5,
        means: `Functions of the ${area} area answer 500. Their log lines with "level":"error" say which and why.`,
      });
    }
    const tellingOfDeployments: Record<RollbackAlarm, Alarm> = {
      GatewayErrors: this.alarm('GatewayErrors', {
        metric: this.metrics.failureRate({ atLeast: ENOUGH_FOR_FAILURES }),
        at: 5,
        means:
          'At least 5 % of requests fail with 5xx, including those that no function could log: a function does not start, or there is no concurrency left. 503s that functions answer themselves do not count.',
      }),
      Latency: this.alarm('Latency', {
        metric: this.metrics.latency({ atLeast: ENOUGH_FOR_LATENCY }),
        at: SLOW,
        periods: SLOW_PERIODS,
        means:
          'For 15 minutes, one request in a hundred has taken a second or more at API Gateway, cold starts included. The dashboard shows the duration by area.',
      }),
      SignInErrors: this.alarm('SignInErrors', {
        metric: this.metrics.lambdaFailureRate(workers.markSignIn.workerId, { atLeast: ENOUGH_SIGN_INS }),
        at: 20,
        means: 'At least one sign-in in five fails because the function that marks access tokens fails.',
      }),
    };
    this.alarm('Unavailable', {
      metric: this.metrics.unavailable(),
      at: 100,
      means:
        'Functions answer 503 because the table throttles, conflicts or does not answer. The log lines say which in "because".',
    });
    this.alarm('ThrottledRequests', {
      metric: this.metrics.throttledRequests(),
      at: 100,
      means:
        'API Gateway refuses requests with 429: the rate in infra/stages.ts is too low for the load, or somebody floods one route. The true number may be higher: AWS says that API Gateway might generate no logs and metrics for excessive 429 errors.',
    });
    if (delivered.some(({ name }) => name === stage.name)) {
      this.letPipelineSee(Object.values(tellingOfDeployments));
    }

    this.alarm('Throttles', {
      metric: this.metrics.account('Throttles', 'Sum'),
      at: 10,
      means: 'Functions of this account are refused for want of concurrency: ask for a higher quota.',
    });
    for (const metricName of ['ReadThrottleEvents', 'WriteThrottleEvents']) {
      this.alarm(metricName, {
        metric: this.metrics.table(metricName),
        at: 100,
        means:
          'The table throttles. One partition may be hot: a campaign with too few shards, a club in everyone’s hands.',
      });
      for (const index of Object.keys(tableDefinition.indexes)) {
        this.alarm(`${index}${metricName}`, {
          metric: this.metrics.table(metricName, index),
          at: 100,
          means: `The index ${index} throttles, and with it whatever is written there. One of its partitions may be hot.`,
        });
      }
    }
    this.alarm('TransactionConflicts', {
      metric: this.metrics.table('TransactionConflict'),
      at: 1000,
      means: 'Many write the same items at once. Requests are repeated and then answered with 503.',
    });
    for (const workerId of streamed) {
      this.alarm(`${workerId}Behind`, {
        metric: this.metrics.lambda('IteratorAge', workerId, 'Maximum'),
        at: Duration.minutes(5).toMilliseconds(),
        periods: 2,
        means: `${workerId} reads the table’s stream minutes late. Units whose lease TTL has deleted wait for it.`,
      });
      this.alarm(`${workerId}Failed`, {
        metric: this.metrics.failedRecords(workerId),
        at: 1,
        means: `${workerId} has given up on records: they wait in ${failedQueueName(stage, workerId)}.`,
      });
    }
    for (const { workerId, everyMinutes } of scheduled) {
      this.alarm(`${workerId}Silent`, {
        metric: this.metrics.ours(
          'failures',
          { worker: workerId },
          'SampleCount',
          Duration.minutes(Math.max(15, 3 * everyMinutes)),
        ),
        at: 1,
        missing: TreatMissingData.BREACHING,
        means: `${workerId} should run every ${everyMinutes} min and has not.`,
      });
      this.alarm(`${workerId}Failing`, {
        metric: this.metrics.ours('failures', { worker: workerId }, 'Sum', Duration.minutes(15)),
        at: everyMinutes < 15 ? 3 : 1,
        means: `Runs of ${workerId} fail; its log says how.`,
      });
    }
    this.alarm('ErasuresOverdue', {
      metric: this.metrics.ours('erasuresOverdue', { worker: workers.eraseAccounts.workerId }, 'Maximum'),
      at: 1,
      means: 'An account that should be erased is not, after more than an hour.',
    });
    this.alarm('StockFindings', {
      metric: this.metrics.findings(),
      at: 1,
      means:
        'The hourly check found stock out of step. It changed nothing but stranded units: look at its log.',
    });
    this.alarm('ReceiptMisses', {
      metric: this.metrics.ours('receipt_not_found', { area: 'deletion' }, 'Sum', Duration.minutes(15)),
      at: 200,
      means: 'Unusually many receipts are asked for that there are not: somebody may be guessing.',
    });
    this.alarm('BackupsFailed', {
      metric: this.metrics.failedBackups(),
      at: 1,
      means: 'A daily backup of a table failed.',
    });
    this.draw();
  }

  /** It takes a deployment back that sets one of these off. Of composite alarms it could not be told. */
  private letPipelineSee(alarms: readonly Alarm[]): void {
    new Role(this, 'AlarmReader', {
      roleName: alarmReaderName(this.stage),
      description: 'The pipeline looks whether a deployment is to be taken back',
      assumedBy: new AccountPrincipal(delivery.account),
      inlinePolicies: {
        alarms: new PolicyDocument({
          statements: [
            new PolicyStatement({
              actions: ['cloudwatch:DescribeAlarms'],
              resources: alarms.map(({ alarmArn }) => alarmArn),
            }),
          ],
        }),
      },
    });
  }

  private alarm(id: string, { metric, at, periods = 1, missing, means }: Wish): Alarm {
    // A worker that is silent is the one thing that goes off from below.
    const silence = missing === TreatMissingData.BREACHING;
    const alarm = new Alarm(this, id, {
      alarmName: alarmName(this.stage, id),
      alarmDescription: means,
      metric,
      threshold: at,
      evaluationPeriods: periods,
      comparisonOperator: silence
        ? ComparisonOperator.LESS_THAN_THRESHOLD
        : ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: missing ?? TreatMissingData.NOT_BREACHING,
    });
    alarm.addAlarmAction(this.action);
    alarm.addOkAction(this.action);
    return alarm;
  }

  private draw(): void {
    const graph = (title: string, left: IMetric[]) => new GraphWidget({ title, left, width: 8, height: 6 });
    const byArea = (metricName: string, statistic = 'Sum') =>
      areas.map((area) => this.metrics.ours(metricName, { area }, statistic));
    new Dashboard(this, 'Dashboard', {
      dashboardName: `sihat-${this.stage.name}`,
      widgets: [
        [new TextWidget({ width: 24, height: 1, markdown: `# Sihat ${this.stage.name}` })],
        [
          graph('Requests', [this.metrics.api('Count'), this.metrics.api('4xx'), this.metrics.api('5xx')]),
          graph('Errors of ours, by area', byArea('serverErrors')),
          graph('Slowest in a hundred (ms): at the gateway; by area, without cold starts', [
            this.metrics.api('Latency', 'p99'),
            ...byArea('duration', 'p99'),
          ]),
        ],
        [
          graph('Refusals, by area; 429 at the gateway; 503', [
            ...byArea('clientErrors'),
            this.metrics.throttledRequests(),
            this.metrics.unavailable(),
          ]),
          graph('Database calls, by area', byArea('databaseCalls')),
          graph('Functions at once', [this.metrics.account('ConcurrentExecutions', 'Maximum')]),
        ],
        [
          graph(
            'The table',
            ['ConsumedReadCapacityUnits', 'ConsumedWriteCapacityUnits'].map((name) =>
              this.metrics.table(name),
            ),
          ),
          graph(
            'Throttles and conflicts',
            ['ReadThrottleEvents', 'WriteThrottleEvents', 'TransactionConflict'].map((name) =>
              this.metrics.table(name),
            ),
          ),
          graph('Stream: how far behind (ms), what failed', [
            ...streamed.map((id) => this.metrics.lambda('IteratorAge', id, 'Maximum')),
            ...streamed.map((id) => this.metrics.failedRecords(id)),
          ]),
        ],
        [
          graph(
            'Workers: failed runs',
            scheduled.map(({ workerId }) => this.metrics.ours('failures', { worker: workerId })),
          ),
          graph(
            'Erasures',
            ['accountsErased', 'erasuresFailed', 'erasuresOverdue'].map((name) =>
              this.metrics.ours(name, { worker: workers.eraseAccounts.workerId }, 'Maximum'),
            ),
          ),
          graph('Stock findings; receipts that there are not', [
            this.metrics.findings(),
            this.metrics.ours('receipt_not_found', { area: 'deletion' }),
          ]),
        ],
      ],
    });
  }
}

export const alarmName = ({ name }: Pick<StageConfiguration, 'name'>, id: string): string =>
  `sihat-${name}-${id}`;

export const alarmReaderName = ({ name }: Pick<StageConfiguration, 'name'>): string =>
  `sihat-${name}-alarm-reader`;
