import { Duration } from 'aws-cdk-lib';
import { MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { workers } from '../functions/contracts.ts';
import { failedQueueName, functionName, metricsNamespaceOf, type StageConfiguration } from './stages.ts';

const FIVE_MINUTES = Duration.minutes(5);

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

  /** The slowest of the areas, in milliseconds: what one in a hundred of its requests takes, or more. */
  slowest(areas: readonly string[]): MathExpression {
    return new MathExpression({
      label: 'slowest area',
      expression: 'MAX(METRICS())',
      period: FIVE_MINUTES,
      usingMetrics: Object.fromEntries(areas.map((area) => [area, this.ours('duration', { area }, 'p99')])),
    });
  }

  api(metricName: string): Metric {
    return new Metric({
      ...{ namespace: 'AWS/ApiGateway', metricName, dimensionsMap: { ApiId: this.apiId } },
      ...{ statistic: 'Sum', period: FIVE_MINUTES },
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
