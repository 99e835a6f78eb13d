import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, Validations } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { ASSET_RESOURCE_METADATA_ENABLED_CONTEXT, CloudAssembly } from 'aws-cdk-lib/cx-api';
import { AwsSolutionsChecks } from 'cdk-nag';
import { buildCanary } from '../../infra/bundles/build-canary.ts';
import { buildPages } from '../../infra/bundles/build-pages.ts';
import { findingsIn } from '../../infra/findings.ts';
import { type Built, Platform } from '../../infra/platform.ts';
import { projectRoot } from '../../infra/project-root.ts';
import { MailStack } from '../../infra/stacks/mail-stack.ts';
import { PipelineStack } from '../../infra/stacks/pipeline-stack.ts';
import type { StageConfiguration } from '../../infra/stages.ts';
import { builtBundles } from '../support/bundles.ts';
import { type Resources, readStage, type Synthesized } from './synthesized.ts';

/** Synthesizes a stage with a configuration that the app does not have. @throws {Error} for a finding of cdk-nag. */
export function synthesize(stage: StageConfiguration): Promise<Synthesized> {
  return inApp([stage], (app, built, outdir) => {
    new Platform(app, stage, built);
    return () => readStage(outdir, stage.name);
  });
}

/**
 * Synthesizes the pipeline of stages with a configuration that the app does not have.
 * @throws {Error} for a finding of cdk-nag
 */
export function synthesizePipeline(
  stages: Readonly<Record<'staging' | 'production', StageConfiguration>>,
): Promise<Resources> {
  return inApp(Object.values(stages), (app, built, outdir) => {
    new PipelineStack(app, 'pipeline', built, stages);
    return () => new CloudAssembly(outdir).getStackByName('pipeline').template.Resources;
  });
}

/** @param define adds to the app, and returns what reads its assembly. */
async function inApp<Read>(
  stages: readonly StageConfiguration[],
  define: (app: App, built: Built, outdir: string) => () => Read,
): Promise<Read> {
  const folder = mkdtempSync(join(tmpdir(), 'sihat-stacks-'));
  try {
    const { context } = JSON.parse(readFileSync(join(projectRoot, 'cdk.json'), 'utf8'));
    const outdir = join(folder, 'cdk.out');
    // The CDK command sets this too. It makes templates name their nested templates.
    const app = new App({
      context: { ...context, [ASSET_RESOURCE_METADATA_ENABLED_CONTEXT]: true },
      outdir,
      analyticsReporting: false,
    });
    Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
    const pages = await buildPages(join(folder, 'pages'), stages);
    const canary = await buildCanary(join(folder, 'canary'));
    const read = define(app, { bundles: await builtBundles(), pages, canary }, outdir);
    app.synth();
    const findings = findingsIn(outdir);
    if (findings.length > 0) throw new Error(`cdk-nag:\n${findings.join('\n')}`);
    return read();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The stack for the alarms about mails, which only a stage with `userPool.mail` has. */
export function mailStackOf(stage: StageConfiguration): Resources {
  return Template.fromStack(new MailStack(new App(), 'mail', { stage })).toJSON().Resources;
}
