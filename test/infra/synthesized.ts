import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, NestedStack, type Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { projectRoot } from '../../infra/bundles.ts';
import { buildPage } from '../../infra/page.ts';
import { PipelineStack } from '../../infra/pipeline-stack.ts';
import { Platform } from '../../infra/platform.ts';
import { type StageConfiguration, stages } from '../../infra/stages.ts';
import { builtBundles } from '../support/bundles.ts';

export interface Resource {
  readonly Type: string;
  // biome-ignore lint/suspicious/noExplicitAny: a template is whatever CloudFormation takes
  readonly Properties: any;
  readonly [attribute: string]: unknown;
}
export type Resources = Readonly<Record<string, Resource>>;

export type Synthesized = Awaited<ReturnType<typeof synthesize>>;
let synthesized: Promise<Synthesized> | undefined;

/** The templates of a stage, synthesized once for all files of tests. */
export function staging(): Promise<Synthesized> {
  synthesized ??= synthesize(stages.staging);
  return synthesized;
}

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sihat-stacks-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function newApp() {
  const { context } = JSON.parse(readFileSync(join(projectRoot, 'cdk.json'), 'utf8'));
  const outdir = join(temporaryFolder(), 'cdk.out');
  return { outdir, app: new App({ context, outdir, analyticsReporting: false }) };
}

const built = async () => ({
  bundles: await builtBundles(),
  page: await buildPage(join(temporaryFolder(), 'page')),
});

const resourcesOf = (stack: Stack): Resources => Template.fromStack(stack).toJSON()['Resources'];

export async function synthesize(stage: StageConfiguration) {
  const { outdir, app } = newApp();
  const { bundles, page } = await built();
  const platform = new Platform(app, stage, { bundles, page });
  const areas = new Map(
    platform.api.node.children
      .filter((child): child is NestedStack => child instanceof NestedStack)
      .map((nested) => [nested.node.id, resourcesOf(nested)]),
  );
  return {
    app,
    outdir,
    bundles,
    platform,
    api: resourcesOf(platform.api),
    stateful: resourcesOf(platform.stateful),
    identity: resourcesOf(platform.identity),
    watch: resourcesOf(platform.watch),
    edge: platform.edge && resourcesOf(platform.edge),
    areas,
  };
}

export async function synthesizePipeline(): Promise<Resources> {
  const { app } = newApp();
  return resourcesOf(new PipelineStack(app, 'pipeline', await built()));
}

/** The names of what a stack exports. */
export function exportsOf(stack: Stack): string[] {
  const outputs: { readonly Export?: { readonly Name: string } }[] = Object.values(
    Template.fromStack(stack).toJSON()['Outputs'] ?? {},
  );
  return outputs.flatMap(({ Export }) => Export?.Name ?? []);
}

/** The resources of a type, in any of some stacks. */
export function ofType(type: string, ...stacks: readonly Resources[]): [string, Resource][] {
  return stacks.flatMap((resources) => Object.entries(resources)).filter(([, { Type }]) => Type === type);
}

/** The only one of a type. */
export function theOnly(
  type: string,
  stack: Resources | undefined,
): Resource & { readonly logicalId: string } {
  const [found, ...more] = ofType(type, stack ?? {});
  if (!found || more.length > 0) throw new Error(`${more.length + (found ? 1 : 0)} of ${type}`);
  return { ...found[1], logicalId: found[0] };
}
