import { describe, expect, it } from 'vitest';
import { smoke } from '../end-to-end/smoke/smoke.ts';
import { startEmulator } from './emulator.ts';

/** The other stages stand as well, the one without an edge too. */

describe.each(['dev', 'production'] as const)('%s', (stage) => {
  it('starts and answers anyone', async () => {
    const emulator = await startEmulator({ stage, runsByItself: false });
    const checks = await smoke({ url: emulator.url, only: /anyone|not found|display page/ });
    await emulator.stop();
    expect(checks.length).toBeGreaterThan(5);
    expect(checks.filter(({ problem }) => problem !== undefined)).toEqual([]);
    expect(emulator.usage.denials).toEqual([]);
  });
});
