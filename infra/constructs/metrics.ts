import { Duration } from 'aws-cdk-lib';
import { MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { contracts, workers } from '../../functions/contracts.ts';
import type { Contract } from '../../shared/contract/contract.ts';
import {
  isStreamTrigger,
  minutesBetweenRuns,
  type StreamTrigger,
  type Worker,
} from '../../shared/contract/worker.ts';
import { failedQueueName, functionName, metricsNamespaceOf, type StageConfiguration } from '../stage.ts';
import type { UserPoolReference } from './platform-function.ts';
import { signInFirewallName } from './sign-in-firewall.ts';

const FIVE_MINUTES = Duration.minutes(5);

/** The areas that have endpoints. */
export const areas = [...new Set(Object.values<Contract>(contracts).map(({ area }) => area))];

/** The workers that run on a schedule. */
export const scheduledWorkers = Object.values<Worker>(workers).flatMap(({ workerId, trigger }) => {
  const everyMinutes = minutesBetweenRuns(trigger);
  return everyMinutes === undefined ? [] : [{ workerId, everyMinutes }];
});

type StreamWorkers = {
  [Id in keyof typeof workers]: (typeof workers)[Id]['trigger'] extends StreamTrigger ? Id : never;
};
export type StreamWorkerId = StreamWorkers[keyof StreamWorkers];

/** The ids of the workers that read the table's stream. */
export const streamWorkers = Object.values<Worker>(workers)
  .filter(({ trigger }) => isStreamTrigger(trigger))
  .map(({ workerId }) => workerId as StreamWorkerId);

/** The metric that the filter of the access log produces. */
export const THROTTLED_REQUESTS = 'throttledRequests';

/** The metrics of the hourly stock check that count differences. */
const STOCK_FINDINGS = [
  'countersOff',
  'heldUnitsOff',
  'leasesWithoutClaim',
  'claimsWithoutLease',
  'strandedUnitsReleased',
] as const;

/** The user pool and its only app client. Cognito publishes its metrics for both together. */
export type WatchedUserPool = Pick<UserPoolReference, 'userPoolId' | 'clientId'>;

/** The metrics of a stage: custom metrics from the functions' log lines, and metrics of the AWS services. */
export class Metrics {
  private readonly stage: StageConfiguration;
  private readonly apiId: string;
  private readonly pool: WatchedUserPool;

  constructor(stage: StageConfiguration, apiId: string, pool: WatchedUserPool) {
    this.stage = stage;
    this.apiId = apiId;
    this.pool = pool;
  }

  custom(
    metricName: string,
    dimensionsMap: Readonly<Record<string, string>>,
    statistic = 'Sum',
    period = FIVE_MINUTES,
  ): Metric {
    const namespace = metricsNamespaceOf(this.stage);
    return new Metric({ namespace, metricName, dimensionsMap, statistic, period });
  }

  stockFindings(): MathExpression {
    const worker = workers.checkStock.workerId;
    const period = Duration.hours(1);
    const names = STOCK_FINDINGS.map((_, n) => `m${n}`);
    return new MathExpression({
      label: 'stock findings',
      expression: names.map((name) => `FILL(${name}, 0)`).join(' + '),
      period,
      usingMetrics: Object.fromEntries(
        STOCK_FINDINGS.map((name, n) => [`m${n}`, this.custom(name, { worker }, 'Sum', period)]),
      ),
    });
  }

  /** The number of items that did not match their counters. */
  countersDrifted(): MathExpression {
    const period = Duration.hours(1);
    return new MathExpression({
      label: 'counters drifted',
      expression: 'FILL(drifted, 0) + FILL(skipped, 0)',
      period,
      usingMetrics: {
        drifted: this.custom('itemsDrifted', { worker: workers.checkRollUps.workerId }, 'Sum', period),
        skipped: this.custom('itemsSkipped', { worker: workers.rollUp.workerId }, 'Sum', period),
      },
    });
  }

  /** Requests that API Gateway rejected with 429. A filter of the access log counts them, because there is no such metric. */
  throttledRequests(): Metric {
    return this.custom(THROTTLED_REQUESTS, {});
  }

  /** Requests for which functions returned 503, because the table was overloaded or did not respond. */
  unavailable(): MathExpression {
    return new MathExpression({
      label: 'handled 503s',
      ...this.sumOverAreas('unavailable'),
      period: FIVE_MINUTES,
    });
  }

  /** The percentage of 5xx responses at API Gateway, without the 503 responses that functions chose to return. */
  failureRate({ atLeast }: { readonly atLeast: number }): MathExpression {
    const { expression, usingMetrics } = this.sumOverAreas('unavailable');
    return new MathExpression({
      label: 'failed requests (%)',
      expression: `IF(requests >= ${atLeast}, 100 * (failures - (${expression})) / requests, 0)`,
      period: FIVE_MINUTES,
      usingMetrics: { requests: this.api('Count'), failures: this.api('5xx'), ...usingMetrics },
    });
  }

  /** The percentage of 4xx responses at API Gateway. */
  clientErrorRate({ atLeast }: { readonly atLeast: number }): MathExpression {
    return new MathExpression({
      label: 'client errors (%)',
      expression: `IF(requests >= ${atLeast}, 100 * failures / requests, 0)`,
      period: FIVE_MINUTES,
      usingMetrics: { requests: this.api('Count'), failures: this.api('4xx') },
    });
  }

  /** The p99 latency at API Gateway in milliseconds, cold starts included. */
  latency({ atLeast }: { readonly atLeast: number }): MathExpression {
    return new MathExpression({
      label: 'p99 latency (ms)',
      expression: `IF(requests >= ${atLeast}, latency, 0)`,
      period: FIVE_MINUTES,
      usingMetrics: { requests: this.api('Count'), latency: this.api('Latency', 'p99') },
    });
  }

  /** The percentage of failed invocations of a function. */
  lambdaFailureRate(id: string, { atLeast }: { readonly atLeast: number }): MathExpression {
    return new MathExpression({
      label: `failed runs of ${id} (%)`,
      expression: `IF(runs >= ${atLeast}, 100 * failures / runs, 0)`,
      period: FIVE_MINUTES,
      usingMetrics: {
        runs: this.lambda('Invocations', id, 'Sum'),
        failures: this.lambda('Errors', id, 'Sum'),
      },
    });
  }

  private sumOverAreas(metricName: string) {
    const usingMetrics = Object.fromEntries(areas.map((area) => [area, this.custom(metricName, { area })]));
    return { expression: areas.map((area) => `FILL(${area}, 0)`).join(' + '), usingMetrics };
  }

  api(metricName: string, statistic = 'Sum'): Metric {
    return new Metric({
      namespace: 'AWS/ApiGateway',
      metricName,
      dimensionsMap: { ApiId: this.apiId },
      statistic,
      period: FIVE_MINUTES,
    });
  }

  /** A metric of the table, or of one index. Table metrics do not include index metrics. */
  table(metricName: string, index?: string): Metric {
    const dimensionsMap = {
      TableName: this.stage.tableName,
      ...(index && { GlobalSecondaryIndexName: index }),
    };
    return new Metric({
      namespace: 'AWS/DynamoDB',
      metricName,
      dimensionsMap,
      statistic: 'Sum',
      period: FIVE_MINUTES,
    });
  }

  lambda(metricName: string, id: string, statistic: string): Metric {
    const dimensionsMap = { FunctionName: functionName(this.stage, id) };
    return new Metric({
      namespace: 'AWS/Lambda',
      metricName,
      dimensionsMap,
      statistic,
      period: FIVE_MINUTES,
    });
  }

  /** https://docs.aws.amazon.com/cognito/latest/developerguide/metrics-for-cognito-user-pools.html */
  userPool(metricName: string, { statistic = 'Sum', period = FIVE_MINUTES } = {}): Metric {
    return new Metric({
      namespace: 'AWS/Cognito',
      metricName,
      dimensionsMap: { UserPool: this.pool.userPoolId, UserPoolClient: this.pool.clientId },
      statistic,
      period,
    });
  }

  /** The percentage of failed sign-ups. A sign-up counts as 1 if it succeeds, and as 0 if it fails. */
  signUpFailureRate({ atLeast }: { readonly atLeast: number }): MathExpression {
    const period = Duration.minutes(15);
    return new MathExpression({
      label: 'failed sign-ups (%)',
      expression: `IF(signUps >= ${atLeast}, 100 * (signUps - successes) / signUps, 0)`,
      period,
      usingMetrics: {
        signUps: this.userPool('SignUpSuccesses', { statistic: 'SampleCount', period }),
        successes: this.userPool('SignUpSuccesses', { period }),
      },
    });
  }

  /** Requests to Cognito that the firewall of the user pool blocked. */
  blockedSignIns(): Metric {
    return new Metric({
      namespace: 'AWS/WAFV2',
      metricName: 'BlockedRequests',
      dimensionsMap: { WebACL: signInFirewallName(this.stage), Rule: 'ALL', Region: this.stage.region },
      statistic: 'Sum',
      period: FIVE_MINUTES,
    });
  }

  /**
   * The records of the stream that Lambda read for an event source mapping, before its filter.
   * https://docs.aws.amazon.com/lambda/latest/dg/monitoring-metrics-types.html#event-source-mapping-metrics
   */
  readRecords(mappingId: string): Metric {
    return new Metric({
      namespace: 'AWS/Lambda',
      metricName: 'PolledEventCount',
      dimensionsMap: { EventSourceMappingUUID: mappingId },
      statistic: 'Sum',
      period: Duration.minutes(30),
    });
  }

  failedRecords(workerId: string): Metric {
    return new Metric({
      namespace: 'AWS/SQS',
      metricName: 'ApproximateNumberOfMessagesVisible',
      dimensionsMap: { QueueName: failedQueueName(this.stage, workerId) },
      statistic: 'Maximum',
      period: FIVE_MINUTES,
    });
  }

  /** A metric of the daily backups. */
  backups(metricName: string): Metric {
    return new Metric({
      namespace: 'AWS/Backup',
      metricName,
      dimensionsMap: { BackupVaultName: `sihat-${this.stage.name}` },
      statistic: 'Sum',
      period: Duration.days(1),
    });
  }

  /** A Lambda metric of the whole account in this region, because all functions share its concurrency. */
  account(metricName: string, statistic: string): Metric {
    return new Metric({ namespace: 'AWS/Lambda', metricName, statistic, period: FIVE_MINUTES });
  }
}
