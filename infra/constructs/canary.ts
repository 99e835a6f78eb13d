import { ArnFormat, Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Key } from 'aws-cdk-lib/aws-kms';
import {
  Architecture,
  Code,
  Function as Lambda,
  LoggingFormat,
  Runtime,
  SystemLogLevel,
} from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { CfnSecret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import {
  alarmTopicsOf,
  canarySecretName,
  functionName,
  functionRoleName,
  metricsNamespaceOf,
  type StageConfiguration,
} from '../stage.ts';
import { acknowledge } from './nag-acknowledgements.ts';
import { logEncryptionStatement, logStatement } from './policies.ts';

export interface CanaryProps {
  readonly stage: StageConfiguration;
  readonly url: string;
  /** The folder with the built function. */
  readonly folder: string;
  /** The key that encrypts the log. */
  readonly key: Key;
}

/** Four steps of at most 10 seconds each. The next run begins a minute later. */
const TIMEOUT_SECONDS = 50;

/**
 * A function that checks the stage every minute, as an app would: through CloudFront, from another region than the stage's, and
 * signed in as a person without a role. It also counts who receives the alarms.
 */
export class Canary extends Construct {
  constructor(scope: Construct, id: string, { stage, url, folder, key }: CanaryProps) {
    super(scope, id);
    // L1: Secret would generate a value. `npm run canary` stores it.
    const secret = new CfnSecret(this, 'Person', {
      name: canarySecretName(stage),
      description: 'The person as whom the canary signs in',
    });
    acknowledge(secret, 'npm run canary replaces the password. The person has no role.', 'SMG4');
    const topicArns = alarmTopicsOf(stage).map(({ region, topicName }) =>
      Stack.of(this).formatArn({
        service: 'sns',
        region,
        resource: topicName,
        arnFormat: ArnFormat.NO_RESOURCE_NAME,
      }),
    );
    const logGroupName = `/sihat/${stage.name}/canary`;
    key.addToResourcePolicy(logEncryptionStatement(Stack.of(this), logGroupName));
    const logGroup = new LogGroup(this, 'LogGroup', {
      logGroupName,
      retention: stage.logRetentionDays,
      encryptionKey: key,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const own = new PolicyDocument({
      statements: [
        new PolicyStatement({ actions: ['secretsmanager:GetSecretValue'], resources: [secret.ref] }),
        new PolicyStatement({ actions: ['sns:GetTopicAttributes'], resources: topicArns }),
        logStatement(logGroup.logGroupArn),
      ],
    });
    const lambda = new Lambda(this, 'Function', {
      functionName: functionName(stage, 'canary'),
      description: 'Checks the stage from outside, every minute',
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      code: Code.fromAsset(folder),
      handler: 'index.handler',
      memorySize: 1024, // SRP computes with large numbers.
      timeout: Duration.seconds(TIMEOUT_SECONDS),
      environment: {
        URL: url,
        SECRET_NAME: canarySecretName(stage),
        TOPIC_ARNS: topicArns.join(' '),
        METRICS_NAMESPACE: metricsNamespaceOf(stage),
      },
      role: new Role(this, 'ExecutionRole', {
        roleName: functionRoleName(stage, 'canary'),
        assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
        inlinePolicies: { own },
      }),
      logGroup,
      loggingFormat: LoggingFormat.JSON,
      systemLogLevelV2: SystemLogLevel.WARN,
    });
    // The next run does the same.
    lambda.configureAsyncInvoke({ retryAttempts: 0, maxEventAge: Duration.minutes(1) });
    new Rule(this, 'Schedule', {
      schedule: Schedule.rate(Duration.minutes(1)),
      targets: [new LambdaFunction(lambda)],
    });
  }
}
