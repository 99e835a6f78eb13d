import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as z from 'zod/mini';

/** The synthesized stacks of one stage with their files. The emulator knows nothing else about the platform. */
export interface Assembly {
  readonly stacks: readonly SynthesizedStack[];
  /** The file or folder that the deployment would upload under this key. @throws {Error} */
  readonly asset: (objectKey: string) => string;
}

export interface SynthesizedStack {
  readonly name: string;
  readonly region: string;
  /** An invented account id if the stack does not name an account. */
  readonly account: string;
  readonly template: Template;
}

export type Template = z.infer<typeof Template>;

const Expressions = z.record(z.string(), z.unknown());
const Template = z.object({
  Resources: z.record(
    z.string(),
    z.object({
      Type: z.string(),
      Properties: z.optional(Expressions),
      Condition: z.optional(z.string()),
    }),
  ),
  Parameters: z.optional(
    z.record(z.string(), z.object({ Type: z.string(), Default: z.optional(z.unknown()) })),
  ),
  Outputs: z.optional(
    z.record(
      z.string(),
      z.object({ Value: z.unknown(), Export: z.optional(z.object({ Name: z.unknown() })) }),
    ),
  ),
});

const Manifest = z.object({
  artifacts: z.record(z.string(), z.object({ type: z.string(), properties: z.optional(Expressions) })),
});
const NestedAssembly = z.object({ directoryName: z.string(), displayName: z.optional(z.string()) });
const StackArtifact = z.object({ templateFile: z.string(), stackName: z.optional(z.string()) });
const Environment = z.object({
  artifacts: z.record(z.string(), z.object({ environment: z.optional(z.string()) })),
});
const AssetFile = z.object({ file: z.string() });
const AssetManifest = z.object({
  files: z.optional(
    z.record(
      z.string(),
      z.object({
        source: z.object({ path: z.optional(z.string()) }),
        destinations: z.record(z.string(), z.object({ objectKey: z.string() })),
      }),
    ),
  ),
});

const SOME_ACCOUNT = '111122223333';

/** @param folder `cdk.out`. @throws {Error} when it is missing or does not contain the stage. */
export function readAssembly(folder: string, stage: string): Assembly {
  if (!existsSync(join(folder, 'manifest.json'))) {
    throw new Error(`${folder} holds no assembly: run "npm run synth"`);
  }
  const inside = stageFolder(folder, stage);
  const manifest = json(join(inside, 'manifest.json'));
  const { artifacts } = Manifest.parse(manifest);
  const environments = Environment.parse(manifest).artifacts;
  const assets = new Map<string, string>();
  const stacks: SynthesizedStack[] = [];
  for (const [id, { type, properties }] of Object.entries(artifacts)) {
    if (type === 'cdk:asset-manifest') {
      const { files = {} } = AssetManifest.parse(json(join(inside, AssetFile.parse(properties).file)));
      for (const { source, destinations } of Object.values(files)) {
        for (const { objectKey } of Object.values(destinations)) {
          if (source.path !== undefined) assets.set(objectKey, resolve(inside, source.path));
        }
      }
    }
    if (type === 'aws:cloudformation:stack') {
      const { templateFile, stackName = id } = StackArtifact.parse(properties);
      const [account, region] = environments[id]?.environment?.split('/').slice(-2) ?? [];
      if (!account || !region || region === 'unknown-region')
        throw new Error(`the stack ${id} names no region`);
      stacks.push({
        name: stackName,
        region,
        account: account === 'unknown-account' ? SOME_ACCOUNT : account,
        template: readTemplate(join(inside, templateFile)),
      });
    }
  }
  return {
    stacks,
    asset: (objectKey) => {
      const path = assets.get(objectKey);
      if (path === undefined) throw new Error(`no asset of this assembly is uploaded as ${objectKey}`);
      return path;
    },
  };
}

export function readTemplate(file: string): Template {
  return Template.parse(json(file));
}

/** A stage has its own assembly inside the assembly of the app or of a pipeline. */
function stageFolder(folder: string, stage: string): string {
  const nested = Object.values(Manifest.parse(json(join(folder, 'manifest.json'))).artifacts)
    .filter(({ type }) => type === 'cdk:cloud-assembly')
    .map(({ properties }) => NestedAssembly.parse(properties));
  const found = nested.filter(
    ({ directoryName, displayName = directoryName }) => displayName.split('/').at(-1) === stage,
  );
  const [only] = found;
  if (!only || found.length > 1) {
    throw new Error(`${folder} holds ${found.length} assemblies of the stage ${stage}: run "npm run synth"`);
  }
  return join(folder, only.directoryName);
}

function json(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}
