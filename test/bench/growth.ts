import type { OperationId } from '../../functions/contracts.ts';
import { progress } from '../reliability/simulation/progress.ts';
import { newWorld, type World } from '../support/world.ts';
import { expired, lists, ofEnded, ofParticipants, ofWeeks, type Row, report, totals } from './growth-rows.ts';
import type { Sizes } from './seeds.ts';
import { median } from './statistics.ts';
import type { Rebuilt, Store } from './store.ts';
import { undoing } from './undo.ts';

/**
 * The time, the database calls and the units of an operation while the items that it lists, counts or changes become more.
 * The tables of different sizes take turns, so that a busy moment of the machine hits them alike.
 */
export interface Grown {
  readonly operation: OperationId;
  /** The items that become more. */
  readonly counted: string;
  /** The most units of a response that grows to a limit. Otherwise the units are the same for any number of items. */
  readonly bounded?: number;
  /** Set if the calls are the same with the largest tables, too, and the time is at most 1.3 times as long. */
  readonly steady?: true;
  readonly sizes: readonly Measured[];
}

export interface Measured {
  readonly items: number;
  readonly rounds: number;
  readonly calls: number;
  readonly units: number;
  /** The median of a whole request in milliseconds. */
  readonly time: number;
}

/** What was measured with the tables that `--large` adds. */
export interface Large {
  readonly grown: readonly Grown[];
  readonly rebuilt: readonly Rebuilt[];
}

/** A round is one request to the table of each size. */
export interface GrowthOptions {
  readonly rounds: number;
  /** The numbers of items of every kind. */
  readonly sizes: readonly number[];
  /** The numbers of expired claims. */
  readonly expired: readonly number[];
  /** The numbers of weeks that one person has used the platform. */
  readonly weeks: readonly number[];
}
export const GROWTH: GrowthOptions = {
  rounds: 200,
  sizes: [1_000, 10_000, 100_000],
  expired: [200, 10_000, 20_000],
  weeks: [52, 520],
};

export interface LargeOptions {
  readonly rounds: number;
  readonly claims: readonly number[];
  readonly certificates: readonly number[];
  /** The members of the merchant and of the company. */
  readonly people: number;
  readonly ended: readonly number[];
}
export const LARGE: LargeOptions = {
  rounds: 200,
  claims: [1_000, 1_000_000],
  certificates: [1_000, 200_000],
  people: 100_000,
  ended: [1_000, 100_000],
};

/** 100 participants are the small end of the boards. */
const small: Sizes = { participants: 100 };
const all = (n: number): Sizes => ({
  ...{ participants: n, claims: n, members: n, certificates: n, employees: n, listed: n, acts: n },
});

/** Measures all operations with up to 100,000 items. */
export async function measureGrowth(
  store: Store,
  { rounds, sizes, expired: lapsed, weeks }: GrowthOptions,
): Promise<Grown[]> {
  const worlds = await worldsOf(store, sizes, (n) => [`items-${n}`, all(n)]);
  const boards = [...(await worldsOf(store, [100], (n) => [`items-${n}`, small])), ...worlds];
  const grown: Grown[] = [];
  for (const row of ofParticipants) grown.push(await measure(row, boards, rounds));
  for (const row of [report, totals, ...lists]) grown.push(await measure(row, worlds, rounds));
  const withExpired = await worldsOf(store, lapsed, (n) => [`expired-${n}`, { claims: 0, lapsed: n }]);
  grown.push(await measure(expired, withExpired, rounds));
  const lives = await worldsOf(store, weeks, (n) => [`weeks-${n}`, { weeks: n }]);
  for (const row of ofWeeks) grown.push(await measure(row, lives, rounds));
  return grown;
}

/** Measures what needs tables that take an hour to seed: two reports, their rebuilds, and exhibitions of many years. */
export async function measureLarge(
  store: Store,
  { rounds, claims, certificates, people, ended }: LargeOptions,
): Promise<Large> {
  const persons = { members: people, employees: people };
  const merchants = await worldsOf(store, claims, (n) => [`merchant-${n}`, { ...persons, claims: n }]);
  const companies = await worldsOf(store, certificates, (n) => [
    `company-${n}`,
    { ...persons, certificates: n },
  ]);
  const pasts = await worldsOf(store, ended, (n) => [`ended-${n}`, { ended: n }]);
  const grown = [await measure(report, merchants, rounds), await measure(totals, companies, rounds)];
  for (const row of ofEnded) grown.push(await measure(row, pasts, rounds));
  return {
    grown,
    rebuilt: [
      ...claims.flatMap((n) => store.rebuiltIn(`merchant-${n}`, 'workspace')),
      ...certificates.flatMap((n) => store.rebuiltIn(`company-${n}`, 'certificates')),
    ],
  };
}

/** The table with the most items of every kind. */
export async function largestWorld(store: Store, { sizes }: GrowthOptions): Promise<World> {
  const [largest] = await worldsOf(store, [Math.max(...sizes)], (n) => [`items-${n}`, all(n)]);
  if (!largest) throw new RangeError('there are no sizes');
  return largest[1];
}

type WorldOfSize = readonly [items: number, world: World];

async function worldsOf(
  { seed, connection }: Store,
  sizes: readonly number[],
  table: (n: number) => readonly [name: string, sizes: Sizes],
): Promise<WorldOfSize[]> {
  const worlds: WorldOfSize[] = [];
  for (const n of sizes) {
    const [tableName, seeds] = table(n);
    await seed(tableName, seeds);
    worlds.push([n, await newWorld({ on: { connection, tableName } })]);
  }
  return worlds;
}

async function measure(
  { operation, counted, request, bounded, steady, changes, holds = () => true }: Row,
  worlds: readonly WorldOfSize[],
  rounds: number,
): Promise<Grown> {
  const bar = progress(`${operation}: ${counted}`, rounds);
  const runs = worlds.map(([items, world]) => {
    return { items, world, times: [] as number[], rounds: 0, calls: 0, units: 0 };
  });
  for (let round = 0; round <= rounds; round++) {
    const sent = typeof request === 'function' ? request(round) : request;
    // The order is reversed in every second round, because a request may leave work to the next one.
    for (const run of round % 2 === 0 ? runs : runs.toReversed()) {
      const { world, items } = run;
      world.lines.length = 0;
      const undoable = changes ? undoing(world) : undefined;
      const startedAt = performance.now();
      const { status, body } = await world.call(operation, sent);
      const time = performance.now() - startedAt - (undoable?.spent() ?? 0);
      await undoable?.undo();
      if (status >= 300 || !holds(body, items))
        throw new Error(`${operation} with ${items} ${counted}: unexpected response ${status}`);
      const [line] = world.lines;
      run.rounds = Number(line?.['databaseRounds']);
      run.calls = Number(line?.['databaseCalls']);
      run.units = Number(line?.['consumedUnits']);
      if (round > 0) run.times.push(time); // the first request of a process also loads modules
    }
    if (round > 0) bar.step();
  }
  bar.end();
  return {
    operation,
    counted,
    ...(bounded !== undefined && { bounded }),
    ...(steady && { steady }),
    sizes: runs.map(({ world: _, times, ...run }) => ({ ...run, time: median(times) })),
  };
}
