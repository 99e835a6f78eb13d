import { CfnOutput, NestedStack, RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib';
import { CfnApi, CfnStage } from 'aws-cdk-lib/aws-apigatewayv2';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { contracts, workers } from '../functions/contracts.ts';
import { cors } from '../functions/cors.ts';
import type { Area, Contract } from '../shared/contract.ts';
import type { Worker } from '../shared/worker.ts';
import type { Bundle, Bundles } from './bundles.ts';
import { EndpointFunction } from './endpoint-function.ts';
import type { Deployment } from './own-function.ts';
import type { StageConfiguration } from './stages.ts';
import { WorkerFunction } from './worker-function.ts';

export interface ApiStackProps extends StackProps {
  readonly stage: StageConfiguration;
  readonly bundles: Bundles;
  readonly streamArn: string;
}

/** A stream's shard serves two readers without slowing them down. */
const MOST_STREAM_CONSUMERS = 2;

/**
 * The HTTP API, and one nested stack for each area: CloudFormation takes 500 resources in one stack. An endpoint is six
 * of them and so is a worker: of some 100 functions in all, the largest area has 37, which is 222 of the 400 that a test
 * allows.
 * Logical ids follow from the operation's id, so a function keeps its resources as long as it stays in its area.
 */
export class ApiStack extends Stack {
  constructor(scope: Construct, id: string, { stage, bundles, streamArn, ...props }: ApiStackProps) {
    super(scope, id, props);
    const api = new CfnApi(this, 'Api', {
      name: `sihat-${stage.name}`,
      protocolType: 'HTTP',
      corsConfiguration: { ...cors, allowOrigins: [...stage.allowedOrigins] },
    });
    const accessLog = new LogGroup(this, 'AccessLog', {
      logGroupName: `/sihat/${stage.name}/access`,
      retention: stage.logRetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    new CfnStage(this, 'DefaultStage', {
      apiId: api.ref,
      stageName: '$default',
      autoDeploy: true,
      defaultRouteSettings: {
        throttlingRateLimit: stage.throttling.rate,
        throttlingBurstLimit: stage.throttling.burst,
      },
      accessLogSettings: { destinationArn: accessLog.logGroupArn, format: JSON.stringify(ACCESS_LINE) },
    });
    const deployment = { stage, streamArn, tableArn: this.tableArn(stage.tableName) };
    const endpoints: readonly Contract[] = Object.values(contracts);
    const jobs: readonly Worker[] = Object.values(workers);
    if (jobs.filter(({ trigger }) => trigger.kind !== 'schedule').length > MOST_STREAM_CONSUMERS) {
      throw new Error(`More than ${MOST_STREAM_CONSUMERS} workers read the table's stream`);
    }
    for (const area of new Set([...endpoints, ...jobs].map((one) => one.area))) {
      new AreaStack(this, area, {
        endpoints: endpoints.filter((endpoint) => endpoint.area === area),
        workers: jobs.filter((worker) => worker.area === area),
        bundles,
        deployment,
        apiId: api.ref,
      });
    }
    new CfnOutput(this, 'ApiUrl', { value: api.attrApiEndpoint });
  }

  /** By its configured name: an export of the other stack would tie the two together for every later change. */
  private tableArn(tableName: string): string {
    return this.formatArn({ service: 'dynamodb', resource: 'table', resourceName: tableName });
  }
}

/** No address and no path: a path can hold an id. */
const ACCESS_LINE = {
  requestId: '$context.requestId',
  at: '$context.requestTimeEpoch',
  route: '$context.routeKey',
  status: '$context.status',
  bytes: '$context.responseLength',
  duration: '$context.responseLatency',
  integrationDuration: '$context.integrationLatency',
  integrationError: '$context.integrationErrorMessage',
};

interface AreaStackProps {
  readonly endpoints: readonly Contract[];
  readonly workers: readonly Worker[];
  readonly bundles: Bundles;
  readonly deployment: Deployment;
  readonly apiId: string;
}

class AreaStack extends NestedStack {
  constructor(
    scope: Construct,
    area: Area,
    { endpoints, workers, bundles, deployment, apiId }: AreaStackProps,
  ) {
    super(scope, area, { description: `The ${area} area of Sihat` });
    for (const contract of endpoints) {
      const bundle = bundleOf(bundles, contract.operationId);
      new EndpointFunction(this, { contract, bundle, deployment, apiId });
    }
    for (const worker of workers) {
      new WorkerFunction(this, { worker, bundle: bundleOf(bundles, worker.workerId), deployment });
    }
  }
}

function bundleOf(bundles: Bundles, id: string): Bundle {
  const bundle = bundles.get(id);
  if (!bundle) throw new Error(`${id} has no bundle`);
  return bundle;
}
