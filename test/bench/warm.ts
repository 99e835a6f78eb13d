import { setTimeout } from 'node:timers/promises';
import { contracts, type OperationId } from '../../functions/contracts.ts';
import { loadEndpoint } from '../../local/events/handlers.ts';
import type { HttpRequest, HttpResponse } from '../../shared/http/gateway.ts';
import type { Endpoint } from '../../shared/runtime/endpoint.ts';
import { serve, type Tools } from '../../shared/runtime/http-handler.ts';
import { keepNothing } from '../../shared/runtime/kept.ts';
import { tableClient } from '../../shared/table/client.ts';
import { progress } from '../reliability/simulation/progress.ts';
import { testSettings } from '../support/settings.ts';
import { NOON, newId, type World } from '../support/world.ts';
import { peer } from './peers/hono.ts';
import { plainTables } from './peers/plain-tables.ts';
import { type Layers, layersOf } from './profile.ts';
import { RecordedEngine } from './recorded-engine.ts';
import { median } from './statistics.ts';
import { benchTokens } from './tokens.ts';
import { eventForBoth, warmOperations } from './warm-requests.ts';

/**
 * What a request takes in a warm process: through the platform's handler, and through Hono with one endpoint, the same
 * store and the same tokens. All take turns.
 */
export interface Warm {
  readonly operation: OperationId;
  /** Medians of our own processor time in milliseconds, with recorded responses of the database. */
  readonly processor: Taken;
  /** Medians of the elapsed time in milliseconds, with the embedded engine. */
  readonly elapsed: Omit<Taken, 'plainHono'>;
  /** Only of some operations: the parts of the platform's processor time. */
  readonly layers?: Layers;
}

interface Taken {
  readonly own: number;
  /** Hono with the same client of the database. */
  readonly hono: number;
  /** Hono with the clients of the SDK as they come. */
  readonly plainHono: number;
}

const BATCH = 25;
const WARM_UP_BATCHES = 8;
const ISSUER = 'https://issuer.test/bench';

/** @param world an empty world. @param batches how often each handler answers 25 equal requests. */
export async function measureWarm(world: World, batches: number): Promise<Warm[]> {
  const { tokenFor, verify } = await benchTokens(ISSUER, NOON);
  const measured: Warm[] = [];
  for (const { next, profiled } of await warmOperations(world)) {
    const { operation } = await next();
    const endpoint = await loadEndpoint(contracts[operation]);
    const eventOfNext = async () => {
      const { sent } = await next();
      return eventForBoth(operation, sent, await tokenFor(sent.as));
    };
    const measure = { world, verify, endpoint, operation, profiled, eventOfNext, batches };
    const { layers, ...processor } = await ownProcessorTime(measure);
    measured.push({ operation, processor, elapsed: await withEngine(measure), ...(layers && { layers }) });
  }
  return measured;
}

interface Measuring {
  readonly world: World;
  readonly verify: Tools['verify'];
  readonly endpoint: Endpoint;
  readonly operation: OperationId;
  readonly profiled: true | undefined;
  readonly eventOfNext: () => Promise<HttpRequest>;
  readonly batches: number;
}
type Handler = (event: HttpRequest) => Promise<HttpResponse>;

async function ownProcessorTime(measuring: Measuring) {
  const { world, verify, endpoint, operation, profiled, eventOfNext, batches } = measuring;
  const engine = new RecordedEngine();
  // Ids that stay the same make all calls of equal requests equal.
  const [id, secret] = [newId(), world.clock.newSecret()];
  const clock = { ...world.clock, newId: () => id, newSecret: () => secret, chance: () => 0 };
  // The engine does not check signatures, so the world's connection does not sign; a function in Lambda does.
  const { signer: _, ...signing } = world.connection;
  const connection = { ...signing, requestHandler: engine };
  const options = { tableName: world.tableName, clock, connection };
  const tools = { ...toolsOf(verify), clock };
  const [tables, plain] = [tableClient(options), plainTables(options)];
  const handlers = {
    own: serve(endpoint, { ...tools, tables }) as Handler,
    hono: peer(endpoint, { ...tools, tables }) as unknown as Handler,
    plainHono: peer(endpoint, { ...tools, tables: plain }) as unknown as Handler,
  };
  const event = await eventOfNext();
  await answered('own', handlers.own, event);
  engine.stopRecording();
  const times = { own: [] as number[], hono: [] as number[], plainHono: [] as number[] };
  const names = Object.keys(times) as (keyof typeof times)[];
  const bar = progress(`${operation}: our own processor time`, batches);
  for (let batch = -WARM_UP_BATCHES; batch < batches; batch++) {
    for (const name of batch % 2 === 0 ? names : names.toReversed()) {
      const before = process.cpuUsage();
      for (let n = 0; n < BATCH; n++) await answered(name, handlers[name], event);
      const { user, system } = process.cpuUsage(before);
      if (batch >= 0) times[name].push((user + system) / 1000 / BATCH);
    }
    await setTimeout(0); // Lets timers and finalizers of the batch run outside of the next one.
    if (batch >= 0) bar.step();
  }
  bar.end();
  const layers = profiled
    ? await layersOf(async () => {
        for (let n = 0; n < batches * BATCH; n++) await answered('own', handlers.own, event);
      })
    : undefined;
  for (const { close } of [tables, plain]) close();
  return { own: median(times.own), hono: median(times.hono), plainHono: median(times.plainHono), layers };
}

async function withEngine({ world, verify, endpoint, operation, eventOfNext, batches }: Measuring) {
  const { tableName, clock, connection } = world;
  const tools = { ...toolsOf(verify), clock, tables: tableClient({ tableName, clock, connection }) };
  const own = serve(endpoint, tools) as Handler;
  const hono = peer(endpoint, tools) as unknown as Handler;
  const times = { own: [] as number[], hono: [] as number[] };
  const bar = progress(`${operation}: with the engine`, batches);
  for (let round = -WARM_UP_BATCHES; round < batches; round++) {
    const turn = [['own', own] as const, ['hono', hono] as const];
    for (const [name, handler] of round % 2 === 0 ? turn : turn.toReversed()) {
      const event = await eventOfNext();
      const startedAt = performance.now();
      await answered(name, handler, event);
      if (round >= 0) times[name].push(performance.now() - startedAt);
    }
    if (round >= 0) bar.step();
  }
  bar.end();
  tools.tables.close();
  return { own: median(times.own), hono: median(times.hono) };
}

/** Nothing is kept between requests, so that each one does the whole work. */
const toolsOf = (verify: Tools['verify']) => ({
  verify,
  keep: keepNothing,
  settings: testSettings,
  writeLine: () => {},
  metricsNamespace: 'Sihat',
});

async function answered(name: string, handler: Handler, event: HttpRequest): Promise<void> {
  const { statusCode } = await handler(event);
  if (statusCode >= 300) throw new Error(`${event.routeKey}: ${name} answered ${statusCode}`);
}
