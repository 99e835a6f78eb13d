import * as z from 'zod/mini';
import type { Assembly } from '../cloudformation/assembly.ts';
import type { Deployment } from '../cloudformation/deployment.ts';
import type { Resource } from '../cloudformation/resource.ts';
import { policyOfRole } from '../iam/roles.ts';
import { newCredentials } from '../services/credentials.ts';
import type { Principal, Usage } from '../services/principals.ts';
import { type Lambda, lambda, type Surroundings } from './lambda.ts';

/** The functions of the stage's region with their assets, environments, roles and log groups. */
export interface FleetOptions {
  readonly assembly: Assembly;
  readonly deployment: Deployment;
  /** Functions of other regions serve no requests: the canary is one, and has a test of its own. */
  readonly region: string;
  readonly instance: Surroundings['instance'];
  readonly usage: Usage;
  /** Receives the lines that a function is allowed to log. */
  readonly log: (functionName: string, line: string) => void;
}

const LambdaFunction = z.object({
  Handler: z.string(),
  Runtime: z.literal('nodejs24.x'),
  Role: z.string(),
  Code: z.object({ S3Key: z.string() }),
  Environment: z.optional(z.object({ Variables: z.record(z.string(), z.string()) })),
  Timeout: z.optional(z.number()),
  MemorySize: z.optional(z.number()),
  LoggingConfig: z.optional(z.object({ LogGroup: z.optional(z.string()) })),
});

export function fleet(options: FleetOptions): readonly Lambda[] {
  const providers = customResourceProviders(options.deployment);
  return options.deployment
    .ofType('AWS::Lambda::Function')
    .filter((resource) => resource.region === options.region && !providers.has(resource.attribute('Arn')))
    .map((resource) => oneOf(resource, options));
}

function oneOf(resource: Resource, { assembly, deployment, instance, usage, log }: FleetOptions): Lambda {
  const {
    Handler,
    Role,
    Code,
    Environment,
    Timeout = 3,
    MemorySize = 128,
    LoggingConfig,
  } = resource.read(LambdaFunction);
  const name = resource.ref();
  const credentials = newCredentials();
  const principal: Principal = {
    name: shortName(resource),
    credentials,
    policy: policyOfRole(deployment, Role),
  };
  const logGroup = LoggingConfig?.LogGroup ?? `/aws/lambda/${name}`;
  const write = logWriter({
    principal,
    usage,
    logGroup,
    region: resource.region,
    account: resource.account,
  });
  return lambda(
    {
      name,
      arn: resource.attribute('Arn'),
      principal,
      folder: assembly.asset(Code.S3Key),
      handler: Handler,
      environment: {
        ...Environment?.Variables,
        // https://docs.aws.amazon.com/lambda/latest/dg/configuration-envvars.html#configuration-envvars-runtime
        _HANDLER: Handler,
        AWS_REGION: resource.region,
        AWS_DEFAULT_REGION: resource.region,
        AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
        AWS_LAMBDA_FUNCTION_NAME: name,
        AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(MemorySize),
        AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
        AWS_LAMBDA_LOG_GROUP_NAME: logGroup,
        AWS_LAMBDA_RUNTIME_API: '127.0.0.1:9001',
        AWS_ACCESS_KEY_ID: credentials.accessKeyId,
        AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
        AWS_SESSION_TOKEN: credentials.sessionToken,
        LAMBDA_TASK_ROOT: '/var/task',
        LANG: 'en_US.UTF-8',
        TZ: ':UTC',
      },
      memoryMegabytes: MemorySize,
      timeoutSeconds: Timeout,
    },
    { instance, log: (line) => write(() => log(principal.name, line)) },
  );
}

const CustomResource = z.object({ ServiceToken: z.string() });

/** Functions that run only during a deployment, such as CDK's uploader of files. */
function customResourceProviders({ all }: Deployment): ReadonlySet<string> {
  return new Set(
    all
      .filter(({ type }) => type.startsWith('Custom::'))
      .map((resource) => resource.read(CustomResource).ServiceToken),
  );
}

/** CDK's logical ids end with a hash of the construct path. */
function shortName({ logicalId }: Resource): string {
  return logicalId.replace(/(Function)?[0-9A-F]{8}$/, '');
}

interface LogTarget {
  readonly principal: Principal;
  readonly usage: Usage;
  readonly logGroup: string;
  readonly region: string;
  readonly account: string;
}

/** Lambda writes logs with the role of the function. Without permission they are lost. */
function logWriter({ principal, usage, logGroup, region, account }: LogTarget) {
  const resource = `arn:aws:logs:${region}:${account}:log-group:${logGroup}:log-stream:2026/01/01/[$LATEST]emulator`;
  let asked: boolean | undefined;
  const ask = (): boolean => {
    try {
      for (const action of ['logs:CreateLogStream', 'logs:PutLogEvents']) {
        usage.authorize(principal, { action, resource, context: {} });
      }
      return true;
    } catch {
      return false; // The denial is recorded.
    }
  };
  return (write: () => void): void => {
    asked ??= ask();
    if (asked) write();
  };
}
