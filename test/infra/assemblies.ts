import { readFileSync, statSync } from 'node:fs';
import { cp, rename, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { ASSET_RESOURCE_METADATA_ENABLED_CONTEXT } from 'aws-cdk-lib/cx-api';
import { buildCanary } from '../../infra/bundles/build-canary.ts';
import { buildPages } from '../../infra/bundles/build-pages.ts';
import { findingsIn } from '../../infra/findings.ts';
import { projectRoot } from '../../infra/project-root.ts';
import type { Configuration } from '../../infra/stage.ts';
import { synthesize } from '../../infra/synthesis.ts';
import { isFresh } from '../support/build-freshness.ts';
import { builtBundles } from '../support/bundles.ts';
import { onceInRun } from '../support/once-per-run.ts';

const MANIFEST = 'manifest.json';

/**
 * The assembly of the stacks with a configuration of the tests. A test run synthesizes it once if a source has changed since the
 * last run. cdk-nag has no finding in it.
 * @param name the name of its folder
 * @param source the file of the configuration
 * @throws {Error} for a finding of cdk-nag
 */
export async function assemblyOf(
  name: string,
  configuration: Configuration,
  source: string,
): Promise<string> {
  // The last synthesis without a finding, for later runs while no source changes, as `cdk.out` is.
  const kept = join(projectRoot, 'node_modules/.cache/sihat', name);
  const changedAt = Math.max(...[source, import.meta.filename].map((file) => statSync(file).mtimeMs));
  const isKept = isFresh(join(kept, MANIFEST)) && statSync(join(kept, MANIFEST)).mtimeMs > changedAt;
  return isKept ? kept : onceInRun(name, MANIFEST, (folder) => synthesizeInto(folder, kept, configuration));
}

async function synthesizeInto(folder: string, kept: string, configuration: Configuration): Promise<void> {
  const start = new Date(); // A source may change during the synthesis.
  const outdir = `${folder}.new`;
  const { context } = JSON.parse(readFileSync(`${projectRoot}/cdk.json`, 'utf8'));
  // The CDK command sets this too. It makes templates name their nested templates.
  const app = new App({
    context: { ...context, [ASSET_RESOURCE_METADATA_ENABLED_CONTEXT]: true },
    outdir,
    analyticsReporting: false,
  });
  synthesize(app, configuration, {
    bundles: await builtBundles(),
    pages: await buildPages(`${folder}.pages`, Object.values(configuration.stages)),
    canary: await buildCanary(`${folder}.canary`),
  });
  const findings = findingsIn(outdir);
  if (findings.length > 0) throw new Error(`cdk-nag:\n${findings.join('\n')}`);
  await utimes(join(outdir, MANIFEST), start, start);
  // Other test files may read the kept folder, but only while it is fresh, and then nobody replaces it.
  await rm(kept, { recursive: true, force: true });
  const copy = `${kept}-${process.pid}`;
  await cp(outdir, copy, { recursive: true, preserveTimestamps: true });
  await rename(copy, kept);
  await rename(outdir, folder);
}
