import { contracts } from '../../functions/contracts.ts';
import { loadEndpoint } from '../../local/events/handlers.ts';
import { serve } from '../../shared/runtime/http-handler.ts';
import { type Keep, keepNothing, newKeep } from '../../shared/runtime/kept.ts';
import { tableClient } from '../../shared/table/client.ts';
import { later, seconds } from '../../shared/values/clock.ts';
import { SIGNED_OUT_CACHE_SECONDS } from '../../shared/values/limits.ts';
import { progress } from '../reliability/simulation/progress.ts';
import { NOON, type World } from '../support/world.ts';
import { median } from './statistics.ts';
import { eventForBoth, warmOperations } from './warm-requests.ts';

/** What a request to `listCommunity` takes of a warm process, which keeps the public part, and of one that reads it each time. */
export interface Kept {
  readonly keeping: Amounts;
  readonly reading: Amounts;
}

interface Amounts {
  /** Our own processor time in milliseconds. */
  readonly processor: number;
  readonly units: number;
}

/** Two requests a second in each process, as long as a copy is kept. */
const REQUESTS_OF_A_COPY = 2 * SIGNED_OUT_CACHE_SECONDS;
const ROUNDS = 12;

/** @param world an empty world. */
export async function measureKept(world: World): Promise<Kept> {
  await warmOperations(world);
  const endpoint = await loadEndpoint(contracts.listCommunity);
  const event = eventForBoth('listCommunity', {}, undefined);
  let now = NOON;
  const clock = { ...world.clock, now: () => now };
  const { tableName, connection } = world;
  const tables = tableClient({ tableName, clock, connection });
  let units = 0;
  const handlerWith = (keep: Keep) =>
    serve(endpoint, {
      ...{ tables, clock, keep, settings: {}, metricsNamespace: 'Sihat' },
      verify: () => Promise.reject(new Error('nobody signs in')),
      writeLine: (line) => {
        units += JSON.parse(line).consumedUnits;
      },
    });
  const handlers = { keeping: handlerWith(newKeep(clock)), reading: handlerWith(keepNothing) };
  const names = ['keeping', 'reading'] as const;
  const measured = { keeping: [] as Amounts[], reading: [] as Amounts[] };
  const bar = progress('listCommunity of a warm process', ROUNDS);
  for (let round = -2; round < ROUNDS; round++) {
    now = later(now, seconds(SIGNED_OUT_CACHE_SECONDS));
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      units = 0;
      const before = process.cpuUsage();
      for (let n = 0; n < REQUESTS_OF_A_COPY; n++) await handlers[name](event, {});
      const { user, system } = process.cpuUsage(before);
      const processor = (user + system) / 1000 / REQUESTS_OF_A_COPY;
      if (round >= 0) measured[name].push({ processor, units: units / REQUESTS_OF_A_COPY });
    }
    if (round >= 0) bar.step();
  }
  bar.end();
  tables.close();
  const medians = (all: readonly Amounts[]): Amounts => ({
    processor: median(all.map(({ processor }) => processor)),
    units: median(all.map((amounts) => amounts.units)),
  });
  return { keeping: medians(measured.keeping), reading: medians(measured.reading) };
}
