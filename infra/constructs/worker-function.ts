import { Duration } from 'aws-cdk-lib';
import { CfnRule } from 'aws-cdk-lib/aws-events';
import { CfnEventSourceMapping, CfnPermission } from 'aws-cdk-lib/aws-lambda';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { WORKER_TIMEOUT_SECONDS } from '../../shared/runtime/worker-handler.ts';
import {
  type ExpiryTrigger,
  type ScheduleTrigger,
  STREAM_TRIES,
  streamFilter,
  type Worker,
} from '../../shared/worker.ts';
import type { Bundle } from '../bundles/bundles.ts';
import { failedQueueName } from '../stages.ts';
import type { SignInPlace } from './endpoint-function.ts';
import { acknowledge } from './nag-acknowledgements.ts';
import { type Deployment, OwnFunction } from './platform-function.ts';
import { removeSignInsStatement, sendStatement, streamStatement } from './policies.ts';

export interface WorkerFunctionProps {
  readonly worker: Worker;
  readonly bundle: Bundle;
  readonly deployment: Deployment;
  readonly signIns: SignInPlace;
  readonly streamArn: string;
}

/** A worker: its function, and what sets it going. */
export class WorkerFunction extends OwnFunction {
  constructor(scope: Construct, { worker, bundle, deployment, signIns, streamArn }: WorkerFunctionProps) {
    super(scope, worker.workerId, {
      bundle,
      deployment,
      description: worker.summary,
      touches: worker.touches,
      environment: worker.removesSignIns ? { USER_POOL_ID: signIns.userPoolId } : {},
      timeoutSeconds: WORKER_TIMEOUT_SECONDS,
    });
    if (worker.removesSignIns) {
      this.policy.addStatements(removeSignInsStatement(signIns.userPoolArn));
    }
    if (worker.trigger.kind === 'schedule') this.runEvery(worker.trigger);
    if (worker.trigger.kind === 'expired_items') {
      this.tellOfExpired(worker.trigger, streamArn, failedQueueName(deployment.stage, worker.workerId));
    }
  }

  private runEvery({ everyMinutes }: ScheduleTrigger): void {
    // A run that failed is not repeated: the next one does the same work.
    this.lambda.configureAsyncInvoke({ retryAttempts: 0, maxEventAge: Duration.minutes(everyMinutes) });
    const rule = new CfnRule(this, 'Schedule', {
      scheduleExpression: everyMinutes === 1 ? 'rate(1 minute)' : `rate(${everyMinutes} minutes)`,
      targets: [{ id: 'worker', arn: this.lambda.functionArn }],
    });
    new CfnPermission(this, 'Permission', {
      action: 'lambda:InvokeFunction',
      functionName: this.lambda.functionArn,
      principal: 'events.amazonaws.com',
      sourceArn: rule.attrArn,
    });
  }

  private tellOfExpired(trigger: ExpiryTrigger, streamArn: string, queueName: string): void {
    // What still fails after the retries waits here for a person; the stream goes on.
    const failed = new Queue(this, 'Failed', {
      queueName,
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    });
    acknowledge(failed, 'It is itself where what failed waits; the mapping names it.', 'SQS3');
    this.policy.addStatements(streamStatement(streamArn), sendStatement(failed.queueArn));
    const mapping = new CfnEventSourceMapping(this, 'Stream', {
      functionName: this.lambda.functionName,
      eventSourceArn: streamArn,
      startingPosition: 'TRIM_HORIZON', // also what went while the mapping was made
      batchSize: 100,
      maximumBatchingWindowInSeconds: 1,
      bisectBatchOnFunctionError: true,
      maximumRetryAttempts: STREAM_TRIES - 1, // the first try is none
      functionResponseTypes: ['ReportBatchItemFailures'],
      filterCriteria: { filters: [{ pattern: JSON.stringify(streamFilter(trigger)) }] },
      destinationConfig: { onFailure: { destination: failed.queueArn } },
    });
    mapping.node.addDependency(this.role); // Lambda tries the role's permissions when it makes the mapping
  }
}
