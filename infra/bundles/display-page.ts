import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { displayPage } from '../../web/display-page.ts';

/** Builds the display page into a folder, which is emptied before, as it will lie in the bucket. @returns the folder. */
export async function buildPage(folder: string): Promise<string> {
  await rm(folder, { recursive: true, force: true });
  for (const [path, { body }] of await displayPage()) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, body);
  }
  return folder;
}
