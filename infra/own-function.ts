import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { PolicyDocument, type PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
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
  /** Beside the table and the log. */
  readonly statements?: readonly PolicyStatement[];
}

/**
 * A cold start is work for the processor, of which Lambda gives a share by memory: 512 MB would double the time that
 * loading takes, and past 1024 MB a request, which mostly waits for the table, costs more than it gains.
 */
const MEMORY_MB = 1024;

/** One function of its own: its bundle, its role and policy, its environment and its log, shared with no other. */
export class OwnFunction extends Construct {
  readonly lambda: LambdaFunction;

  constructor(scope: Construct, id: string, props: OwnFunctionProps) {
    super(scope, id);
    const { bundle, deployment, description, touches, environment, timeoutSeconds, statements = [] } = props;
    const { stage, tableArn } = deployment;
    const logGroup = new LogGroup(this, 'Log', {
      logGroupName: `/sihat/${stage.name}/${bundle.area}/${bundle.id}`,
      retention: stage.logRetentionDays,
      removalPolicy: RemovalPolicy.DESTROY, // logs tell of faults; what must be kept is in the table
    });
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      inlinePolicies: {
        own: new PolicyDocument({
          statements: [...tableStatements(touches, tableArn), ...statements, logStatement(logGroup.logGroupArn)],
        }),
      },
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
      role,
      logGroup,
    });
  }
}
