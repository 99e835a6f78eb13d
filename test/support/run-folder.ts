import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { isAlive } from '../../local/engine/engine.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A folder that the test files of one run share. */
    runFolder: string;
  }
}

/** Node.js caches compiled sources here, keyed by content, for every process of this run and of later ones. */
const COMPILED = join(import.meta.dirname, '../../node_modules/.cache/sihat/compiled');

/** The name of a run's folder consists of this prefix, the process id of the run and a random part. */
const PREFIX = 'sihat-run-';

/**
 * Creates one temporary folder for a test run, its workers and their child processes. The run removes it at its end; the
 * next run removes the folders of killed runs.
 */
export default function setup(project: TestProject): void {
  const ofThisRun = `${PREFIX}${process.pid}-`;
  // vitest calls this once for each project of the run.
  if (!basename(tmpdir()).startsWith(ofThisRun)) {
    removeAbandoned(tmpdir());
    const folder = mkdtempSync(join(tmpdir(), ofThisRun));
    process.env['TMPDIR'] = folder;
    process.env['NODE_COMPILE_CACHE'] ??= COMPILED;
    process.once('exit', () => remove(folder));
    // By default these signals end a process without an `exit` event.
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.once(signal, () => process.exit(128 + constants.signals[signal]));
  }
  project.provide('runFolder', tmpdir());
}

/** Removes the folders of runs that were killed. */
export function removeAbandoned(root: string): void {
  for (const name of readdirSync(root)) {
    const owner = /^(\d+)-/.exec(name.startsWith(PREFIX) ? name.slice(PREFIX.length) : '')?.[1];
    if (owner !== undefined && !isAlive(Number(owner))) remove(join(root, name));
  }
}

function remove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  } catch {
    // A browser that ends with the run may still write there. The next run removes the folder.
  }
}
