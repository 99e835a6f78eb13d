import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Page, pages, type Site } from '../../web/pages.ts';
import { cognitoEndpoint, type StageConfiguration } from '../stage.ts';

/** The folder with a stage's pages. */
export type PagesOf = (stage: Pick<StageConfiguration, 'name'>) => string;

export const siteOf = (stage: StageConfiguration): Site => ({
  kind: 'deployed',
  settings: stage.pages ?? {},
  poolOrigin: new URL(cognitoEndpoint(stage)).origin,
});

/** Builds all pages into a folder for each stage, as its bucket contains them. */
export async function buildPages(folder: string, stages: readonly StageConfiguration[]): Promise<PagesOf> {
  await rm(folder, { recursive: true, force: true });
  for (const stage of stages) {
    const built = await Promise.all(Object.values<Page>(pages).map((page) => page.build(siteOf(stage))));
    for (const [path, { body }] of built.flatMap((files) => [...files])) {
      const file = join(folder, stage.name, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, body);
    }
  }
  return ({ name }) => join(folder, name);
}
