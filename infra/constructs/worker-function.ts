import { Duration, Stack } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { EventSourceMapping, FilterCriteria, MetricType, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import {
  isStreamTrigger,
  minutesBetweenRuns,
  runSeconds,
  STREAM_BATCH,
  type StreamTrigger,
  streamFilter,
  streamRetries,
  type Worker,
} from '../../shared/contract/worker.ts';
import { failedQueueName, mailOf } from '../stage.ts';
import { acknowledge } from './nag-acknowledgements.ts';
import { type DeployedBundle, PlatformFunction, type UserPoolReference } from './platform-function.ts';
import {
  deleteUserStatement,
  endpointsOf,
  mailStatements,
  pushStatements,
  sendStatement,
  streamStatement,
} from './policies.ts';

export interface WorkerFunctionProps extends DeployedBundle {
  readonly worker: Worker;
  readonly userPool: UserPoolReference;
  readonly streamArn: string;
}

/** https://docs.aws.amazon.com/lambda/latest/api/API_PutFunctionEventInvokeConfig.html */
const MAX_EVENT_AGE_MINUTES = 6 * 60;
/** Rules of EventBridge are in UTC, and Malaysia has no daylight saving time. */
const HOURS_AHEAD_OF_UTC = 8;

/** A worker: its function and its trigger. */
export class WorkerFunction extends PlatformFunction {
  /** The id of its event source mapping, if it reads the stream. */
  readonly mappingId: string | undefined;

  constructor(scope: Construct, { worker, userPool: signIns, streamArn, ...deployed }: WorkerFunctionProps) {
    const { stage } = deployed.deployment;
    const push = worker.sendsPushes && stage.push;
    const mail = worker.sendsMails && mailOf(stage);
    super(scope, deployed, {
      ...worker,
      environment: {
        ...((worker.removesSignIns || mail) && { USER_POOL_ID: signIns.userPoolId }),
        ...(mail && { MAIL_REGION: mail.region, MAIL_FROM: mail.from, MAIL_DESK: mail.desk }),
        ...(push && {
          PUSH_REGION: push.region,
          PUSH_IOS_APPLICATION: push.ios,
          PUSH_ANDROID_APPLICATION: push.android,
        }),
      },
      timeoutSeconds: runSeconds(worker),
    });
    if (worker.removesSignIns) {
      this.policy.addStatements(deleteUserStatement(signIns.userPoolArn));
    }
    if (mail) this.policy.addStatements(...mailStatements(mail, Stack.of(this).account, signIns.userPoolArn));
    if (push) {
      this.policy.addStatements(...pushStatements(push));
      acknowledge(
        this.role,
        'The actions on endpoints of phones have no resource types, and each phone has its own endpoint.',
        ...['*', endpointsOf(push.ios), endpointsOf(push.android)].map((arn) => `IAM5[Resource::${arn}]`),
      );
    }
    const everyMinutes = minutesBetweenRuns(worker.trigger);
    if (everyMinutes !== undefined) this.runOnSchedule(worker.trigger, everyMinutes);
    if (isStreamTrigger(worker.trigger)) {
      this.mappingId = this.readStream(worker.trigger, streamArn, failedQueueName(stage, worker.workerId));
    }
  }

  private runOnSchedule(trigger: Worker['trigger'], everyMinutes: number): void {
    // A failed run is not retried if the next scheduled run does the same work soon.
    const retryAttempts = trigger.kind === 'daily' ? 2 : 0;
    const maxEventAge = Duration.minutes(Math.min(everyMinutes, MAX_EVENT_AGE_MINUTES));
    this.lambda.configureAsyncInvoke({ retryAttempts, maxEventAge });
    new Rule(this, 'Schedule', {
      schedule:
        trigger.kind === 'daily'
          ? Schedule.cron({ minute: '0', hour: String((trigger.hour + 24 - HOURS_AHEAD_OF_UTC) % 24) })
          : Schedule.rate(Duration.minutes(everyMinutes)),
      targets: [new LambdaFunction(this.lambda)],
    });
  }

  /** @returns the id of the mapping */
  private readStream(trigger: StreamTrigger, streamArn: string, queueName: string): string {
    const { tries, maxAgeSeconds } = streamRetries(trigger);
    // Records that fail after all retries wait in this queue for a person, and the stream continues.
    const failed = new Queue(this, 'Failed', {
      queueName,
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    });
    acknowledge(failed, 'This queue is itself the dead-letter queue of the event source mapping.', 'SQS3');
    this.policy.addStatements(streamStatement(streamArn), sendStatement(failed.queueArn));
    const mapping = new EventSourceMapping(this, 'Stream', {
      target: this.lambda,
      eventSourceArn: streamArn,
      startingPosition: StartingPosition.TRIM_HORIZON, // Includes records written while the mapping is created.
      batchSize: STREAM_BATCH,
      maxBatchingWindow: Duration.seconds(1),
      parallelizationFactor: 1, // Concurrent batches of one shard would compete for the same counters.
      bisectBatchOnError: tries !== undefined,
      ...(tries !== undefined && { retryAttempts: tries - 1 }), // Lambda does not count the first attempt as a retry.
      ...(maxAgeSeconds !== undefined && { maxRecordAge: Duration.seconds(maxAgeSeconds) }),
      reportBatchItemFailures: true,
      metricsConfig: { metrics: [MetricType.EVENT_COUNT] },
      filters: [FilterCriteria.filter(streamFilter(trigger))],
      // SqsDlq would also grant actions that the role does not need.
      onFailure: { bind: () => ({ destination: failed.queueArn }) },
    });
    mapping.node.addDependency(this.role); // Lambda checks the permissions of the role when it creates the mapping.
    return mapping.eventSourceMappingId;
  }
}
