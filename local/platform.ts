import { type Environment, metricsNamespace, type Settings } from '../shared/contract/environment.ts';
import { accountStanding, administrators } from '../shared/identity/account.ts';
import type { WriteLine } from '../shared/runtime/log.ts';
import type { TableClient } from '../shared/table/client.ts';
import type { AccountId } from '../shared/values/resources.ts';
import { erasedPersonas, INVITATION_SECRET, personas } from './demo/people.ts';
import type { SeedKind } from './demo/seed.ts';
import { type Engine, LOCAL_REGION } from './engine/engine.ts';
import { openTables } from './engine/open-tables.ts';
import { startEngine } from './engine/start-engine.ts';
import { movableClock } from './events/clock.ts';
import { loadJobs } from './events/handlers.ts';
import { runWorkers } from './events/run-workers.ts';
import { controlRoutes } from './http/control-routes.ts';
import { corsOf } from './http/cors.ts';
import { endpointRoutes } from './http/endpoint-routes.ts';
import { type Gateway, type GatewayOptions, openGateway } from './http/gateway.ts';
import { LOCAL_CLIENT_ID, tokenIssuer } from './http/issuer.ts';
import { networkAddresses } from './http/network-addresses.ts';
import { localVerifier } from './http/verifier.ts';
import { localMails } from './mail-service.ts';
import { guidePages } from './pages/guide-pages.ts';
import { landingPage } from './pages/landing-page.ts';
import { staticPages } from './pages/static-pages.ts';
import { localPushes } from './push-service.ts';
import { type OnStop, stopList } from './stops.ts';
import { LOCAL_POOL_ID, localUserPool, USER_POOL_PATH, userPoolCors } from './user-pool/local-user-pool.ts';

/** The whole platform on one machine: engine, table, demo data, user pool, endpoints and workers. */
export interface Platform {
  /** The address on this machine. */
  readonly url: string;
  /** With the option `host`, the addresses for other devices in the same networks. */
  readonly networkUrls: readonly string[] | undefined;
  readonly world: SeedKind;
  /** One of the administrators, if there are any. */
  readonly administrator: AccountId | undefined;
  /** Answers requests in flight, then stops everything. */
  readonly stop: () => Promise<void>;
  /** Resolves if the engine exits unexpectedly. */
  readonly died: Promise<void>;
}

export interface PlatformOptions {
  readonly port: number;
  /** Serves other devices in the same networks, too. By default, nothing listens on their addresses. */
  readonly host?: boolean;
  /** The data folder. By default, the data is deleted when the platform stops. */
  readonly folder?: string | undefined;
  /** Creates a new table without demo data. */
  readonly empty: boolean;
  readonly environment: Environment;
  readonly writeLine: WriteLine;
  /** Is told each step of the start that may take long, in words that continue "waiting for". */
  readonly step?: (what: string) => void;
  /** Wraps the connection to the database, for example to check every request. */
  readonly connect?: (connection: Engine['connection']) => Engine['connection'];
}

const DEFAULTS: Settings & { readonly TABLE_NAME: string } = {
  TABLE_NAME: 'sihat-local',
  ACCESS_NOTICE_VERSION: '2026-01-01',
  CONSENT_NOTICE_VERSION: '2026-01-01',
  DELETION_NOTICE_VERSION: '2026-12-01',
  DATA_PROTECTION_OFFICER: 'privacy@sihat.example',
  CURSOR_SECRET: 'the secret that encrypts cursors on a laptop',
  INVITATION_SECRET,
  SIGN_IN_ENDPOINT: USER_POOL_PATH,
  SIGN_IN_USER_POOL_ID: LOCAL_POOL_ID,
  SIGN_IN_CLIENT_ID: LOCAL_CLIENT_ID,
};

