import { defineConfig } from 'vitest/config';

/** A test run that never ends. test/local/stopped-run.test.ts starts it and stops it in several ways. */
export default defineConfig({
  test: {
    include: ['test/local/stopped-run/run.ts'],
    globalSetup: ['test/support/run-folder.ts', 'test/support/engine.ts', 'test/web/browser/setup.ts'],
    provide: { platform: 'local' },
    experimental: { viteModuleRunner: false, nodeLoader: false },
    maxWorkers: 1,
    isolate: false,
    bail: 1,
    testTimeout: 600_000,
  },
});
