import { join } from 'node:path';
import { BUILT, type Bundles, buildBundles, LIST, readBundles } from '../../infra/bundles/bundles.ts';
import { isFresh } from './build-freshness.ts';
import { onceInRun } from './once-per-run.ts';

let bundles: Promise<Bundles> | undefined;

/** Every bundle: as they were built for the stacks, or else once in a run of tests. */
export function builtBundles(): Promise<Bundles> {
  bundles ??= isFresh(join(BUILT, LIST))
    ? readBundles(BUILT)
    : onceInRun('bundles', LIST, buildBundles).then(readBundles);
  return bundles;
}