/** @throws {CannotStart} after stopping everything that was started */
export async function startPlatform(options: PlatformOptions): Promise<Platform> {
  const { onStop, stopAll } = stopList();
  let gateway: Gateway | undefined;
  // Close the gateway first, because requests in flight need everything else.
  const stop = async () => {
    await gateway?.close();
    await stopAll();
  };
  try {
    const clock = movableClock();
    const paths = otherPaths();
    // Open the port first, so that no data is touched if it is in use.
    const { port, host = false } = options;
    const addresses = host ? networkAddresses() : [];
    const cors = corsOf(addresses);
    gateway = await openGateway(port, {
      host: host ? '0.0.0.0' : '127.0.0.1',
      cors,
      corsAt: (path) => userPoolCors(cors, path),
      now: clock.now,
      explains404: true,
      otherPaths: paths.handle,
    });
    const started = await startBehind(gateway, { ...options, clock, addPaths: paths.add }, onStop);
    const { url } = gateway;
    const networkUrls = host ? addresses.map((address) => url.replace('127.0.0.1', address)) : undefined;
    return { url, networkUrls, ...started, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

type OtherPath = NonNullable<GatewayOptions['otherPaths']>;

/** Handles the paths outside the API. The pages are available at once, and other paths are added later. */
function otherPaths() {
  let handlers: readonly OtherPath[] = [staticPages()];
  const handle: OtherPath = async (request) => {
    for (const handler of handlers) {
      const answer = await handler(request);
      if (answer) return answer;
    }
    return undefined;
  };
  const add = (...more: readonly OtherPath[]) => {
    handlers = [...more, ...handlers];
  };
  return { handle, add };
}

interface BehindOptions extends PlatformOptions {
  readonly clock: ReturnType<typeof movableClock>;
  readonly addPaths: (...handlers: readonly OtherPath[]) => void;
}

/** Starts everything behind the gateway, and opens it. */
async function startBehind(gateway: Gateway, options: BehindOptions, onStop: OnStop) {
  const { folder, empty, environment, writeLine, step = () => {} } = options;
  const { connect = (connection) => connection } = options;
  const { clock, addPaths } = options;
  const loading = loadJobs();
  loading.catch(() => {}); // The error is handled at `await loading`, when the engine can be stopped.
  step('the engine');
  const engine = await startEngine(folder, environment);
  onStop(engine.stop);
  const connection = connect(engine.connection);
  const settings = { ...DEFAULTS, ...environment };
  const tableName = settings.TABLE_NAME;
  step(empty ? 'the tables' : 'the tables and the demo world');
  const opened = await openTables({ ...engine, connection }, { tableName, empty, clock }, onStop);
  const { tables, ledger, world } = opened;

  const issuer = await tokenIssuer(`${gateway.url}/local`, clock.now);
  const verify = localVerifier(issuer, gateway.url);
  const { url } = gateway;
  const people = world === 'demo' ? personas : [];
  const erased = await erasedPersonas(tables.session().table);
  const userPool = localUserPool({ issuer, now: clock.now, personas: people, erased });
  const tools = { tables, clock, writeLine, metricsNamespace: metricsNamespace(environment) };
  const pushes = localPushes(clock.now);
  const mails = localMails({
    desk: `${url}/desk`,
    addressOf: async (accountId) => userPool.addressOf(accountId),
    now: clock.now,
  });
  step('the workers');
  const states = await runWorkers(
    {
      connection,
      tableName,
      jobs: await loading,
      tools: { ...tools, signIns: userPool, ledger, pushes, mails },
    },
    onStop,
  );

  const common = { issuer, clock, userPool, personas: people };
  const table = { endpoint: engine.endpoint, tableName, region: LOCAL_REGION };
  addPaths(
    userPool.handle,
    controlRoutes({ ...common, removedSignIns: userPool.removed, table }),
    guidePages(clock),
    landingPage({
      ...common,
      pushes: pushes.pushes,
      mails: mails.mails,
      workers: states.all,
      get: (path) => publicJson(url + path),
    }),
  );
  gateway.open(endpointRoutes({ ...tools, verify }, settings));
  step('the first request');
  // Fetch the keys through the gateway once, so that every endpoint is ready.
  await verify(await issuer.sign({ accountId: personas[0]?.accountId ?? '' }), clock.now());
  return { world, administrator: await oneAdministrator(tables), died: engine.died };
}

async function publicJson(url: string) {
  return (await fetch(url, { headers: { connection: 'close' } })).json();
}

async function oneAdministrator(tables: TableClient): Promise<AccountId | undefined> {
  const [administrator] = await tables.session().table.query({ ...administrators, limit: 1 });
  return accountStanding.parseIfAny(administrator)?.accountId;
}
