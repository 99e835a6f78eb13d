import { Duration } from 'aws-cdk-lib';
import { MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { contracts, workers } from '../../functions/contracts.ts';
import type { Contract } from '../../shared/contract.ts';
import { failedQueueName, functionName, metricsNamespaceOf, type StageConfiguration } from '../stages.ts';

const FIVE_MINUTES = Duration.minutes(5);

/** The areas that requests belong to. */
export const areas = [...new Set(Object.values<Contract>(contracts).map(({ area }) => area))];

/** What the filter of the access log counts. */
export const THROTTLED_REQUESTS = 'throttledRequests';

/** What the hourly check counts when it finds something. */
const FINDINGS = [
  'countersOff',
  'heldUnitsOff',
  'leasesWithoutClaim',
  'claimsWithoutLease',
  'strandedUnitsReleased',
] as const;

/** What can be measured of a stage: by its functions' own log lines, and by the services that it is made of. */
export class Metrics {
  private readonly stage: StageConfiguration;
  private readonly apiId: string;

  constructor(stage: StageConfiguration, apiId: string) {
    this.stage = stage;
    this.apiId = apiId;
  }

  ours(
    metricName: string,
    dimensionsMap: Readonly<Record<string, string>>,
    statistic = 'Sum',
    period = FIVE_MINUTES,
  ): Metric {
    const namespace = metricsNamespaceOf(this.stage);
    return new Metric({ namespace, metricName, dimensionsMap, statistic, period });
  }

  findings(): MathExpression {
    const worker = workers.checkStock.workerId;
    const period = Duration.hours(1);
    const names = FINDINGS.map((_, n) => `m${n}`);
    return new MathExpression({
      label: 'stock findings',
      expression: names.map((name) => `FILL(${name}, 0)`).join(' + '),
      period,
      usingMetrics: Object.fromEntries(
        FINDINGS.map((name, n) => [`m${n}`, this.ours(name, { worker }, 'Sum', period)]),
      ),
    });
  }

  /** Requests that API Gateway refused with 429, counted by a filter of its access log: it has no metric for them. */
  throttledRequests(): Metric {
    return this.ours(THROTTLED_REQUESTS, {});
  }

  /** Requests that functions answered with 503 because the database was busy or away. */
  unavailable(): MathExpression {
    return new MathExpression({
      label: 'handled 503s',
      ...this.sumOverAreas('unavailable'),
      period: FIVE_MINUTES,
    });
  }

  /** The percentage of requests that API Gateway answered with 5xx; 503s that a function chose to answer do not count. */
  failureRate({ atLeast }: { readonly atLeast: number }): MathExpression {
    const { expression, usingMetrics } = this.sumOverAreas('unavailable');
    return new MathExpression({
      label: 'failed requests (%)',
      expression: `IF(requests >= ${atLeast}, 100 * (failures - (${expression})) / requests, 0)`,
      period: FIVE_MINUTES,
      usingMetrics: { requests: this.api('Count'), failures: this.api('5xx'), ...usingMetrics },
    });
  }

  /** Milliseconds that the slowest in a hundred requests take at API Gateway, cold starts included. */
  latency({ atLeast }: { readonly atLeast: number }): MathExpression {
    return new MathExpression({
      label: 'p99 latency (ms)',
      expression: `IF(requests >= ${atLeast}, latency, 0)`,
      period: FIVE_MINUTES,
      usingMetrics: { requests: this.api('Count'), latency: this.api('Latency', 'p99') },
    });
  }

  /** The percentage of runs of a function that fail. */
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
    const usingMetrics = Object.fromEntries(areas.map((area) => [area, this.ours(metricName, { area })]));
    return { expression: areas.map((area) => `FILL(${area}, 0)`).join(' + '), usingMetrics };
  }

  api(metricName: string, statistic = 'Sum'): Metric {
    return new Metric({
      ...{ namespace: 'AWS/ApiGateway', metricName, dimensionsMap: { ApiId: this.apiId } },
      ...{ statistic, period: FIVE_MINUTES },
    });
  }

  /** Of the table itself, or of one of its indexes, which it does not speak for. */
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

  failedRecords(workerId: string): Metric {
    return new Metric({
      namespace: 'AWS/SQS',
      metricName: 'ApproximateNumberOfMessagesVisible',
      dimensionsMap: { QueueName: failedQueueName(this.stage, workerId) },
      statistic: 'Maximum',
      period: FIVE_MINUTES,
    });
  }

  failedBackups(): Metric {
    return new Metric({
      namespace: 'AWS/Backup',
      metricName: 'NumberOfBackupJobsFailed',
      dimensionsMap: { BackupVaultName: `sihat-${this.stage.name}` },
      statistic: 'Sum',
      period: Duration.days(1),
    });
  }

  /** Of the whole account in its region: its concurrency is shared. */
  account(metricName: string, statistic: string): Metric {
    return new Metric({ namespace: 'AWS/Lambda', metricName, statistic, period: FIVE_MINUTES });
  }
}
