import type { TestProject } from 'vitest/node';
import { type Engine, startEngine } from '../../local/engine.ts';
import { forgetTried, reportsTests } from './reliability-report.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** One for each worker. */
    engines: readonly Pick<Engine, 'endpoint' | 'embedded'>[];
  }
}

/**
 * The real engine under every test of this run. Each worker has an engine of its own: the more tables one holds, the
 * longer it takes to make another.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (reportsTests()) forgetTried('npm run test:long');
  const workers = Array.from({ length: project.vitest.config.maxWorkers });
  const engines = await Promise.all(workers.map(() => startEngine()));
  project.provide(
    'engines',
    engines.map(({ endpoint, embedded }) => ({ endpoint, embedded })),
  );
  return async () => {
    await Promise.all(engines.map((engine) => engine.stop()));
  };
}
