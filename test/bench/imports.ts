import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildBundles } from '../../infra/bundles/bundles.ts';
import { type Source, sources } from '../../infra/bundles/sources.ts';
import { progress } from '../reliability/simulation/progress.ts';
import { ImportTimes } from './import-time.ts';
import { bundleOfAll, bundleOfEach, bundleOfFloor, type PeerBundle, type Settings } from './peers/bundle.ts';

/**
 * The size and the import time of every bundle, next to its peers. A bundle makes its clients during the import, as in a cold
 * start. Each endpoint takes turns with its own peers and with the floor, so that a busy moment of the machine hits all alike.
 */
export interface Imported {
  readonly id: string;
  readonly kind: 'endpoint' | 'worker' | 'other';
  readonly bytes: number;
  /** The fastest import in milliseconds. */
  readonly elapsed: number;
  /** The median processor time of an import in milliseconds. */
  readonly processor: number;
  /** Only of endpoints: the processor times of their peers in the same turns. */
  readonly peers?: Peers;
}

/** One function with Hono for this endpoint, by the settings of its bundle, and the function without the SDK. */
export interface Peers {
  readonly small: number;
  readonly floor: number;
  /** Only of a sample. */
  readonly alike?: number;
  readonly plain?: number;
}

/**
 * What an import may take, as a part of the processor time of its peers. The bar of the floor was set as 3.0 times another floor of
 * this kind, when the slowest endpoint took 3.1 times it. The same bundle took 3.85 times this lighter one, so the bar is 3.0 / 3.1 of
 * that.
 */
export const IMPORT_BARS = { small: 0.94, floor: 3.7 } as const;
/**
 * A median of few imports is inexact, and the highest of 119 ones is mostly chance. So endpoints above a bar are measured again
 * with this many times the rounds, twice if necessary, and only the last measurement of an endpoint counts.
 */
const MORE_ROUNDS = [4, 16] as const;
/** The functions with all endpoints are imported again after this many bundles. */
const BUNDLES_BETWEEN_OTHERS = 10;
/** Peers with other settings are measured for one in this many endpoints, because they take long. */
const ENDPOINTS_PER_SAMPLE = 16;

interface Turn extends Source {
  readonly bytes: number;
  readonly own: ImportTimes;
  readonly small?: ImportTimes | undefined;
  readonly alike?: ImportTimes | undefined;
  readonly plain?: ImportTimes | undefined;
  readonly floor: ImportTimes;
}

/** @param wanted the ids of the bundles to measure; all by default. @throws {Error} for an unknown id. */
export async function measureImports(rounds: number, wanted: readonly string[] = []): Promise<Imported[]> {
  const known = sources();
  const unknown = wanted.filter((name) => !known.some(({ id }) => id === name));
  if (unknown.length > 0) throw new Error(`There is no bundle ${unknown.join(', ')}.`);
  const chosen = known.filter(({ id }) => wanted.length === 0 || wanted.includes(id));
  const outdir = await mkdtemp(join(tmpdir(), 'sihat-bench-'));
  try {
    const others = await othersIn(outdir);
    const turns = await turnsIn(outdir, chosen, others.floor.module);
    const bar = progress('import of each bundle and its peers', rounds * turns.length);
    for (let round = 0; round < rounds; round++) {
      for (const [n, turn] of turns.entries()) {
        if (n % BUNDLES_BETWEEN_OTHERS === 0)
          for (const { times } of Object.values(others)) await times.measure();
        await take(turn, round);
        bar.step();
      }
    }
    bar.end();
    for (const times of MORE_ROUNDS) await measureAgain(turns.filter(isAboveBar), rounds * times);
    return [...Object.values(others).map(otherOf), ...turns.map(importedOf)];
  } finally {
    await rm(outdir, { recursive: true, force: true });
  }
}

async function measureAgain(above: readonly Turn[], rounds: number): Promise<void> {
  for (const { own, small, floor } of above) for (const times of [own, small, floor]) times?.forget();
  const again = progress('imports above a bar, again', above.length * rounds);
  for (let round = 0; round < rounds; round++) {
    for (const turn of above) {
      await take(turn, round);
      again.step();
    }
  }
  again.end();
}

/** The empty handler, the floor, and the peers with all endpoints. */
async function othersIn(outdir: string) {
  const of = (id: string, { module, bytes }: PeerBundle) => ({
    id,
    module,
    bytes,
    times: new ImportTimes(module),
  });
  return {
    empty: of('empty handler', { module: await emptyHandler(outdir), bytes: 0 }),
    floor: of('one request without the SDK', await bundleOfFloor(outdir)),
    hono: of('Hono with all endpoints', await bundleOfAll('hono', outdir)),
    express: of('Express with all endpoints', await bundleOfAll('express', outdir)),
  };
}

async function turnsIn(outdir: string, chosen: readonly Source[], floor: string): Promise<Turn[]> {
  const bundles = await buildBundles(join(outdir, 'dist'), chosen);
  const endpoints = chosen.filter(({ kind }) => kind === 'endpoint');
  const sample = endpoints.filter((_, n) => n % ENDPOINTS_PER_SAMPLE === 0);
  const timesOf = async (settings: Settings, of: readonly Source[]) => {
    const built = of.length === 0 ? [] : await bundleOfEach(settings, of, outdir);
    return new Map(built.map(({ module }, n) => [of[n]?.id, new ImportTimes(module)]));
  };
  const small = await timesOf('small', endpoints);
  const [alike, plain] = [await timesOf('alike', sample), await timesOf('plain', sample)];
  return [...bundles.values()].map((bundle) => ({
    ...bundle,
    own: new ImportTimes(join(bundle.folder, 'index.mjs')),
    small: small.get(bundle.id),
    alike: alike.get(bundle.id),
    plain: plain.get(bundle.id),
    floor: new ImportTimes(floor),
  }));
}

/** Imports a bundle and its peers once, in the reversed order in every second round. */
async function take({ own, small, alike, plain, floor }: Turn, round: number): Promise<void> {
  const turn = [own, small, floor, alike, plain];
  for (const times of round % 2 === 0 ? turn : turn.toReversed()) await times?.measure();
}

function isAboveBar({ own, small, floor }: Turn): boolean {
  if (!small) return false;
  return (
    own.processor > IMPORT_BARS.small * small.processor || own.processor > IMPORT_BARS.floor * floor.processor
  );
}

const otherOf = ({ id, bytes, times: { elapsed, processor } }: Other): Imported => ({
  ...{ id, kind: 'other', bytes, elapsed, processor },
});
type Other = Awaited<ReturnType<typeof othersIn>>['empty'];

function importedOf({ id, kind, bytes, own, small, alike, plain, floor }: Turn): Imported {
  const { elapsed, processor } = own;
  const peers = small && {
    small: small.processor,
    floor: floor.processor,
    ...(alike && { alike: alike.processor }),
    ...(plain && { plain: plain.processor }),
  };
  return { id, kind, bytes, elapsed, processor, ...(peers && { peers }) };
}

async function emptyHandler(outdir: string): Promise<string> {
  await mkdir(join(outdir, 'empty'));
  const file = join(outdir, 'empty', 'index.mjs');
  await writeFile(file, 'export const handler = async () => ({ statusCode: 200 });\n');
  return file;
}
