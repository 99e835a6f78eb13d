import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { stages } from '../stages.ts';
import { buildBundles, sources } from './bundles.ts';

/**
 * Prints the size and load time of each bundle, next to those of a handler that does nothing. Each load is a fresh
 * process in Lambda's environment, and the bundles take turns, so that a busy moment of the machine hits them alike.
 * Arguments name the bundles to measure; all by default.
 */
const ROUNDS = 9;
const EMPTY = '(empty handler)';
const ISSUER = `https://cognito-idp.${stages.dev.region}.amazonaws.com/${stages.dev.region}_Bench0000`;

const outdir = await mkdtemp(join(tmpdir(), 'sihat-bench-'));
try {
  const wanted = process.argv.slice(2);
  const known = sources();
  const unknown = wanted.filter((name) => !known.some(({ id }) => id === name));
  if (unknown.length > 0) throw new Error(`There is no bundle ${unknown.join(', ')}.`);
  const bundles = await buildBundles(
    join(outdir, 'dist'),
    known.filter(({ id }) => wanted.length === 0 || wanted.includes(id)),
  );
  const rows = [
    { id: EMPTY, kind: '', bytes: 0, module: await emptyHandler(), times: [] as number[] },
    ...[...bundles.values()].map(({ id, kind, bytes, folder }) => ({
      id,
      kind,
      bytes,
      module: join(folder, 'index.mjs'),
      times: [] as number[],
    })),
  ];
  for (let round = 0; round < ROUNDS; round++) {
    for (const [n, { module, times }] of rows.entries()) {
      process.stderr.write(`\rround ${round + 1} of ${ROUNDS}, bundle ${n} of ${rows.length - 1} `);
      times.push(await loadTime(module));
    }
  }
  process.stderr.write('\n');
  console.table(
    Object.fromEntries(
      rows.map(({ id, kind, bytes, times }) => [
        id,
        { kind, bytes, 'import (ms, median)': Number(median(times).toFixed(1)) },
      ]),
    ),
  );
} finally {
  await rm(outdir, { recursive: true, force: true });
}

async function emptyHandler(): Promise<string> {
  const folder = join(outdir, 'empty');
  await mkdir(folder);
  const file = join(folder, 'index.mjs');
  await writeFile(file, 'export const handler = async () => ({ statusCode: 200 });\n');
  return file;
}

/** Milliseconds to import a bundle; with Lambda's variables it makes its clients at once, as a cold start does. */
async function loadTime(module: string): Promise<number> {
  const script = `const start = performance.now();
    await import(${JSON.stringify(pathToFileURL(module).href)});
    process.stdout.write(String(performance.now() - start));
    process.exit();`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], {
    env: {
      AWS_LAMBDA_RUNTIME_API: '127.0.0.1:1',
      AWS_REGION: stages.dev.region,
      AWS_ACCESS_KEY_ID: 'bench',
      AWS_SECRET_ACCESS_KEY: 'bench',
      TABLE_NAME: stages.dev.tableName,
      TOKEN_ISSUER: ISSUER,
      TOKEN_CLIENT_ID: 'bench',
      TOKEN_JWKS_URI: `${ISSUER}/.well-known/jwks.json`,
      ...stages.dev.settings,
    },
  });
  return Number(stdout);
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
