import { readFileSync, statSync } from 'node:fs';
import { cp, rename, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { App, Validations } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { ASSET_RESOURCE_METADATA_ENABLED_CONTEXT, CloudAssembly } from 'aws-cdk-lib/cx-api';
import { AwsSolutionsChecks } from 'cdk-nag';
import { buildCanary } from '../../infra/bundles/build-canary.ts';
import { buildPages } from '../../infra/bundles/build-pages.ts';
import { findingsIn } from '../../infra/findings.ts';
import { projectRoot } from '../../infra/project-root.ts';
import { MailStack } from '../../infra/stacks/mail-stack.ts';
import { PipelineStack } from '../../infra/stacks/pipeline-stack.ts';
import { type StageConfiguration, stages } from '../../infra/stages.ts';
import { isFresh } from '../support/build-freshness.ts';
import { builtBundles } from '../support/bundles.ts';
import { onceInRun } from '../support/once-per-run.ts';
import { type Resources, readStage } from './synthesized.ts';

/**
 * Stages with settings that the app does not have, each in an account of its own: staging is closed while its table is restored,
 * and production sends mails from another region.
 */
export const otherStages = {
  staging: {
    ...stages.staging,
    ...{ account: '111111111111', closed: true, tableName: 'restored', tableId: 'Table2' },
  },
  production: {
    ...stages.production,
    account: '222222222222',
    alarmMail: 'oncall@sihat.my',
    userPool: {
      mail: { fromEmail: 'noreply@sihat.my', sesRegion: 'us-east-1', sesVerifiedDomain: 'sihat.my' },
    },
  },
} as const satisfies Record<string, StageConfiguration>;

/** The last synthesis without a finding, for later runs while no source changes, as `cdk.out` is. */
const KEPT = join(projectRoot, 'node_modules/.cache/sihat/other.out');
const MANIFEST = 'manifest.json';

const isKept = (): boolean =>
  isFresh(join(KEPT, MANIFEST)) &&
  statSync(join(KEPT, MANIFEST)).mtimeMs > statSync(import.meta.filename).mtimeMs;

/**
 * The templates of these stages and of their pipeline, which a test run synthesizes once if a source has changed. cdk-nag has no
 * finding in them.
 */
export async function otherConfiguration() {
  const folder = isKept() ? KEPT : await onceInRun('other.out', MANIFEST, synthesizeInto);
  return {
    staging: readStage(folder, 'staging'),
    production: readStage(folder, 'production'),
    pipeline: new CloudAssembly(folder).getStackByName('pipeline').template.Resources as Resources,
  };
}

/** @throws {Error} for a finding of cdk-nag */
async function synthesizeInto(folder: string): Promise<void> {
  const start = new Date(); // A source may change during the synthesis.
  const outdir = `${folder}.new`;
  const { context } = JSON.parse(readFileSync(`${projectRoot}/cdk.json`, 'utf8'));
  // The CDK command sets this too. It makes templates name their nested templates.
  const app = new App({
    context: { ...context, [ASSET_RESOURCE_METADATA_ENABLED_CONTEXT]: true },
    outdir,
    analyticsReporting: false,
  });
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  const built = {
    bundles: await builtBundles(),
    pages: await buildPages(`${folder}.pages`, Object.values(otherStages)),
    canary: await buildCanary(`${folder}.canary`),
  };
  new PipelineStack(app, 'pipeline', built, Object.values(otherStages));
  app.synth();
  const findings = findingsIn(outdir);
  if (findings.length > 0) throw new Error(`cdk-nag:\n${findings.join('\n')}`);
  await utimes(join(outdir, MANIFEST), start, start);
  // Other test files may read the kept folder, but only while it is fresh, and then nobody replaces it.
  await rm(KEPT, { recursive: true, force: true });
  const copy = `${KEPT}-${process.pid}`;
  await cp(outdir, copy, { recursive: true, preserveTimestamps: true });
  await rename(copy, KEPT);
  await rename(outdir, folder);
}

/** The stack for the alarms about mails, which only a stage with `userPool.mail` has. */
export function mailStackOf(stage: StageConfiguration): Resources {
  return Template.fromStack(new MailStack(new App(), 'mail', { stage })).toJSON().Resources;
}
