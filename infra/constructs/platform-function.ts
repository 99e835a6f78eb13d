import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { PolicyDocument, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import {
  ApplicationLogLevel,
  Architecture,
  Code,
  Function as LambdaFunction,
  LoggingFormat,
  Runtime,
  SystemLogLevel,
} from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { Touches } from '../../shared/contract/table-definition.ts';
import type { Bundle } from '../bundles/bundles.ts';
import {
  functionName,
  functionRoleName,
  ledgerTableName,
  metricsNamespaceOf,
  type StageConfiguration,
} from '../stage.ts';
import { ledgerStatements, logStatement, tableStatements } from './policies.ts';

/** The properties of a deployment that every function needs. */
export interface Deployment {
  readonly stage: StageConfiguration;
  /** The ARN of the KMS key that encrypts the logs. */
  readonly keyArn: string;
}

/** The user pool whose access tokens the functions accept. */
export interface UserPoolReference {
  readonly userPoolId: string;
  readonly userPoolArn: string;
  readonly clientId: string;
}

/** The code of a function, and the stage in which it runs. */
export interface DeployedBundle {
  readonly bundle: Bundle;
  readonly deployment: Deployment;
}

/** What a function declares, whatever invokes it. */
export interface FunctionDeclaration {
  readonly summary: string;
  readonly touches: Touches;
  /** Environment variables in addition to the table names and the metrics namespace. */
  readonly environment: Readonly<Record<string, string>>;
  readonly timeoutSeconds: number;
}

/**
 * Lambda allocates CPU in proportion to memory, and cold starts are CPU-bound: 1024 MB halves them compared with 512 MB.
 * Requests mostly wait for the table, so more memory would cost more and gain little.
 */
const MEMORY_MB = 1024;

/** A Lambda function with its own bundle, role, policy, environment and log group. Functions share none of these. */
export class PlatformFunction extends Construct {
  readonly lambda: LambdaFunction;
  protected readonly role: Role;
  /** Every permission of the function. The policy is inline, so that CloudFormation creates and deletes it with the role. */
  protected readonly policy: PolicyDocument;

  constructor(scope: Construct, { bundle, deployment }: DeployedBundle, declared: FunctionDeclaration) {
    super(scope, bundle.id);
    const { summary, touches, environment, timeoutSeconds } = declared;
    const { stage, keyArn } = deployment;
    const tableArn = tableArnOf(this, stage.tableName);
    const logGroup = new LogGroup(this, 'LogGroup', {
      logGroupName: `/sihat/${stage.name}/${bundle.area}/${bundle.id}`,
      retention: stage.logRetentionDays,
      encryptionKey: Key.fromKeyArn(this, 'Key', keyArn),
      removalPolicy: RemovalPolicy.DESTROY, // Logs are for troubleshooting. Data that must be kept is in the table.
    });
    this.policy = new PolicyDocument({
      statements: [
        ...tableStatements(touches, tableArn),
        ...ledgerStatements(touches, tableArnOf(this, ledgerTableName(stage))),
        logStatement(logGroup.logGroupArn),
      ],
    });
    this.role = new Role(this, 'ExecutionRole', {
      roleName: functionRoleName(stage, bundle.id),
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      inlinePolicies: { own: this.policy },
    });
    const reserved: Readonly<Record<string, number | undefined>> = stage.concurrency?.reserved ?? {};
    const reservedConcurrentExecutions = reserved[bundle.id];
    this.lambda = new LambdaFunction(this, 'Function', {
      functionName: functionName(stage, bundle.id),
      description: summary,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      code: Code.fromAsset(bundle.folder),
      handler: 'index.handler',
      memorySize: MEMORY_MB,
      timeout: Duration.seconds(timeoutSeconds),
      environment: {
        ...(Object.keys(touches).length > 0 && { TABLE_NAME: stage.tableName }),
        ...(touches.ledger && { LEDGER_TABLE_NAME: ledgerTableName(stage) }),
        METRICS_NAMESPACE: metricsNamespaceOf(stage),
        ...environment,
      },
      role: this.role,
      logGroup,
      ...(reservedConcurrentExecutions !== undefined && { reservedConcurrentExecutions }),
      // The functions write complete JSON lines, which Lambda does not change (`writeToLog`).
      loggingFormat: LoggingFormat.JSON,
      applicationLogLevelV2: ApplicationLogLevel.INFO,
      // Lambda then logs only invocations that fail or time out, instead of three lines for each.
      systemLogLevelV2: SystemLogLevel.WARN,
    });
  }
}

/** Builds the ARN from the configured name, because a CloudFormation export would block later changes of the table's stack. */
function tableArnOf(scope: Construct, tableName: string): string {
  return Stack.of(scope).formatArn({ service: 'dynamodb', resource: 'table', resourceName: tableName });
}
