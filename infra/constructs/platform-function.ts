import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { PolicyDocument, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import {
  Architecture,
  type CfnFunction,
  Code,
  Function as LambdaFunction,
  Runtime,
} from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { Touches } from '../../shared/table/definition.ts';
import type { Bundle } from '../bundles/bundles.ts';
import { functionName, ledgerTableName, metricsNamespaceOf, type StageConfiguration } from '../stages.ts';
import { acknowledge } from './nag-acknowledgements.ts';
import { ledgerStatements, logStatement, tableStatements, traceStatement } from './policies.ts';

/** What a function of any kind needs from where it is deployed to. */
export interface Deployment {
  readonly stage: StageConfiguration;
  /** Of the key that encrypts its log. */
  readonly keyArn: string;
}

export interface OwnFunctionProps {
  readonly bundle: Bundle;
  readonly deployment: Deployment;
  readonly description: string;
  readonly touches: Touches;
  /** Beside the table's name and the metrics' namespace. */
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
    const { stage, keyArn } = deployment;
    const tableArn = tableArnOf(this, stage.tableName);
    const logGroup = new LogGroup(this, 'LogGroup', {
      logGroupName: `/sihat/${stage.name}/${bundle.area}/${bundle.id}`,
      retention: stage.logRetentionDays,
      encryptionKey: Key.fromKeyArn(this, 'Key', keyArn),
      removalPolicy: RemovalPolicy.DESTROY, // logs tell of faults; what must be kept is in the table
    });
    this.policy = new PolicyDocument({
      statements: [
        ...tableStatements(touches, tableArn),
        ...ledgerStatements(touches, tableArnOf(this, ledgerTableName(stage))),
        logStatement(logGroup.logGroupArn),
        traceStatement,
      ],
    });
    this.role = new Role(this, 'ExecutionRole', {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      inlinePolicies: { own: this.policy },
    });
    acknowledge(
      this.role,
      'X-Ray knows no resources: its two actions cannot be narrowed.',
      'IAM5[Resource::*]',
    );
    this.lambda = new LambdaFunction(this, 'Function', {
      functionName: functionName(stage, bundle.id),
      description,
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
    });
    // The construct would put the permission into a policy of its own, beside the role.
    (this.lambda.node.defaultChild as CfnFunction).tracingConfig = { mode: 'Active' };
  }
}

/** By its configured name: an export of the stack that has the table would tie the two together for every later change. */
export function tableArnOf(scope: Construct, tableName: string): string {
  return Stack.of(scope).formatArn({ service: 'dynamodb', resource: 'table', resourceName: tableName });
}
