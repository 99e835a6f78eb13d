import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { projectRoot } from '../../infra/project-root.ts';
import { startEngine } from '../../local/engine/start-engine.ts';
import { createLedger, createTable } from '../../local/engine/tables.ts';
import { HALL_SECTIONS } from '../reliability/hall/sections.ts';
import { sectionOf } from '../support/document-section.ts';
import { LEDGER_SUFFIX } from '../support/iam-guard.ts';
import { newWorld, type World } from '../support/world.ts';
import { barsOf } from './bars.ts';
import { chartsOf } from './charts.ts';
import { measureCrowds } from './crowds.ts';
import { measureFirstRequests } from './first-requests.ts';
import { GROWTH, LARGE, largestWorld, measureGrowth, measureLarge } from './growth.ts';
import { measureImports } from './imports.ts';
import { measureKept } from './kept.ts';
import { measureOperations } from './operations.ts';
import { reportOf } from './report.ts';
import { measureReservations } from './reservations.ts';
import { type Measurements, readResults, type Section, saveResult } from './results.ts';
import { openStore, type Store } from './store.ts';
import { measureWarm } from './warm.ts';

/**
 * npm run bench: measures the sections of docs/performance.md, and writes that page and docs/performance.svg from the latest
 * results of all sections. By default it measures all but `large`. `--large` measures `large`, and those sections that were
 * never measured. `--only imports,warm` measures some sections. `--imports` only prints the imports, of the bundles that the
 * arguments name or of all.
 */
const ROUNDS = { imports: 9, firstRequests: 40, warm: 60 } as const;

const measuring: { readonly [S in Section]: (store: Store) => Promise<Measurements[S]> } = {
  imports: () => measureImports(ROUNDS.imports),
  firstRequests: () => inNewWorld((world) => measureFirstRequests(world, ROUNDS.firstRequests)),
  warm: () => inNewWorld((world) => measureWarm(world, ROUNDS.warm)),
  crowds: () => inNewWorld(measureCrowds),
  kept: () => inNewWorld(measureKept),
  reservations: () => inNewWorld(measureReservations),
  operations: (store) =>
    inNewWorld(async (world) => measureOperations(world, await largestWorld(store, GROWTH))),
  growth: (store) => measureGrowth(store, GROWTH),
  large: (store) => measureLarge(store, LARGE),
};
const sections = Object.keys(measuring) as Section[];

const { values, positionals } = parseArgs({
  options: {
    large: { type: 'boolean', default: false },
    imports: { type: 'boolean', default: false },
    only: { type: 'string' },
  },
  allowPositionals: true,
});

if (values.imports) {
  const imports = await measureImports(ROUNDS.imports, positionals);
  console.table(Object.fromEntries(imports.map(({ id, peers, ...rest }) => [id, { ...rest, ...peers }])));
} else {
  const chosen = await chosenSections();
  const store = await openStore();
  try {
    for (const section of chosen) await saveResult(section, await measuring[section](store));
  } finally {
    await store.stop();
  }
  await report();
}

async function chosenSections(): Promise<readonly Section[]> {
  const { only, large } = values;
  if (only !== undefined) {
    const unknown = only.split(',').filter((name) => !sections.includes(name as Section));
    if (unknown.length > 0) throw new Error(`There is no section ${unknown.join(', ')}.`);
    return only.split(',') as Section[];
  }
  const results = await readResults();
  return sections.filter((section) => (section === 'large' ? large : !large || !results[section]));
}

/** Prints the bars, and writes the page once all sections but `large` are measured. */
async function report(): Promise<void> {
  const results = await readResults();
  const bars = barsOf(results);
  console.table(bars);
  process.exitCode = bars.every(({ holds }) => holds) ? 0 : 1;
  const missing = sections.filter((section) => section !== 'large' && !results[section]);
  if (missing.length > 0) return console.info(`The page is not written without ${missing.join(', ')}.`);
  const docs = join(projectRoot, 'docs');
  await writeFile(join(docs, 'performance.svg'), chartsOf(results));
  const page = join(docs, 'performance.md');
  // `npm run simulate -- hall` writes these sections.
  const before = await readFile(page, 'utf8');
  const played = [...HALL_SECTIONS.values()].flatMap((heading) => sectionOf(before, heading) ?? []);
  await writeFile(page, `${[reportOf(results).trimEnd(), ...played].join('\n\n')}\n`);
}

/** Measures in a world of its own, in an engine whose data are deleted. */
async function inNewWorld<T>(measure: (world: World) => Promise<T>): Promise<T> {
  const engine = await startEngine();
  const { connection } = engine;
  const tableName = 'bench';
  try {
    await createTable(connection, tableName, { stream: false });
    await createLedger(connection, tableName + LEDGER_SUFFIX);
    return await measure(await newWorld({ on: { connection, tableName } }));
  } finally {
    await engine.stop();
  }
}
