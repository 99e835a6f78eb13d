import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { inject } from 'vitest';
import { type Bundles, buildBundles } from '../../infra/bundles.ts';

let bundles: Promise<Bundles> | undefined;

/** Every bundle: built once in a run of tests, by whichever file asks first. */
export function builtBundles(): Promise<Bundles> {
  bundles ??= builtIn(inject('runFolder'));
  return bundles;
}

async function builtIn(folder: string): Promise<Bundles> {
  const [claim, list] = [join(folder, 'building'), join(folder, 'bundles.json')];
  while (!existsSync(list)) {
    const isOurs = await mkdir(claim).then(
      () => true,
      () => false,
    );
    if (isOurs) await build().catch((error) => rmdir(claim).then(() => Promise.reject(error)));
    else await pause(100);
  }
  return new Map(JSON.parse(await readFile(list, 'utf8')));

  async function build() {
    const built = await buildBundles(join(folder, 'dist'));
    await writeFile(`${list}.new`, JSON.stringify([...built]));
    await rename(`${list}.new`, list);
  }
}
