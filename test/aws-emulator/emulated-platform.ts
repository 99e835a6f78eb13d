import { expect } from 'vitest';
import { speaking } from '../support/running.ts';
import { type Emulator, startEmulator } from './emulator.ts';
import { remember } from './report.ts';

/** Most of an emulator's time goes into cold starts, so the files of a worker share one. It ends with the worker. */
let shared: Promise<Emulator> | undefined;

/** The emulated stack of staging, without items. @param runsByItself whether anything runs in the background */
export async function sharedEmulator(runsByItself: boolean): Promise<Emulator> {
  shared ??= startEmulator({ runsByItself: false });
  const emulator = await shared;
  await emulator.runByItself(false);
  emulator.setFault(undefined);
  await emulator.empty();
  if (runsByItself) await emulator.runByItself(true);
  return emulator;
}

/** The emulated stack, without items, as the platform of a journey. No function may be denied a permission. */
export async function emulatedPlatform() {
  const emulator = await sharedEmulator(true);
  return {
    ...speaking(emulator.url),
    async stop(): Promise<void> {
      remember(emulator);
      expect(emulator.usage.denials).toEqual([]);
    },
  };
}
