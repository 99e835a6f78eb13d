import { setTimeout } from 'node:timers/promises';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { contracts } from '../functions/contracts.ts';
import type { Contract } from '../shared/contract/contract.ts';
import { type Environment, metricsNamespace, readSettings } from '../shared/contract/environment.ts';
import { erasureLedger } from '../shared/deletion/ledger.ts';
import { accountStanding, administrators } from '../shared/identity/account.ts';
import { tokenVerifier } from '../shared/identity/token-verifier.ts';
import { serve } from '../shared/runtime/http-handler.ts';
import type { WriteLine } from '../shared/runtime/log.ts';
import { work } from '../shared/runtime/worker-handler.ts';
import { type AttemptPolicy, productionPolicy } from '../shared/table/attempts.ts';
import { tableClient } from '../shared/table/client.ts';
import type { Clock } from '../shared/values/clock.ts';
import type { AccountId } from '../shared/values/resources.ts';
import { personas } from './demo/people.ts';
import { seedTable, storedWorld, type World } from './demo/seed.ts';
import { demoItems } from './demo/world.ts';
import { CannotStart, type Engine, LOCAL_REGION } from './engine/engine.ts';
import { startEngine } from './engine/start-engine.ts';
import { createLedger, createTable } from './engine/tables.ts';
import { movableClock } from './events/clock.ts';
import { deliver } from './events/deliveries.ts';
import { expiry } from './events/expiry.ts';
import { loadEndpoint, loadJobs } from './events/handlers.ts';
import { repeat } from './events/repeat.ts';
import { schedules } from './events/schedules.ts';
import { openStream } from './events/streams.ts';
import { workerStates } from './events/worker-states.ts';
import { controlRoutes, JWKS_PATH } from './http/control-routes.ts';
import { localCors } from './http/cors.ts';
import { type Gateway, openGateway } from './http/gateway.ts';
import { tokenIssuer } from './http/issuer.ts';
import type { Received } from './http/requests.ts';
import { guidePages } from './pages/guide-pages.ts';
import { landingPage } from './pages/landing-page.ts';
import { staticPages } from './pages/static-pages.ts';

/** The whole platform on one machine: engine, table, demo data, token issuer, endpoints and workers. */
export interface Platform {
  readonly url: string;
  readonly world: World;
  /** One of the administrators, if there are any. */
  readonly administrator: AccountId | undefined;
  /** Answers requests in flight, then stops everything. */
  readonly stop: () => Promise<void>;
  /** Resolves if the engine exits unexpectedly. */
  readonly died: Promise<void>;
}

export interface PlatformOptions {
  readonly port: number;
  /** The data folder. By default, the data is deleted when the platform stops. */
  readonly folder?: string | undefined;
  /** Creates a new table without demo data. */
  readonly empty: boolean;
  readonly environment: Environment;
  readonly writeLine: WriteLine;
  /** Wraps the connection to the database, for example to check every request. */
  readonly connect?: (connection: Engine['connection']) => Engine['connection'];
}

/** Longer timeouts than in AWS, because the engine serializes all requests. */
const LOCAL_POLICY: AttemptPolicy = {
  ...productionPolicy,
  connectionTimeout: 10_000,
  requestTimeout: 10_000,
  deadline: 20_000,
};
const DEFAULTS = {
  TABLE_NAME: 'sihat-local',
  ACCESS_NOTICE_VERSION: '2026-01-01',
  DELETION_NOTICE_VERSION: '2026-01-01',
  CURSOR_SECRET: 'the secret that encrypts cursors on a laptop',
};

const STREAM_INTERVAL_MS = 500;
const SCHEDULES_INTERVAL_MS = 1_000;
/** DynamoDB deletes items some time after their `ttl`. This interval is short enough to watch it. */
const EXPIRY_INTERVAL_MS = 20_000;

