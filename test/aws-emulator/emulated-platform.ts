import { expect } from 'vitest';
import { speaking } from '../local/running.ts';
import { startEmulator } from './emulator.ts';
import { remember } from './report.ts';

/** The emulated stack as the town of a story, in which nobody may be denied what they need. */
export async function emulatedPlatform() {
  const emulator = await startEmulator();
  return {
    ...speaking(emulator.url),
    async stop(): Promise<void> {
      await emulator.stop();
      remember(emulator);
      expect(emulator.usage.denials).toEqual([]);
    },
  };
}
