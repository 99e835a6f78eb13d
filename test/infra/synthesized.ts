import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CloudAssembly, type CloudFormationStackArtifact } from 'aws-cdk-lib/cx-api';
import type { StageConfiguration } from '../../infra/stage.ts';
import { assemblyOf } from './assemblies.ts';
import { configuration, stages } from './configuration.ts';

export interface Resource {
  readonly Type: string;
  // biome-ignore lint/suspicious/noExplicitAny: a template is whatever CloudFormation takes
  readonly Properties: any;
  readonly [attribute: string]: unknown;
}
export type Resources = Readonly<Record<string, Resource>>;

export type Synthesized = ReturnType<typeof readStage>;

/** The assembly of the configuration of the tests. */
export const assemblyFolder = (): Promise<string> =>
  assemblyOf('test.out', configuration, join(import.meta.dirname, 'configuration.ts'));

/** The templates of a stage of the configuration of the tests. */
export async function synthesized({ name }: StageConfiguration): Promise<Synthesized> {
  return readStage(await assemblyFolder(), name);
}

export const staging = (): Promise<Synthesized> => synthesized(stages.staging);

export async function synthesizedPipeline(): Promise<Resources> {
  return new CloudAssembly(await assemblyFolder()).getStackByName('pipeline').template.Resources;
}

/** The templates of a stage in the assembly of an app. */
export function readStage(folder: string, stage: string) {
  const found = new CloudAssembly(folder).nestedAssemblies.find(
    ({ displayName }) => displayName.split('/').at(-1) === stage,
  );
  if (!found) throw new Error(`${folder} holds no stage ${stage}`);
  const { stacks, directory } = found.nestedAssembly;
  const named = (name: string): CloudFormationStackArtifact | undefined =>
    stacks.find(({ stackName }) => stackName === `${stage}-${name}`);
  const resourcesOf = (name: string): Resources => named(name)?.template.Resources ?? {};
  const api = resourcesOf('api');
  return {
    outdir: folder,
    api,
    stateful: resourcesOf('stateful'),
    identity: resourcesOf('identity'),
    monitoring: resourcesOf('monitoring'),
    edge: named('edge') && resourcesOf('edge'),
    audit: named('audit') && resourcesOf('audit'),
    mail: named('mail') && resourcesOf('mail'),
    budget: named('budget') && resourcesOf('budget'),
    /** The templates of the areas, by name. */
    areas: new Map(
      ofType('AWS::CloudFormation::Stack', api).map(([id, { Metadata }]) => [
        id.replace(/NestedStack.*/, ''),
        resourcesIn(join(directory, assetOf(Metadata))),
      ]),
    ),
    parametersOf: (name: string): Resources => named(name)?.template.Parameters ?? {},
    exportsOf: (name: string): string[] => {
      const outputs: { readonly Export?: { readonly Name: string } }[] = Object.values(
        named(name)?.template.Outputs ?? {},
      );
      return outputs.flatMap(({ Export }) => Export?.Name ?? []);
    },
    regionOf: (name: string): string | undefined => named(name)?.environment.region,
    isProtected: (name: string): boolean => named(name)?.terminationProtection ?? false,
  };
}

const resourcesIn = (file: string): Resources => JSON.parse(readFileSync(file, 'utf8')).Resources;
const assetOf = (metadata: unknown): string => (metadata as Record<string, string>)['aws:asset:path'] ?? '';

/** The resources of a type in all of these stacks. */
export function ofType(type: string, ...stacks: readonly Resources[]): [string, Resource][] {
  return stacks.flatMap((resources) => Object.entries(resources)).filter(([, { Type }]) => Type === type);
}

/** The only resource of a type. */
export function theOnly(
  type: string,
  stack: Resources | undefined,
): Resource & { readonly logicalId: string } {
  const [found, ...more] = ofType(type, stack ?? {});
  if (!found || more.length > 0) throw new Error(`${more.length + (found ? 1 : 0)} of ${type}`);
  return { ...found[1], logicalId: found[0] };
}
