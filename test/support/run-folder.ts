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

/** The name of a run's folder begins with this and the id of the run's process. */
const PREFIX = 'sihat-run-';

/**
 * One temporary folder for all that a run of tests, its workers and their children write for a while. It goes with the
 * run, and the folder of a killed run goes with the next run.
 */
export default function setup(project: TestProject): void {
  const ofThisRun = `${PREFIX}${process.pid}-`;
  // Each project of the run comes here.
  if (!basename(tmpdir()).startsWith(ofThisRun)) {
    removeAbandoned();
    const folder = mkdtempSync(join(tmpdir(), ofThisRun));
    process.env['TMPDIR'] = folder;
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
    // By default these signals end a process without a word.
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.once(signal, () => process.exit(128 + constants.signals[signal]));
  }
  project.provide('runFolder', tmpdir());
}

function removeAbandoned(): void {
  for (const name of readdirSync(tmpdir())) {
    const owner = /^(\d+)-/.exec(name.startsWith(PREFIX) ? name.slice(PREFIX.length) : '')?.[1];
    if (owner !== undefined && !isAlive(Number(owner)))
      rmSync(join(tmpdir(), name), { recursive: true, force: true });
  }
}
