import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { buildCanary } from './bundles/build-canary.ts';
import { buildPages } from './bundles/build-pages.ts';
import { buildBundles } from './bundles/bundles.ts';
import { findingsIn } from './findings.ts';
import { projectRoot } from './project-root.ts';
import type { StageConfiguration } from './stage.ts';
import { configuration } from './stages.ts';
import { synthesize } from './synthesis.ts';

/** Synthesizes the pipeline and all stages. With `-c stage=<name>`, synthesizes only that stage. */
const app = new App({ analyticsReporting: false });
const wanted: unknown = app.node.tryGetContext('stage');
const stages = Object.values<StageConfiguration>(configuration.stages);
const chosen = stages.find(({ name }) => name === wanted);
if (wanted !== undefined && !chosen) {
  throw new Error(`Unknown stage. The stages are ${stages.map(({ name }) => name).join(', ')}.`);
}

const built = {
  bundles: await buildBundles(),
  pages: await buildPages(join(projectRoot, 'dist', 'pages'), chosen ? [chosen] : stages),
  canary: await buildCanary(join(projectRoot, 'dist', 'canary')),
};
synthesize(app, configuration, built, chosen);

// The CDK command itself does not fail on findings inside of a CDK stage.
const findings = findingsIn(app.outdir);
if (findings.length > 0) {
  console.error(`cdk-nag has ${findings.length} findings:\n  ${findings.join('\n  ')}`);
  process.exitCode = 1;
}
