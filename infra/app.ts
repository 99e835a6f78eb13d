import { join } from 'node:path';
import { App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { buildCanary } from './bundles/build-canary.ts';
import { buildPages } from './bundles/build-pages.ts';
import { buildBundles } from './bundles/bundles.ts';
import { findingsIn } from './findings.ts';
import { Platform } from './platform.ts';
import { projectRoot } from './project-root.ts';
import { PipelineStack } from './stacks/pipeline-stack.ts';
import { delivered, PIPELINE, type StageConfiguration, stages } from './stages.ts';

/** Synthesizes the pipeline with its stages, and the stages that it does not deploy. With `-c stage=<name>`, synthesizes only that stage. */
const app = new App({ analyticsReporting: false });
Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
const wanted: unknown = app.node.tryGetContext('stage');
const chosen = Object.values(stages).find(({ name }) => name === wanted);
if (wanted !== undefined && !chosen) {
  throw new Error(`Unknown stage. The stages are ${Object.keys(stages).join(', ')}.`);
}

const built = {
  bundles: await buildBundles(),
  pages: await buildPages(join(projectRoot, 'dist', 'pages'), chosen ? [chosen] : Object.values(stages)),
  canary: await buildCanary(join(projectRoot, 'dist', 'canary')),
};
if (chosen) new Platform(app, chosen, built);
else {
  const others = Object.values<StageConfiguration>(stages).filter((stage) => !delivered.includes(stage));
  for (const stage of others) new Platform(app, stage, built);
  new PipelineStack(app, PIPELINE, built);
}
app.synth();

// The CDK command itself does not fail on findings inside of a CDK stage.
const findings = findingsIn(app.outdir);
if (findings.length > 0) {
  console.error(`cdk-nag has ${findings.length} findings:\n  ${findings.join('\n  ')}`);
  process.exitCode = 1;
}
