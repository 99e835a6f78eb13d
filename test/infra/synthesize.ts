import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { ASSET_RESOURCE_METADATA_ENABLED_CONTEXT } from 'aws-cdk-lib/cx-api';
import { buildPages } from '../../infra/bundles/build-pages.ts';
import { Platform } from '../../infra/platform.ts';
import { projectRoot } from '../../infra/project-root.ts';
import { MailStack } from '../../infra/stacks/mail-stack.ts';
import type { StageConfiguration } from '../../infra/stages.ts';
import { builtBundles } from '../support/bundles.ts';
import { type Resources, readStage, type Synthesized } from './synthesized.ts';

/** Synthesizes a stage with a configuration that the app does not have. */
export async function synthesize(stage: StageConfiguration): Promise<Synthesized> {
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
    new Platform(app, stage, {
      bundles: await builtBundles(),
      pages: await buildPages(join(folder, 'pages'), [stage]),
    });
    app.synth();
    return readStage(outdir, stage.name);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The stack for the alarms about mails, which only a stage with `userPool.mail` has. */
export function mailStackOf(stage: StageConfiguration): Resources {
  return Template.fromStack(new MailStack(new App(), 'mail', { stage })).toJSON().Resources;
}
