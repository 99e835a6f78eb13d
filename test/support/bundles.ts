import { join } from 'node:path';
import { BUILT, type Bundles, buildBundles, LIST, readBundles } from '../../infra/bundles/bundles.ts';
import { isFresh } from './build-freshness.ts';
import { onceInRun } from './once-per-run.ts';

let bundles: Promise<Bundles> | undefined;

/** All bundles: those that were built for the stacks if they are fresh, else built once in a test run. */
export function builtBundles(): Promise<Bundles> {
  bundles ??= isFresh(join(BUILT, LIST))
    ? readBundles(BUILT)
    : onceInRun('bundles', LIST, buildBundles).then(readBundles);
  return bundles;
}
