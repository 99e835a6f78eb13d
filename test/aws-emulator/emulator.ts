import type { DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import type { StageConfiguration } from '../../infra/stage.ts';
import { controlRoutes } from '../../local/http/control-routes.ts';
import type { Fault } from '../support/fault-injection.ts';
import { type SharedClock, sharedClock } from './clock.ts';
import { type Assembly, readAssembly } from './cloudformation/assembly.ts';
import { type Change, deploy } from './cloudformation/deployment.ts';
import { type Certificates, certify } from './edge/certificates.ts';
import type { ApiOrigin } from './edge/edge.ts';
import { openFrontDoor } from './edge/front-door.ts';
import { startEvents } from './events/events.ts';
import type { Queues } from './events/queues.ts';
import type { RulePlan } from './events/rules.ts';
import { fleet } from './functions/fleet.ts';
import type { Lambda } from './functions/lambda.ts';
import { invokePermissions, type Permissions } from './iam/permissions.ts';
import { STREAMS, TABLES } from './services/database.ts';
import { httpApi } from './services/gateway.ts';
import { newUsage, type Principal, type Usage } from './services/principals.ts';
import { type Senders, senders } from './services/senders.ts';
import { openServices } from './services/server.ts';
import { startStorage } from './services/storage.ts';
import { type UserPool, userPool } from './services/user-pool.ts';

/**
 * Runs the synthesized stacks of one stage on this machine: functions from their assets, routes, permissions, schedules and
 * stream mappings from the templates, and the table behind the policies of the roles.
 */
export interface Emulator {
  readonly url: string;
  /** The API's own address, without the edge. */
  readonly gatewayUrl: string;
  /** The API's custom domain, by which the edge reaches it. */
  readonly origin: ApiOrigin | undefined;
  readonly certificates: Certificates;
  readonly clock: SharedClock;
  readonly functions: readonly Lambda[];
  readonly plans: readonly RulePlan[];
  readonly usage: Usage;
  readonly permissions: Permissions;
  readonly queues: Queues;
  readonly issuer: UserPool['issuer'];
  /** Amazon SNS and Amazon SES. */
  readonly senders: Senders;
  /** The table without policies, for tests. */
  readonly table: { readonly tableName: string; readonly connection: DynamoDBClientConfig };
  /** The log lines of the functions. */
  readonly log: readonly { readonly function: string; readonly line: string }[];
  readonly setFault: (fault: Fault | undefined) => void;
  /** Deletes expired items and delivers the stream, without waiting for the schedules. */
  readonly drain: () => Promise<void>;
  /** Deletes all items, and delivers what the stream has of them, so that a test begins with an empty platform. */
  readonly empty: () => Promise<void>;
  /** Lets schedules, TTL and the stream run in the background, and time pass at the edge, or stops them. */
  readonly runByItself: (run: boolean) => Promise<void>;
  readonly stop: () => Promise<void>;
}

export interface EmulatorOptions {
  readonly folder?: string;
  readonly stage?: StageConfiguration['name'];
  readonly assembly?: Assembly;
  readonly change?: Change;
  readonly port?: number;
  /** The initial time; by default, the machine's. */
  readonly start?: Date;
  /** The factor by which functions may be slower than in AWS. */
  readonly slowness?: number;
  /** Whether schedules, TTL and the stream run in the background, and time passes at the edge. */
  readonly runsByItself?: boolean;
}

/** A busy machine is much slower than AWS. */
const SLOWNESS = 60;
/** Amazon SNS reaches no phones from Malaysia. */
const PUSH_REGION = 'ap-southeast-1';
/** A person with a shell and the credentials of the account. */
const ADMINISTRATOR: Principal = {
  name: 'the administrator',
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
};

/** @throws {Error} for unsupported or inconsistent templates. Nothing is left running. */
export async function startEmulator({
  folder = 'cdk.out',
  stage = 'staging',
  assembly = readAssembly(folder, stage),
  change,
  port = 0,
  start,
  slowness = SLOWNESS,
  runsByItself = true,
}: EmulatorOptions = {}): Promise<Emulator> {
  const stops: (() => Promise<void> | void)[] = [];
  const stop = async () => {
    for (const each of stops.splice(0).reverse()) await each();
  };
  try {
    const certificates = await certify(stage, regionOf(assembly));
    const deployment = deploy(assembly, { change, parameters: certificates.parameters });
    const clock = sharedClock(start);
    const usage = newUsage();
    const permissions = invokePermissions(deployment, regionOf(assembly));
    const log: { function: string; line: string }[] = [];
    const storage = await startStorage(deployment, usage, clock);
    stops.push(storage.stop);
    const { database, main } = storage;

    let pool: UserPool | undefined;
    let principals: readonly Principal[] = [ADMINISTRATOR];
    const sending = senders(usage, main.arn.split(':')[4] ?? '');
    const services = await openServices({
      principals: () => principals,
      now: clock.now,
      services: {
        [TABLES]: database.answer,
        [STREAMS]: database.answer,
        AWSCognitoIdentityProviderService: async (call) => answerOf(pool).answer(call),
      },
      others: sending.answer,
      open: (path) => pool?.open(path),
    });
    stops.push(services.close);

    const functions = fleet({
      assembly,
      deployment,
      region: main.region,
      usage,
      instance: {
        ahead: clock.ahead,
        slowness,
        port: services.port,
        hosts: [
          ...['dynamodb', 'cognito-idp', 'email'].map((name) => `${name}.${main.region}.amazonaws.com`),
          `sns.${PUSH_REGION}.amazonaws.com`,
        ],
      },
      log: (name, line) => log.push({ function: name, line }),
    });
    principals = [ADMINISTRATOR, ...functions.map(({ principal }) => principal)];
    stops.push(async () => void (await Promise.all(functions.map((deployed) => deployed.stop()))));

    pool = await userPool({ deployment, functions, permissions, usage, now: clock.now });
    const api = httpApi({ deployment, functions, permissions, usage });
    let isRunning = false;
    const besides = controlRoutes({
      issuer: pool.issuer,
      clock,
      personas: [],
      removedSignIns: pool.removedSignIns,
      table: { endpoint: services.url, tableName: main.name, region: main.region },
    });
    const door = await openFrontDoor({
      deployment,
      assembly,
      api,
      certificates,
      usage,
      port,
      now: () => (isRunning ? clock.now() : clock.moved()),
      besides,
    });
    stops.push(door.close);
    const events = await startEvents({
      deployment,
      functions,
      permissions,
      usage,
      storage,
      clock,
      endpoint: services.url,
      writeLine: (line) => log.push({ function: 'the emulator', line }),
    });
    stops.push(events.stop);
    const runByItself = async (run: boolean): Promise<void> => {
      if (!run) clock.stopped();
      isRunning = run;
      await events.runByThemselves(run);
    };
    if (runsByItself) await runByItself(true);
    return {
      url: door.url,
      gatewayUrl: door.gatewayUrl,
      origin: door.origin,
      certificates,
      clock,
      functions,
      usage,
      permissions,
      log,
      stop,
      plans: events.plans,
      queues: events.queues,
      drain: events.drain,
      runByItself,
      empty: async () => {
        // What a worker writes about the deleted items goes in the second turn.
        for (let turn = 0; turn < 2; turn++) {
          await storage.empty();
          await events.drain();
        }
      },
      issuer: pool.issuer,
      senders: sending,
      table: { tableName: main.name, connection: storage.engine.connection },
      setFault: database.setFault,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The region of the stack with the tables. */
function regionOf({ stacks }: Assembly): string {
  const stateful = stacks.find(({ name }) => name.endsWith('-stateful'));
  if (!stateful) throw new Error('no stack keeps the data');
  return stateful.region;
}

function answerOf(pool: UserPool | undefined): UserPool {
  if (!pool) throw new Error('the user pool is not there yet');
  return pool;
}
