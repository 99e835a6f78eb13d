import type { DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { type HandlerAnswer, openGateway } from '../../local/gateway.ts';
import { repeat } from '../../local/loop.ts';
import { besidesTheApi } from '../../local/personas.ts';
import type { Received } from '../../local/requests.ts';
import { schedules } from '../../local/schedules.ts';
import type { Fault } from '../support/faults.ts';
import { type SharedClock, sharedClock } from './clock.ts';
import { type Assembly, readAssembly } from './cloudformation/assembly.ts';
import { type Change, deploy } from './cloudformation/deployment.ts';
import { bucketsOf } from './edge/bucket.ts';
import { distributionOf } from './edge/distribution.ts';
import { openEdge } from './edge/edge.ts';
import { streamMappings } from './events/mappings.ts';
import { type Queues, queues } from './events/queues.ts';
import { type RulePlan, rulePlans } from './events/rules.ts';
import { fleet } from './functions/fleet.ts';
import type { Lambda } from './functions/lambda.ts';
import { invokePermissions, type Permissions } from './iam/permissions.ts';
import { STREAMS, TABLES } from './services/database.ts';
import { type HttpApi, httpApi } from './services/gateway.ts';
import { newUsage, type Principal, type Usage } from './services/principals.ts';
import { openServices } from './services/server.ts';
import { startStorage } from './services/storage.ts';
import { type UserPool, userPool } from './services/user-pool.ts';

/**
 * The synthesized stack of one stage, run on this machine: its functions from their assets, its routes, permissions,
 * schedules and stream mappings from its templates, and its table behind the policies of its roles.
 */
export interface Rehearsal {
  readonly url: string;
  /** The API past the edge, where there is one. */
  readonly gatewayUrl: string;
  readonly clock: SharedClock;
  readonly functions: readonly Lambda[];
  readonly plans: readonly RulePlan[];
  readonly usage: Usage;
  readonly permissions: Permissions;
  readonly queues: Queues;
  readonly issuer: UserPool['issuer'];
  /** The table without anybody's policies, as a test looks at it. */
  readonly table: { readonly tableName: string; readonly connection: DynamoDBClientConfig };
  /** What functions have printed, by the name in reports. */
  readonly log: readonly { readonly function: string; readonly line: string }[];
  readonly setFault: (fault: Fault | undefined) => void;
  /** Deletes what has expired, then hands the stream on, instead of waiting for either. */
  readonly settle: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

export interface RehearsalOptions {
  readonly folder?: string;
  readonly stage?: string;
  readonly assembly?: Assembly;
  readonly change?: Change;
  readonly port?: number;
  /** What time it is, if not what the machine says. */
  readonly start?: Date;
  /** How many seconds here a second of a function takes. */
  readonly slowness?: number;
  /** Without it, nothing runs by itself: neither schedules nor TTL nor the stream. */
  readonly runsByItself?: boolean;
}

const SLOWNESS = 10;
const STREAM_EVERY = 300;
const SCHEDULES_EVERY = 500;
const EXPIRY_EVERY = 2_000;
/** The keys of whoever made the account: what a person at the shell has. */
const ADMINISTRATOR: Principal = {
  name: 'the administrator',
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
};

/** @throws {Error} for whatever in the templates is not known or fits nothing, with nothing left running. */
export async function startRehearsal({
  folder = 'cdk.out',
  stage = 'staging',
  assembly = readAssembly(folder, stage),
  change,
  port = 0,
  start,
  slowness = SLOWNESS,
  runsByItself = true,
}: RehearsalOptions = {}): Promise<Rehearsal> {
  const stops: (() => Promise<void> | void)[] = [];
  const stop = async () => {
    for (const each of stops.splice(0).reverse()) await each();
  };
  try {
    const deployment = deploy(assembly, change);
    const clock = sharedClock(start);
    const usage = newUsage();
    const permissions = invokePermissions(deployment);
    const log: { function: string; line: string }[] = [];
    const storage = await startStorage(deployment, usage, clock);
    stops.push(storage.stop);
    const { database, main } = storage;

    let pool: UserPool | undefined;
    let principals: readonly Principal[] = [ADMINISTRATOR];
    const services = await openServices({
      principals: () => principals,
      now: clock.now,
      services: {
        [TABLES]: database.answer,
        [STREAMS]: database.answer,
        AWSCognitoIdentityProviderService: async (call) => answerOf(pool).answer(call),
      },
      open: (path) => pool?.open(path),
    });
    stops.push(services.close);

    const functions = fleet({
      assembly,
      deployment,
      usage,
      instance: {
        ahead: clock.ahead,
        slowness,
        port: services.port,
        hosts: ['dynamodb', 'cognito-idp'].map((name) => `${name}.${main.region}.amazonaws.com`),
      },
      log: (name, line) => log.push({ function: name, line }),
    });
    principals = [ADMINISTRATOR, ...functions.map(({ principal }) => principal)];
    stops.push(async () => void (await Promise.all(functions.map((one) => one.stop()))));

    pool = await userPool({ deployment, functions, permissions, usage, now: clock.now });
    const api = httpApi({ deployment, functions, permissions, usage });
    const besides = besidesTheApi({
      issuer: pool.issuer,
      clock,
      personas: [],
      removedSignIns: pool.removedSignIns,
      table: { endpoint: services.url, tableName: main.name, region: main.region },
    });
    const distribution = distributionOf(deployment);
    const gateway = await openGateway(distribution ? 0 : port, {
      cors: api.cors,
      now: clock.now,
      besides: async (request: Received) =>
        (await besides(request)) ?? (distribution && unlessNamed(request, api)),
    });
    stops.push(gateway.close);
    const edge =
      distribution &&
      (await openEdge({
        ...{ port, distribution, usage },
        buckets: bucketsOf(deployment, assembly),
        api: { url: gateway.url, names: api.names },
      }));
    if (edge) stops.push(edge.close);

    const failed = queues(usage);
    const mappings = await streamMappings({
      ...{ deployment, functions, usage, queues: failed },
      endpoint: services.url,
      tableName: main.name,
      wasExpiry: storage.wasExpiry,
      sleep: clock.sleep,
    });
    stops.push(...mappings.map(({ close }) => close));
    const plans = rulePlans({ deployment, functions, permissions, usage, queues: failed, now: clock.now });
    const poll = async () => void (await Promise.all(mappings.map((one) => one.poll())));
    if (runsByItself) {
      const tell = (line: string) => log.push({ function: 'the rehearsal', line });
      const read = repeat('stream', STREAM_EVERY, poll, tell);
      const plan = repeat('schedules', SCHEDULES_EVERY, schedules(plans, clock), tell);
      const remove = repeat(
        'expiry',
        EXPIRY_EVERY,
        async () => (await storage.expire()) > 0 && read.nudge(),
        tell,
      );
      stops.push(read.stop, plan.stop, remove.stop);
    }
    gateway.open(api.routes);
    return {
      url: edge?.url ?? gateway.url,
      gatewayUrl: gateway.url,
      clock,
      functions,
      plans,
      usage,
      permissions,
      queues: failed,
      issuer: pool.issuer,
      table: { tableName: main.name, connection: storage.engine.connection },
      log,
      setFault: database.setFault,
      settle: async () => {
        await storage.expire();
        await poll();
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function answerOf(pool: UserPool | undefined): UserPool {
  if (!pool) throw new Error('the user pool is not there yet');
  return pool;
}

/** The API does not answer to a name that is not its own, such as its address when that is closed. */
function unlessNamed({ headers }: Received, { names }: HttpApi): HandlerAnswer | undefined {
  if (names.includes(headers['host'] ?? '')) return undefined;
  return {
    statusCode: 403,
    headers: { 'content-type': 'application/json' },
    body: '{"message":"Forbidden"}',
  };
}
