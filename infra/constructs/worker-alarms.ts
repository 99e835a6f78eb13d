import { Duration } from 'aws-cdk-lib';
import { ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { failedQueueName, type StageConfiguration } from '../stage.ts';
import { type AlarmTarget, addAlarm } from './alarms.ts';
import { type Metrics, type StreamWorkerId, scheduledWorkers, streamWorkers } from './metrics.ts';

/** The maximum delay of each worker behind the stream, and the meaning of a longer delay. */
const DELAYS: Record<StreamWorkerId, { readonly most: Duration; readonly meaning: string }> = {
  releaseLapsedLease: {
    most: Duration.minutes(5),
    meaning: 'TTL deletes expired leases, and this worker releases their stock units, which is now late.',
  },
  rollUp: {
    most: Duration.minutes(1),
    meaning:
      'The numbers of members and participants, the available units of campaigns, and the reports show an earlier state.',
  },
};

/**
 * Adds the alarms for workers that are late, stopped, silent or failing.
 * @param mappings the ids of the event source mappings by worker
 */
export function addWorkerAlarms(
  scope: Construct,
  target: AlarmTarget & { readonly stage: StageConfiguration },
  metrics: Metrics,
  mappings: ReadonlyMap<string, string>,
): void {
  for (const workerId of streamWorkers) {
    const { most, meaning } = DELAYS[workerId];
    addAlarm(scope, `${workerId}Behind`, target, {
      metric: metrics.lambda('IteratorAge', workerId, 'Maximum'),
      threshold: most.toMilliseconds(),
      periods: 2,
      meaning: `For ten minutes, ${workerId} has been at least ${most.toMinutes() === 1 ? 'one minute' : 'five minutes'} behind the table’s stream. ${meaning}`,
    });
    const mapping = mappings.get(workerId);
    // Without a canary, nothing may be written for hours.
    if (target.stage.domain && mapping) {
      addAlarm(scope, `${workerId}Stopped`, target, {
        metric: metrics.readRecords(mapping),
        threshold: 1,
        comparison: ComparisonOperator.LESS_THAN_THRESHOLD,
        missing: TreatMissingData.BREACHING,
        meaning: `Lambda has read no record of the table’s stream for ${workerId} for 30 minutes, although the canary writes every minute. Its event source mapping is probably disabled or deleted.`,
      });
    }
    addAlarm(scope, `${workerId}Failed`, target, {
      metric: metrics.failedRecords(workerId),
      threshold: 1,
      meaning: `${workerId} failed to process stream records and stopped retrying them. They wait in the queue ${failedQueueName(target.stage, workerId)}.`,
    });
  }
  for (const { workerId, everyMinutes } of scheduledWorkers) {
    const { minutes, periods } = silence(everyMinutes);
    const silentMinutes = minutes * periods;
    addAlarm(scope, `${workerId}Silent`, target, {
      metric: metrics.custom('failures', { worker: workerId }, 'SampleCount', Duration.minutes(minutes)),
      threshold: 1,
      comparison: ComparisonOperator.LESS_THAN_THRESHOLD,
      periods,
      missing: TreatMissingData.BREACHING,
      meaning: `${workerId} has not run for ${silentMinutes} minutes. It is scheduled every ${everyMinutes === 1 ? 'minute' : `${everyMinutes} minutes`}.`,
    });
    const failedRuns = everyMinutes < 15 ? 3 : 1;
    addAlarm(scope, `${workerId}Failing`, target, {
      metric: metrics.custom('failures', { worker: workerId }, 'Sum', Duration.minutes(15)),
      threshold: failedRuns,
      meaning: `At least ${failedRuns === 1 ? 'one run' : `${failedRuns} runs`} of ${workerId} failed within 15 minutes. Its log names the error.`,
    });
  }
}

/** The longest period of a metric. https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_PutMetricAlarm.html */
const MAX_PERIOD_MINUTES = 24 * 60;

/** How long a worker may be silent: three times its interval and at least 15 minutes, in one period of the metric if that is possible. */
export function silence(everyMinutes: number): { readonly minutes: number; readonly periods: number } {
  const minutes = Math.max(15, 3 * everyMinutes);
  return minutes <= MAX_PERIOD_MINUTES ? { minutes, periods: 1 } : { minutes: everyMinutes, periods: 3 };
}
