import { existsSync } from 'node:fs';
import { mkdir, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { inject } from 'vitest';
import { BUILT, type Bundles, buildBundles, LIST, readBundles } from '../../infra/bundles.ts';
import { isFresh } from './freshness.ts';

let bundles: Promise<Bundles> | undefined;

/** Every bundle: as they were built for the stacks, or else once in a run of tests, by whichever file asks first. */
export function builtBundles(): Promise<Bundles> {
  bundles ??= isFresh(join(BUILT, LIST)) ? readBundles(BUILT) : builtIn(inject('runFolder'));
  return bundles;
}

async function builtIn(folder: string): Promise<Bundles> {
  const [claim, built] = [join(folder, 'building'), join(folder, 'bundles')];
  while (!existsSync(join(built, LIST))) {
    const isOurs = await mkdir(claim).then(
      () => true,
      () => false,
    );
    if (isOurs) await buildBundles(built).catch((error) => rmdir(claim).then(() => Promise.reject(error)));
    else await pause(100);
  }
  return readBundles(built);
}
