import { Duration } from 'aws-cdk-lib';
import { CfnRule } from 'aws-cdk-lib/aws-events';
import { CfnEventSourceMapping, CfnPermission } from 'aws-cdk-lib/aws-lambda';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { type ExpiryTrigger, type ScheduleTrigger, streamFilter, type Worker, WORKER_TIMEOUT_SECONDS } from '../shared/worker.ts';
import type { Bundle } from './bundles.ts';
import { type Deployment, OwnFunction } from './own-function.ts';
import { sendStatement, streamStatement } from './policies.ts';
