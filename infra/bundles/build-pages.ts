import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { deskPage } from '../../web/desk-page.ts';
import { displayPage } from '../../web/display-page.ts';
import { joinPage } from '../../web/join-page.ts';
import { referencePage } from '../../web/reference-page.ts';
import type { StageConfiguration } from '../stages.ts';

/** The folder with a stage's pages. */
export type PagesOf = (stage: Pick<StageConfiguration, 'name'>) => string;

/** Builds the display, the join page, the desk and the API reference into a folder for each stage, as its bucket contains them. */
export async function buildPages(folder: string, stages: readonly StageConfiguration[]): Promise<PagesOf> {
  await rm(folder, { recursive: true, force: true });
  const shared = [...(await deskPage()), ...(await referencePage('deployed'))];
  for (const { name, pages } of stages) {
    for (const [path, { body }] of [...(await displayPage(pages)), ...(await joinPage(pages)), ...shared]) {
      const file = join(folder, name, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, body);
    }
  }
  return ({ name }) => join(folder, name);
}
