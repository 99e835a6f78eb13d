import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { isFresh } from './build-freshness.ts';

// Synthesizes all stacks if a source has changed since the last successful run of this command.

const MANIFEST = 'cdk.out/manifest.json';
/**
 * This command writes the stamp after a successful synthesis, with the time of the manifest. Another `cdk synth`, such as
 * one of a single stage, replaces the manifest.
 */
const STAMP = 'cdk.out/.complete';

const manifestTime = (): string => String(statSync(MANIFEST).mtimeMs);

if (!isFresh(STAMP) || readFileSync(STAMP, 'utf8') !== manifestTime()) {
  rmSync(STAMP, { force: true });
  // A source may change during the synthesis, so the stamp gets the time of its start.
  const start = new Date();
  const { status, error } = spawnSync('cdk', ['synth', '--quiet'], { stdio: 'inherit' });
  if (error) throw error;
  if (status === 0) {
    writeFileSync(STAMP, manifestTime());
    utimesSync(STAMP, start, start);
  } else process.exitCode = 1;
}
