import { describe, expect, it } from 'vitest';
import { smoke } from '../smoke/smoke.ts';
import { startEmulator } from './emulator.ts';

/** The other stages run as well, including the one without an edge. */

describe.each(['dev', 'production'] as const)('%s', (stage) => {
  it('starts and answers public requests', async () => {
    const emulator = await startEmulator({ stage, runsByItself: false });
    const checks = await smoke({ url: emulator.url, only: /anyone|not found|display page/ });
    await emulator.stop();
    expect(checks.length).toBeGreaterThan(5);
    expect(checks.filter(({ problem }) => problem !== undefined)).toEqual([]);
    expect(emulator.usage.denials).toEqual([]);
  });
});
