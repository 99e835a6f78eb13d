import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { buildBundles } from '../../infra/bundles/bundles.ts';
import { sources } from '../../infra/bundles/sources.ts';
import { stages } from '../../infra/stages.ts';
import { progress } from '../reliability/simulation/progress.ts';
import { buildPeer } from './peers/bundle.ts';
import { median } from './statistics.ts';

/**
 * The size and the import time of every bundle, next to an empty handler and to the peers. Each import is a fresh process
 * with Lambda's environment, in which a bundle makes its clients at once, as a cold start does.
 */
export interface Imported {
  readonly id: string;
  readonly kind: 'endpoint' | 'worker' | 'empty' | 'peer';
  readonly bytes: number;
  /** The fastest import in milliseconds. */
  readonly time: number;
  /** The median processor time of an import in milliseconds, which other work on the machine hardly changes. */
  readonly processor: number;
}

/** The peers are measured again after this many bundles, so that a busy moment of the machine hits all alike. */
const BUNDLES_BETWEEN_PEERS = 10;
const ISSUER = `https://cognito-idp.${stages.dev.region}.amazonaws.com/${stages.dev.region}_Bench0000`;
const ENVIRONMENT = {
  AWS_LAMBDA_RUNTIME_API: '127.0.0.1:1',
  AWS_REGION: stages.dev.region,
  AWS_ACCESS_KEY_ID: 'bench',
  AWS_SECRET_ACCESS_KEY: 'bench',
  TABLE_NAME: stages.dev.tableName,
  LEDGER_TABLE_NAME: `${stages.dev.tableName}-ledger`,
  USER_POOL_ID: `${stages.dev.region}_Bench0000`,
  CURSOR_SECRET: 'what the cursors of the benchmark are sealed with',
  TOKEN_ISSUER: ISSUER,
  TOKEN_CLIENT_ID: 'bench',
  TOKEN_JWKS_URI: `${ISSUER}/.well-known/jwks.json`,
  ...stages.dev.settings,
};

/** @param wanted the ids of the bundles to measure; all by default. @throws {Error} for an unknown id. */
export async function measureImports(rounds: number, wanted: readonly string[] = []): Promise<Imported[]> {
  const known = sources();
  const unknown = wanted.filter((name) => !known.some(({ id }) => id === name));
  if (unknown.length > 0) throw new Error(`There is no bundle ${unknown.join(', ')}.`);
  const outdir = await mkdtemp(join(tmpdir(), 'sihat-bench-'));
  try {
    const compared = [
      { id: 'empty handler', kind: 'empty' as const, bytes: 0, module: await emptyHandler(outdir) },
      { id: 'Hono', kind: 'peer' as const, ...(await buildPeer('hono', outdir)) },
      { id: 'Express', kind: 'peer' as const, ...(await buildPeer('express', outdir)) },
    ].map((imported) => ({ ...imported, times: [] as ImportTime[] }));
    const bundles = await buildBundles(
      join(outdir, 'dist'),
      known.filter(({ id }) => wanted.length === 0 || wanted.includes(id)),
    );
    const own = [...bundles.values()].map((bundle) => ({
      ...bundle,
      module: join(bundle.folder, 'index.mjs'),
      times: [] as ImportTime[],
    }));
    const bar = progress('import of each bundle', rounds * own.length);
    for (let round = 0; round < rounds; round++) {
      for (const [n, { module, times }] of own.entries()) {
        if (n % BUNDLES_BETWEEN_PEERS === 0)
          for (const peer of compared) peer.times.push(await importTime(peer.module));
        times.push(await importTime(module));
        bar.step();
      }
    }
    bar.end();
    return [...compared, ...own].map(({ id, kind, bytes, times }) => ({
      id,
      kind,
      bytes,
      time: Math.min(...times.map(({ time }) => time)),
      processor: median(times.map(({ processor }) => processor)),
    }));
  } finally {
    await rm(outdir, { recursive: true, force: true });
  }
}

async function emptyHandler(outdir: string): Promise<string> {
  await mkdir(join(outdir, 'empty'));
  const file = join(outdir, 'empty', 'index.mjs');
  await writeFile(file, 'export const handler = async () => ({ statusCode: 200 });\n');
  return file;
}

type ImportTime = Pick<Imported, 'time' | 'processor'>;

/** Imports a module in a new process. The process has no compile cache, because its environment names none. */
async function importTime(module: string): Promise<ImportTime> {
  const script = `const start = performance.now();
    const before = process.cpuUsage();
    await import(${JSON.stringify(pathToFileURL(module).href)});
    const { user, system } = process.cpuUsage(before);
    process.stdout.write(JSON.stringify({ time: performance.now() - start, processor: (user + system) / 1000 }));
    process.exit();`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], {
    env: ENVIRONMENT,
  });
  return JSON.parse(stdout);
}
