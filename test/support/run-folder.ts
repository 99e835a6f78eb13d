import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { isAlive } from '../../local/engine.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** For what the files of tests of one run share. */
    runFolder: string;
  }
}

/** What Node.js has compiled of the sources, for every process of this run and of the next ones; keyed by content. */
const COMPILED = join(import.meta.dirname, '../../node_modules/.cache/sihat/compiled');

/** The name of a run's folder begins with this and the id of the run's process. */
const PREFIX = 'sihat-run-';

/**
 * One temporary folder for all that a run of tests, its workers and their children write for a while. The run removes it
 * at its end; the next run removes what a killed run has left.
 */
export default function setup(project: TestProject): void {
  const ofThisRun = `${PREFIX}${process.pid}-`;
  // Each project of the run comes here.
  if (!basename(tmpdir()).startsWith(ofThisRun)) {
    removeAbandoned(tmpdir());
    const folder = mkdtempSync(join(tmpdir(), ofThisRun));
    process.env['TMPDIR'] = folder;
    process.env['NODE_COMPILE_CACHE'] ??= COMPILED;
    process.once('exit', () => remove(folder));
    // By default these signals end a process without a word.
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.once(signal, () => process.exit(128 + constants.signals[signal]));
  }
  project.provide('runFolder', tmpdir());
}

/** Removes what runs have left that did not end well. */
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
    // A process that ends with the run still writes there, such as a browser. The next run removes the folder.
  }
}
