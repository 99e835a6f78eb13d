import { cp, mkdir, mkdtemp, rename } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onceInRun } from './once-per-run.ts';
import { startInProcess } from './running.ts';

/** Starts the platform of `npm start` with the demo world in this process. */
export const startDemo = async () => startInProcess({ empty: false, folder: await demoFolder() });

/** A new data folder with the demo world. A test run seeds the world once, because that takes the engine seconds, and copies it. */
export async function demoFolder(): Promise<string> {
  const seeded = await onceInRun('demo-world', 'table.db', seed);
  const folder = await mkdtemp(join(tmpdir(), 'sihat-demo-'));
  await cp(seeded, folder, { recursive: true });
  return folder;
}

async function seed(folder: string): Promise<void> {
  const unfinished = `${folder}.new`;
  await mkdir(unfinished);
  const local = await startInProcess({ empty: false, folder: unfinished });
  await local.stop();
  await rename(unfinished, folder);
}
