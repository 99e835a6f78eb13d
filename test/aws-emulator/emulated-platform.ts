import { expect } from 'vitest';
import { speaking } from '../support/running.ts';
import { startEmulator } from './emulator.ts';
import { remember } from './report.ts';

/** The emulated stack as the platform of a journey. No function may be denied a permission. */
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
