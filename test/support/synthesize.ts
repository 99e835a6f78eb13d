import { spawnSync } from 'node:child_process';
import { statSync, writeFileSync } from 'node:fs';
import { isFresh } from './build-freshness.ts';

/** Synthesizes all stacks, unless nothing has changed since this command last did so. */

const MANIFEST = 'cdk.out/manifest.json';
/** Written after all stacks. `cdk deploy -c stage=…` replaces the manifest by one of a single stage, which is then newer. */
const COMPLETE = 'cdk.out/.complete';

const isComplete = () => isFresh(COMPLETE) && statSync(MANIFEST).mtimeMs <= statSync(COMPLETE).mtimeMs;
if (!isComplete()) {
  const { status } = spawnSync('cdk', ['synth', '--quiet'], { stdio: 'inherit' });
  if (status === 0) writeFileSync(COMPLETE, '');
  else process.exitCode = 1;
}
