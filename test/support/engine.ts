import type { TestProject } from 'vitest/node';
import type { Engine } from '../../local/engine/engine.ts';
import { startEngine } from '../../local/engine/start-engine.ts';
import { dynamoDbLocal } from './dynamodb-local.ts';
import { type EngineKind, engineKind } from './engine-kind.ts';
import { hostileEngine, laggingEndpoint } from './hostile/hostile-engine.ts';
import { forgetTried, reportsTests } from './reliability-report.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** One engine for each worker. */
    engines: readonly EngineOfWorker[];
  }
}

interface EngineOfWorker extends Pick<Engine, 'endpoint' | 'embedded'> {
  /** The same engine with indexes that lag behind their table, if the run has such an engine. */
  readonly lagging?: string;
}

const starts: Record<EngineKind, () => Promise<EngineOfWorker & Pick<Engine, 'tablesCreated' | 'stop'>>> = {
  default: () => startEngine(),
  'dynamodb-local': () => dynamoDbLocal(),
  async hostile() {
    const engine = await startEngine();
    const { endpoint, struck, stop } = await hostileEngine(engine.endpoint);
    return {
      ...engine,
      endpoint,
      lagging: laggingEndpoint(endpoint),
      async stop() {
        const all = Object.entries(struck()).map(([trouble, times]) => `${trouble} ${times}`);
        console.log(`the hostile engine: ${all.join(', ')}`);
        await stop();
        await engine.stop();
      },
    };
  },
};

/** Starts the real engine for this test run: one for each worker, because an engine executes one call after the other. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (reportsTests()) forgetTried('npm run test:long');
  const start = starts[engineKind()];
  const workers = Array.from({ length: project.vitest.config.maxWorkers });
  const engines = await Promise.all(workers.map(start));
  // Some tests create tables with a stream.
  for (const engine of engines) engine.tablesCreated();
  project.provide(
    'engines',
    engines.map(({ endpoint, embedded, lagging }) => ({ endpoint, embedded, ...(lagging && { lagging }) })),
  );
  return async () => {
    await Promise.all(engines.map((engine) => engine.stop()));
  };
}
