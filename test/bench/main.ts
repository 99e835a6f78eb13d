import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { projectRoot } from '../../infra/project-root.ts';
import { startEngine } from '../../local/engine/start-engine.ts';
import { createTable } from '../../local/engine/tables.ts';
import { HALL_SECTIONS } from '../reliability/hall/sections.ts';
import { sectionOf } from '../support/document-section.ts';
import { newWorld, type World } from '../support/world.ts';
import { barsOf, type Results } from './bars.ts';
import { chartsOf } from './charts.ts';
import { measureGrowth, measureLarge } from './growth.ts';
import { measureImports } from './imports.ts';
import { reportOf } from './report.ts';
import { measureReservations } from './reservations.ts';
import { FOLDER, openStore, type Store } from './store.ts';
import { measureWarm } from './warm.ts';

/**
 * npm run bench: measures everything and writes docs/performance.md and docs/performance.svg.
 * `--large` adds the reports with a million claims to the results of the last run. `--imports` only prints the imports, of
 * the bundles that the arguments name or of all.
 */
const ROUNDS = { imports: 9, warm: 500, growth: 200 } as const;
const RESULTS = join(FOLDER, 'results.json');
const SIZES = [1_000, 10_000, 100_000];

const { values, positionals } = parseArgs({
  options: { large: { type: 'boolean', default: false }, imports: { type: 'boolean', default: false } },
  allowPositionals: true,
});

if (values.imports) {
  const imports = await measureImports(ROUNDS.imports, positionals);
  console.table(Object.fromEntries(imports.map(({ id, ...rest }) => [id, rest])));
} else {
  const store = await openStore();
  try {
    const last = values.large ? await lastResults() : undefined;
    const results = last ?? (await measureAll(store));
    if (!last) await report(results);
    if (values.large) await report({ ...results, large: await measureLarge(store, ROUNDS.growth) });
  } finally {
    await store.stop();
  }
}

async function measureAll(store: Store): Promise<Results> {
  const imports = await measureImports(ROUNDS.imports);
  const [warm, reservations] = await inNewWorlds(
    (world) => measureWarm(world, ROUNDS.warm),
    (world) => measureReservations(world),
  );
  const growth = await measureGrowth(store, { sizes: SIZES, rounds: ROUNDS.growth });
  return { imports, warm, reservations, growth };
}

/** The results of the last run with the same seeds, if there are any. */
async function lastResults(): Promise<Results | undefined> {
  const text = await readFile(RESULTS, 'utf8').catch(() => undefined);
  return text === undefined ? undefined : JSON.parse(text);
}

/** Writes the page, and the numbers themselves next to the seeded tables. */
async function report(results: Results): Promise<void> {
  await writeFile(RESULTS, JSON.stringify(results));
  const docs = join(projectRoot, 'docs');
  await writeFile(join(docs, 'performance.svg'), chartsOf(results));
  const page = join(docs, 'performance.md');
  // `npm run simulate -- hall` writes these sections.
  const before = await readFile(page, 'utf8');
  const played = Object.values(HALL_SECTIONS).flatMap((heading) => sectionOf(before, heading) ?? []);
  await writeFile(page, `${[reportOf(results).trimEnd(), ...played].join('\n\n')}\n`);
  const bars = barsOf(results);
  console.table(bars);
  process.exitCode = bars.every(({ holds }) => holds) ? 0 : 1;
}

/** Runs each measurement in a world of its own, in an engine whose data are deleted. */
async function inNewWorlds<A, B>(
  first: (world: World) => Promise<A>,
  second: (world: World) => Promise<B>,
): Promise<[A, B]> {
  const engine = await startEngine();
  const { connection } = engine;
  const worldOf = async (tableName: string) => {
    await createTable(connection, tableName, { stream: false });
    return newWorld({ on: { connection, tableName } });
  };
  try {
    return [await first(await worldOf('bench-first')), await second(await worldOf('bench-second'))];
  } finally {
    await engine.stop();
  }
}
