import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach } from 'vitest';
import { type Running, startLocal } from './running.ts';

/** What the tests of a file start and make. It is stopped and removed after each test, the last one first. */
export function temporary() {
  const cleanups: (() => unknown)[] = [];
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  });
  return {
    cleanups,

    async folder(): Promise<string> {
      const path = await mkdtemp(join(tmpdir(), 'sihat-test-'));
      // A process that is about to end may still write there.
      cleanups.push(() => rm(path, { recursive: true, force: true, maxRetries: 5 }));
      return path;
    },

    async start(...given: Parameters<typeof startLocal>): Promise<Running> {
      const running = await startLocal(...given);
      cleanups.push(() => running.stop('SIGKILL'));
      return running;
    },
  };
}
