import type { TestProject } from 'vitest/node';
import type { Engine } from '../../local/engine/engine.ts';
import { startEngine } from '../../local/engine/start-engine.ts';
import { forgetTried, reportsTests } from './reliability-report.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** One engine for each worker. */
    engines: readonly Pick<Engine, 'endpoint' | 'embedded'>[];
  }
}

/** Starts the real engine for this test run: one for each worker, because an engine executes one call after the other. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (reportsTests()) forgetTried('npm run test:long');
  const workers = Array.from({ length: project.vitest.config.maxWorkers });
  const engines = await Promise.all(workers.map(() => startEngine()));
  // Some tests create tables with a stream.
  for (const engine of engines) engine.tablesCreated();
  project.provide(
    'engines',
    engines.map(({ endpoint, embedded }) => ({ endpoint, embedded })),
  );
  return async () => {
    await Promise.all(engines.map((engine) => engine.stop()));
  };
}
