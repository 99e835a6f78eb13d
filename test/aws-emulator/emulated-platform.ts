import { expect } from 'vitest';
import { speaking } from '../support/running.ts';
import { type Emulator, startEmulator } from './emulator.ts';
import { remember } from './report.ts';

/** Most of an emulator's time goes into cold starts, so the journeys of a worker share one. It ends with the worker. */
let shared: Promise<Emulator> | undefined;

/** The emulated stack, without items, as the platform of a journey. No function may be denied a permission. */
export async function emulatedPlatform() {
  shared ??= startEmulator();
  const emulator = await shared;
  await emulator.empty();
  return {
    ...speaking(emulator.url),
    async stop(): Promise<void> {
      remember(emulator);
      expect(emulator.usage.denials).toEqual([]);
    },
  };
}
