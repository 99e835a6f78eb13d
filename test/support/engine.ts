import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { type Engine, startEngine } from '../../local/engine.ts';
import { forgetTried, reportsTests } from './reliability.ts';

declare module 'vitest' {
  interface ProvidedContext {
    engine: Pick<Engine, 'endpoint' | 'embedded'>;
    /** For what the files of tests of one run share. */
    runFolder: string;
  }
}

/** The real engine under every test of this run, and a folder. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (reportsTests()) forgetTried('npm run test:long');
  const [engine, folder] = await Promise.all([startEngine(), mkdtemp(join(tmpdir(), 'sihat-run-'))]);
  const { endpoint, embedded } = engine;
  project.provide('engine', { endpoint, embedded });
  project.provide('runFolder', folder);
  return async () => {
    await engine.stop();
    await rm(folder, { recursive: true });
  };
}
