import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { PolicyDocument, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Architecture, Code, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { Touches } from '../shared/table/definition.ts';
import type { Bundle } from './bundles.ts';
import { logStatement, tableStatements } from './policies.ts';
import type { StageConfiguration } from './stages.ts';

/** What a function of any kind needs from where it is deployed to. */
export interface Deployment {
  readonly stage: StageConfiguration;
  readonly tableArn: string;
  readonly streamArn: string;
}

export interface OwnFunctionProps {
  readonly bundle: Bundle;
  readonly deployment: Deployment;
  readonly description: string;
  readonly touches: Touches;
  /** Beside the table's name. */
  readonly environment: Readonly<Record<string, string>>;
  readonly timeoutSeconds: number;
}

/**
 * Lambda gives processor by memory, and a cold start is work for the processor, for which 1024 MB have twice the share
 * of 512. A request itself mostly waits for the table, so still more would cost more and gain little.
 */
const MEMORY_MB = 1024;

/** One function of its own: its bundle, its role and policy, its environment and its log, shared with no other. */
export class OwnFunction extends Construct {
  readonly lambda: LambdaFunction;
  protected readonly role: Role;
  /** All that the function may do; it lies in the role itself, so that neither exists without the other. */
  protected readonly policy: PolicyDocument;

  constructor(scope: Construct, id: string, props: OwnFunctionProps) {
    super(scope, id);
    const { bundle, deployment, description, touches, environment, timeoutSeconds } = props;
    const { stage, tableArn } = deployment;
    const logGroup = new LogGroup(this, 'LogGroup', {
      logGroupName: `/sihat/${stage.name}/${bundle.area}/${bundle.id}`,
      retention: stage.logRetentionDays,
      removalPolicy: RemovalPolicy.DESTROY, // logs tell of faults; what must be kept is in the table
    });
    this.policy = new PolicyDocument({
      statements: [...tableStatements(touches, tableArn), logStatement(logGroup.logGroupArn)],
    });
    this.role = new Role(this, 'ExecutionRole', {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      inlinePolicies: { own: this.policy },
    });
    this.lambda = new LambdaFunction(this, 'Function', {
      description,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      code: Code.fromAsset(bundle.folder),
      handler: 'index.handler',
      memorySize: MEMORY_MB,
      timeout: Duration.seconds(timeoutSeconds),
      environment: { TABLE_NAME: stage.tableName, ...environment },
      role: this.role,
      logGroup,
    });
  }
}