/** @throws {CannotStart} after stopping everything that was started */
export async function startPlatform({
  port,
  folder,
  empty,
  environment,
  writeLine,
  connect = (connection) => connection,
}: PlatformOptions): Promise<Platform> {
  const stops: (() => Promise<void> | void)[] = [];
  let gateway: Gateway | undefined;
  // Close the gateway first, because requests in flight need everything else.
  const stop = async () => {
    await gateway?.close();
    for (const each of stops.splice(0).reverse()) await each();
  };
  try {
    const clock = movableClock();
    let handleControlRoute: ReturnType<typeof controlRoutes> | undefined;
    let landing: ReturnType<typeof landingPage> | undefined;
    const pages = staticPages();
    // Open the port first, so that no data is touched if it is in use.
    gateway = await openGateway(port, {
      cors: localCors,
      now: clock.now,
      explains404: true,
      otherPaths: async (request: Received) =>
        (await handleControlRoute?.(request)) ??
        (await landing?.(request)) ??
        (await pages(request)) ??
        guidePages(request),
    });

    const loading = loadJobs();
    loading.catch(() => {}); // The error is handled at `await loading`, when the engine can be stopped.
    const started = await startEngine(folder, environment);
    stops.push(started.stop);
    const engine = { ...started, connection: connect(started.connection) };
    const settings = { ...DEFAULTS, ...environment };
    const tableName = settings.TABLE_NAME;
    const { isNew, world } = await prepareTable(engine, tableName, { empty, at: clock.now() });

    const issuer = await tokenIssuer(`${gateway.url}/local`, clock.now);
    const verify = tokenVerifier({
      ...issuer,
      jwksUri: gateway.url + JWKS_PATH,
      fetcher: { fetch: fetchKeys },
    });
    const ledgerName = `${tableName}-erased`;
    const { connection } = engine;
    const tables = tableClient({ tableName, ledgerName, clock, policy: LOCAL_POLICY, connection });
    stops.push(tables.close);
    const ledger = await localLedger(engine, ledgerName, clock);
    stops.push(ledger.close);

    const jobs = await loading;
    const removedSignIns = new Set<string>();
    const signIns = { remove: async (accountId: string) => void removedSignIns.add(accountId) };
    const states = workerStates(clock);
    const workers = jobs.map((job) => ({
      worker: job.worker,
      handle: states.watched(
        job.worker,
        work(job, {
          ...{ tables, clock, writeLine, signIns, ledger },
          metricsNamespace: metricsNamespace(environment),
        }),
      ),
    }));
    const client = new DynamoDBClient(engine.connection);
    const expired = expiry(client, tableName, clock);
    const stream = await openStream({
      connection: engine.connection,
      tableName,
      from: isNew ? 'now' : 'beginning',
      wasExpiry: expired.wasExpiry,
    });
    stops.push(stream.close, () => client.destroy());
    const read = repeat(
      'stream',
      STREAM_INTERVAL_MS,
      (signal) => {
        // Retries end when the platform stops. The next start reads the records again.
        const sleep = (milliseconds: number) => setTimeout(milliseconds, undefined, { signal });
        return stream.poll((records) => deliver(records, workers, { writeLine, sleep }));
      },
      writeLine,
    );
    const runDue = schedules(
      workers.flatMap(({ worker: { trigger }, handle }) =>
        trigger.kind === 'schedule' ? [{ everyMinutes: trigger.everyMinutes, run: () => handle({}) }] : [],
      ),
      clock,
      read.runNow,
    );
    const plan = repeat('schedules', SCHEDULES_INTERVAL_MS, runDue, writeLine);
    // Read the stream at once after an expiry, because the unit of an expired lease is free only after that.
    const expire = repeat(
      'expiry',
      EXPIRY_INTERVAL_MS,
      async () => (await expired.run()) > 0 && read.runNow(),
      writeLine,
    );
    stops.push(read.stop, plan.stop, expire.stop);

    const people = world === 'demo' ? personas : [];
    const { url } = gateway;
    landing = landingPage({
      ...{ url, clock, issuer, personas: people, workers: states.all },
      get: async (path) => (await fetch(url + path, { headers: { connection: 'close' } })).json(),
    });
    handleControlRoute = controlRoutes({
      issuer,
      clock,
      personas: people,
      removedSignIns,
      table: { endpoint: engine.endpoint, tableName, region: LOCAL_REGION },
    });
    gateway.open(
      Object.values<Contract>(contracts).map((contract) => {
        const runtime = {
          ...{ tables, verify, clock, writeLine },
          settings: readSettings(contract.settings ?? [], settings),
          metricsNamespace: metricsNamespace(environment),
        };
        const { method, path } = contract;
        return {
          method,
          path,
          handle: loadOnFirstRequest(async () => serve(await loadEndpoint(contract), runtime)),
        };
      }),
    );
    // Fetch the keys through the gateway once, so that every endpoint is ready.
    await verify(await issuer.sign({ accountId: personas[0]?.accountId ?? '' }), clock.now());
    const [administrator] = await tables.session().table.query({ ...administrators, limit: 1 });
    return {
      url: gateway.url,
      world,
      administrator: accountStanding.parseIfAny(administrator)?.accountId,
      stop,
      died: engine.died,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function prepareTable(
  engine: Engine,
  tableName: string,
  { empty, at }: { readonly empty: boolean; readonly at: Date },
): Promise<{ readonly isNew: boolean; readonly world: World }> {
  const isNew = await createTable(engine.connection, tableName, { stream: true });
  engine.tablesCreated();
  if (isNew) {
    const world = empty ? 'empty' : 'demo';
    await seedTable(engine.connection, tableName, { world, items: empty ? [] : demoItems(at) });
    return { isNew, world };
  }
  const world = await storedWorld(engine.connection, tableName);
  if (empty && world === 'demo') {
    throw new CannotStart(
      `The table ${tableName} contains the demo data. Start without --empty, or with another data folder.`,
    );
  }
  return { isNew, world };
}

async function localLedger({ connection }: Engine, tableName: string, clock: Clock) {
  await createLedger(connection, tableName);
  const tables = tableClient({ tableName, clock, policy: LOCAL_POLICY, connection });
  return { ...erasureLedger(tables), close: tables.close };
}

type Handler = ReturnType<typeof serve>;

/** Loads a handler at its first request, so that the platform starts faster. */
function loadOnFirstRequest(make: () => Promise<Handler>): Handler {
  let made: Promise<Handler> | undefined;
  return async (event, context) => {
    made ??= make();
    return (await made)(event, context);
  };
}

/** The default fetcher of the library supports only HTTPS. */
async function fetchKeys(uri: string): Promise<ArrayBuffer> {
  const response = await fetch(uri, { headers: { connection: 'close' } });
  if (!response.ok) throw new Error(`Fetching the issuer's keys returned ${response.status}.`);
  return response.arrayBuffer();
}
