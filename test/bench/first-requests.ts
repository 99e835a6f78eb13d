import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contracts, type OperationId } from '../../functions/contracts.ts';
import { buildBundles, bundleOf, small } from '../../infra/bundles/bundles.ts';
import { type Source, sources } from '../../infra/bundles/sources.ts';
import { loadEndpoint } from '../../local/events/handlers.ts';
import { serve } from '../../shared/runtime/http-handler.ts';
import { keepNothing } from '../../shared/runtime/kept.ts';
import { tableClient } from '../../shared/table/client.ts';
import { progress } from '../reliability/simulation/progress.ts';
import { testSettings } from '../support/settings.ts';
import type { World } from '../support/world.ts';
import { ColdStarts, type FirstRequest, ISSUER } from './cold-start.ts';
import { bundleOfEach, bundleOfFloor, withoutWarmUp } from './peers/bundle.ts';
import { RecordedEngine } from './recorded-engine.ts';
import { benchTokens } from './tokens.ts';
import { eventForBoth, type WarmRequest, warmOperations } from './warm-requests.ts';

/** What the cold start of a function takes with its first request, next to the same function without a warm-up and its peers. */
export interface FirstRequests {
  readonly operation: OperationId;
  /** Whether the request finds nothing, so that it takes little but the stack. */
  readonly isUnknown: boolean;
  readonly own: Start;
  /** The function without the warm-up. */
  readonly cold: Start;
  readonly hono: Start;
  /** Hono with the same warm-up. */
  readonly warmHono: Start;
  /** One request without the SDK. */
  readonly floor: Start;
}

/** Medians of the processor time in milliseconds. */
export interface Start {
  readonly import: number;
  readonly first: number;
  readonly together: number;
}

/** What the first request that finds nothing may take, as a part of that without a warm-up. */
export const FIRST_REQUEST_BAR = 0.4;
/** What import and first request may take together, as a part of those of the peer with the same warm-up. */
export const TOGETHER_BAR = 0.95;

/** @param world an empty world. */
export async function measureFirstRequests(
  world: World,
  rounds: number,
  wanted?: readonly OperationId[],
): Promise<FirstRequests[]> {
  const all = await recordedRequests(world);
  const requests = all.filter(({ operation }) => wanted?.includes(operation) ?? true);
  const chosen = sources().filter(({ id }) => requests.some(({ operation }) => operation === id));
  const outdir = await mkdtemp(join(tmpdir(), 'sihat-bench-'));
  try {
    const modules = await modulesIn(outdir, chosen);
    const turns = requests.map(({ operation, isUnknown, request }) => ({
      ...{ operation, isUnknown },
      starts: Object.entries(modules(operation)).map(([name, module]) => ({
        name,
        start: new ColdStarts(module, name === 'floor' ? floorRequest(request) : request),
      })),
    }));
    const bar = progress('first requests', rounds * turns.length);
    for (let round = 0; round < rounds; round++) {
      for (const { starts } of turns) {
        for (const { start } of round % 2 === 0 ? starts : starts.toReversed()) await start.measure();
        bar.step();
      }
    }
    bar.end();
    return turns.map(({ starts, ...turn }) => ({
      ...turn,
      ...(Object.fromEntries(
        starts.map(({ name, start: { processor, first, together } }) => [
          name,
          { import: processor, first, together },
        ]),
      ) as Record<keyof ReturnType<typeof modules>, Start>),
    }));
  } finally {
    await rm(outdir, { recursive: true, force: true });
  }
}

async function modulesIn(outdir: string, chosen: readonly Source[]) {
  const bundled = async (folder: string, plugins = small) => {
    const bundles = await buildBundles(join(outdir, folder), chosen, plugins);
    return (id: string) => join(bundleOf(bundles, id).folder, 'index.mjs');
  };
  const peers = async (isWarm: boolean) => {
    const built = await bundleOfEach(chosen, outdir, { isWarm });
    return (id: string) => built[chosen.findIndex((source) => source.id === id)]?.module ?? '';
  };
  const [own, cold] = [await bundled('own'), await bundled('cold-own', [withoutWarmUp, ...small])];
  const [hono, warmHono] = [await peers(false), await peers(true)];
  const { module: floor } = await bundleOfFloor(outdir);
  return (id: string) => ({
    own: own(id),
    cold: cold(id),
    hono: hono(id),
    warmHono: warmHono(id),
    floor,
  });
}

interface Recorded {
  readonly operation: OperationId;
  readonly isUnknown: boolean;
  readonly request: FirstRequest;
}

/** Requests to some operations, with what the engine answers to them. */
async function recordedRequests(world: World): Promise<Recorded[]> {
  const { tokenFor, verify, jwks, clientId } = await benchTokens(ISSUER, world.clock.now());
  const { tableName, clock, connection } = world;

  async function recorded({ operation, sent }: WarmRequest, isUnknown: boolean): Promise<Recorded> {
    const event = eventForBoth(operation, sent, await tokenFor(sent.as));
    const engine = new RecordedEngine();
    const tables = tableClient({ tableName, clock, connection: { ...connection, requestHandler: engine } });
    const handler = serve(await loadEndpoint(contracts[operation]), {
      ...{ tables, verify, clock, keep: keepNothing, settings: testSettings, metricsNamespace: 'Sihat' },
      writeLine: () => {},
    });
    const { statusCode } = await handler(event, {});
    tables.close();
    const environment = { TABLE_NAME: tableName, TOKEN_CLIENT_ID: clientId };
    const { answers } = engine;
    const now = clock.now().getTime();
    return { operation, isUnknown, request: { event, statusCode, now, jwks, answers, environment } };
  }

  const unknown: WarmRequest = { operation: 'findEvent', sent: { params: { code: 'nobody-knows-this' } } };
  const requests = [await recorded(unknown, true)];
  for (const { next } of await warmOperations(world)) {
    const request = await next();
    // The time of a long list is that of its items.
    if (request.operation !== 'listCommunity') requests.push(await recorded(request, false));
  }
  return requests;
}

/** The function without the SDK reads one item. */
const floorRequest = (request: FirstRequest): FirstRequest => ({
  ...request,
  event: { id: 'x' },
  statusCode: 200,
  answers: [{ operation: 'GetItem', request: '', response: '{}' }],
});
