import { defineConfig } from 'vitest/config';

/** One engine serves all files; each file has a table of its own, so nothing is shared that could interfere. */
export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/engine.ts'],
    isolate: false,
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
