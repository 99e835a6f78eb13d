import {
  CfnOutput,
  CrossStackReferences,
  NestedStack,
  ReferenceStrength,
  RemovalPolicy,
  Stack,
  type StackProps,
} from 'aws-cdk-lib';
import { CfnApi, CfnStage } from 'aws-cdk-lib/aws-apigatewayv2';
import { Key } from 'aws-cdk-lib/aws-kms';
import { FilterPattern, LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { contracts, type OperationId, workers } from '../../functions/contracts.ts';
import { cors } from '../../functions/cors.ts';
import type { Area, Contract } from '../../shared/contract/contract.ts';
import { isStreamTrigger, type Worker } from '../../shared/contract/worker.ts';
import { type Bundles, bundleOf } from '../bundles/bundles.ts';
import { EndpointFunction, routeKey } from '../constructs/endpoint-function.ts';
import { THROTTLED_REQUESTS } from '../constructs/metrics.ts';
import { acknowledge } from '../constructs/nag-acknowledgements.ts';
import { OriginDomain } from '../constructs/origin-domain.ts';
import type { Deployment, UserPoolReference } from '../constructs/platform-function.ts';
import { WorkerFunction } from '../constructs/worker-function.ts';
import { metricsNamespaceOf } from '../stage.ts';

export interface ApiStackProps extends StackProps {
  readonly deployment: Deployment;
  readonly bundles: Bundles;
  readonly userPool: UserPoolReference;
  readonly streamArn: string;
}

/** More than two readers of one DynamoDB stream shard would be throttled. */
const MAX_STREAM_CONSUMERS = 2;

/**
 * The HTTP API, with one nested stack for each area, because CloudFormation allows 500 resources in one stack. Each
 * endpoint and each worker needs six resources. The largest area has 37 functions, which is 222 of the 400 resources that
 * a test allows. Logical ids are derived from operation ids, so a function keeps its resources while it stays in its area.
 */
export class ApiStack extends Stack {
  /** The API's own address, for a stage without an edge. */
  readonly url: CfnOutput | undefined;
  readonly apiId: string;
  /** The ids of the event source mappings by worker. */
  readonly mappings = new Map<string, string>();

  constructor(
    scope: Construct,
    id: string,
    { deployment, bundles, userPool: signIns, streamArn, ...props }: ApiStackProps,
  ) {
    super(scope, id, props);
    const { stage, keyArn } = deployment;
    // L1: HttpApi needs the methods and the age of `cors` in types of its own, which makes it longer.
    const api = new CfnApi(this, 'Api', {
      name: `sihat-${stage.name}`,
      protocolType: 'HTTP',
      corsConfiguration: { ...cors, allowOrigins: [...stage.allowedOrigins] },
      disableExecuteApiEndpoint: stage.domain !== undefined,
    });
    this.apiId = api.ref;
    const accessLog = new LogGroup(this, 'AccessLog', {
      logGroupName: `/sihat/${stage.name}/access`,
      retention: stage.logRetentionDays,
      encryptionKey: Key.fromKeyArn(this, 'Key', keyArn),
      removalPolicy: RemovalPolicy.DESTROY,
    });
    accessLog.addMetricFilter('Throttled', {
      filterPattern: FilterPattern.stringValue('$.status', '=', '429'),
      metricNamespace: metricsNamespaceOf(stage),
      metricName: THROTTLED_REQUESTS,
      defaultValue: 0,
    });
    // L1: HttpStage has no settings for single routes.
    const defaultStage = new CfnStage(this, 'DefaultStage', {
      apiId: api.ref,
      stageName: '$default',
      autoDeploy: true,
      defaultRouteSettings: {
        throttlingRateLimit: stage.throttling.perRoute.rate,
        throttlingBurstLimit: stage.throttling.perRoute.burst,
      },
      // CDK passes this JSON through unchanged, so the property names are CloudFormation's.
      routeSettings: Object.fromEntries(
        Object.entries(stage.throttling.overrides).map(([id, { rate, burst }]) => [
          routeKey(contracts[id as OperationId]),
          { ThrottlingRateLimit: rate, ThrottlingBurstLimit: burst },
        ]),
      ),
      accessLogSettings: { destinationArn: accessLog.logGroupArn, format: JSON.stringify(ACCESS_LOG_FORMAT) },
    });
    const endpoints: readonly Contract[] = Object.values(contracts);
    const jobs = Object.values<Worker>(workers).filter(({ trigger }) => trigger.kind !== 'token_issue');
    if (jobs.filter(({ trigger }) => isStreamTrigger(trigger)).length > MAX_STREAM_CONSUMERS) {
      throw new Error(`More than ${MAX_STREAM_CONSUMERS} workers read the table's stream.`);
    }
    for (const area of new Set([...endpoints, ...jobs].map(({ area }) => area))) {
      const nested = new AreaStack(this, area, {
        endpoints: endpoints.filter((endpoint) => endpoint.area === area),
        workers: jobs.filter((worker) => worker.area === area),
        bundles,
        deployment,
        userPool: signIns,
        streamArn,
        apiId: api.ref,
      });
      for (const [worker, mapping] of nested.mappings) this.mappings.set(worker, mapping);
      // A restored table has another stream and so other mappings, to which alarms refer.
      if (nested.nestedStackResource)
        CrossStackReferences.of(nested.nestedStackResource).produce(ReferenceStrength.WEAK);
      // CloudFormation rejects settings for a route that does not exist yet.
      defaultStage.node.addDependency(nested);
    }
    const { domain } = stage;
    if (domain) new OriginDomain(this, 'OriginDomain', { stage, domain, api, apiStage: defaultStage });
    this.url = domain ? undefined : new CfnOutput(this, 'Url', { value: api.attrApiEndpoint });
  }
}

/** The format excludes addresses and paths, because paths can contain ids. */
const ACCESS_LOG_FORMAT = {
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
  readonly userPool: UserPoolReference;
  readonly streamArn: string;
  readonly apiId: string;
}

class AreaStack extends NestedStack {
  readonly mappings = new Map<string, string>();

  constructor(
    scope: Construct,
    area: Area,
    { endpoints, workers, bundles, deployment, userPool: signIns, streamArn, apiId }: AreaStackProps,
  ) {
    super(scope, area, { description: `The ${area} area of Sihat` });
    acknowledge(
      this,
      'Each function verifies the token itself and reads the account and its roles from the table; tests cover every kind of caller. An authorizer would also reject expired tokens on public routes, such as the check of a deletion receipt.',
      'APIG4',
    );
    for (const contract of endpoints) {
      const bundle = bundleOf(bundles, contract.operationId);
      new EndpointFunction(this, { contract, bundle, deployment, userPool: signIns, apiId });
    }
    for (const worker of workers) {
      const bundle = bundleOf(bundles, worker.workerId);
      const made = new WorkerFunction(this, { worker, bundle, deployment, userPool: signIns, streamArn });
      if (made.mappingId) this.mappings.set(worker.workerId, made.mappingId);
    }
  }
}
