import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildBundles } from '../../infra/bundles/bundles.ts';
import { type Source, sources } from '../../infra/bundles/sources.ts';
import { progress } from '../reliability/simulation/progress.ts';
import { ColdStarts } from './cold-start.ts';
import { bundleOfEach } from './peers/bundle.ts';

/**
 * The size and the import time of every bundle, next to its peers. A bundle makes its clients and warms them up during the
 * import, as in a cold start. Each endpoint takes turns with its own peers, so that a busy moment of the machine hits all alike.
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

/** One function with Hono for this endpoint, built by the settings of its bundle. */
export interface Peers {
  /** With the same warm-up. */
  readonly warm: number;
  /** As a function with Hono usually is. */
  readonly cold: number;
}

/**
 * What an import may take, as a part of the processor time of the peer with the same warm-up. The two share nearly all of their code,
 * so they take about the same.
 */
export const IMPORT_BAR = 1.05;
/**
 * A median of few imports is inexact, and the highest of 120 ones is mostly chance. So endpoints above the bar are measured
 * again with this many times the rounds, twice if necessary, and only the last measurement of an endpoint counts.
 */
const MORE_ROUNDS = [4, 16] as const;

interface Turn extends Pick<Imported, 'id' | 'kind' | 'bytes'> {
  readonly own: ColdStarts;
  readonly warm?: ColdStarts | undefined;
  readonly cold?: ColdStarts | undefined;
}

/** @param wanted the ids of the bundles to measure; all by default. @throws {Error} for an unknown id. */
export async function measureImports(rounds: number, wanted: readonly string[] = []): Promise<Imported[]> {
  const known = sources();
  const unknown = wanted.filter((name) => !known.some(({ id }) => id === name));
  if (unknown.length > 0) throw new Error(`There is no bundle ${unknown.join(', ')}.`);
  const chosen = known.filter(({ id }) => wanted.length === 0 || wanted.includes(id));
  const outdir = await mkdtemp(join(tmpdir(), 'sihat-bench-'));
  try {
    const turns = [await emptyTurn(outdir), ...(await turnsIn(outdir, chosen))];
    await takeAll(turns, rounds, 'import of each bundle and its peers');
    for (const times of MORE_ROUNDS) {
      const above = turns.filter(isAboveBar);
      for (const { own, warm, cold } of above) for (const starts of [own, warm, cold]) starts?.forget();
      await takeAll(above, rounds * times, 'imports above the bar, again');
    }
    return turns.map(importedOf);
  } finally {
    await rm(outdir, { recursive: true, force: true });
  }
}

async function turnsIn(outdir: string, chosen: readonly Source[]): Promise<Turn[]> {
  const bundles = await buildBundles(join(outdir, 'dist'), chosen);
  const endpoints = chosen.filter(({ kind }) => kind === 'endpoint');
  const peersOf = async (isWarm: boolean) => {
    const built = endpoints.length === 0 ? [] : await bundleOfEach(endpoints, outdir, { isWarm });
    return new Map(built.map(({ module }, n) => [endpoints[n]?.id, new ColdStarts(module)]));
  };
  const [warm, cold] = [await peersOf(true), await peersOf(false)];
  return [...bundles.values()].map((bundle) => ({
    ...bundle,
    own: new ColdStarts(join(bundle.folder, 'index.mjs')),
    warm: warm.get(bundle.id),
    cold: cold.get(bundle.id),
  }));
}

/** What any function takes. */
async function emptyTurn(outdir: string): Promise<Turn> {
  await mkdir(join(outdir, 'empty'));
  const file = join(outdir, 'empty', 'index.mjs');
  await writeFile(file, 'export const handler = async () => ({ statusCode: 200 });\n');
  return { id: 'empty handler', kind: 'other', bytes: 0, own: new ColdStarts(file) };
}

/** Imports each bundle and its peers, in the reversed order in every second round. */
async function takeAll(turns: readonly Turn[], rounds: number, what: string): Promise<void> {
  const bar = progress(what, rounds * turns.length);
  for (let round = 0; round < rounds; round++) {
    for (const { own, warm, cold } of turns) {
      const turn = [own, warm, cold];
      for (const starts of round % 2 === 0 ? turn : turn.toReversed()) await starts?.measure();
      bar.step();
    }
  }
  bar.end();
}

const isAboveBar = ({ own, warm }: Turn): boolean =>
  warm !== undefined && own.processor > IMPORT_BAR * warm.processor;

function importedOf({ id, kind, bytes, own, warm, cold }: Turn): Imported {
  const { elapsed, processor } = own;
  const peers = warm && cold && { warm: warm.processor, cold: cold.processor };
  return { id, kind, bytes, elapsed, processor, ...(peers && { peers }) };
}
