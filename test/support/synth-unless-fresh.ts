import { spawnSync } from 'node:child_process';
import { rmSync, statSync, writeFileSync } from 'node:fs';
import { isFresh } from './build-freshness.ts';

/** Synthesizes all stacks, unless nothing has changed since this command last did so. */

const MANIFEST = 'cdk.out/manifest.json';
/** Written after all stacks. `cdk synth -c stage=…` later replaces the manifest by one of a single stage. */
const COMPLETE = 'cdk.out/.complete';

const timeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Number.NaN;

if (!isFresh(COMPLETE) || !(timeOf(MANIFEST) <= timeOf(COMPLETE))) {
  rmSync(COMPLETE, { force: true });
  const { status, error } = spawnSync('cdk', ['synth', '--quiet'], { stdio: 'inherit' });
  if (error) throw error;
  if (status === 0) writeFileSync(COMPLETE, '');
  else process.exitCode = 1;
}
