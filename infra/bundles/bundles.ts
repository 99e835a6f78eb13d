import { existsSync } from 'node:fs';
import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Metafile, type Plugin, transform } from 'esbuild';
import { contracts, workers } from '../../functions/contracts.ts';
import { sourceOf } from '../../functions/sources.ts';
import type { Area, Contract } from '../../shared/contract/contract.ts';
import type { Worker } from '../../shared/contract/worker.ts';

/**
 * One Lambda bundle for each endpoint and each worker, all from one run of esbuild. A bundle's size is the larger part
 * of a cold start, so a bundle contains only what its own function needs.
 */
export interface Bundle {
  readonly id: string;
  readonly area: Area;
  readonly kind: 'endpoint' | 'worker';
  /** The path from the project's root. */
  readonly source: string;
  /** The absolute path of the Lambda asset, which contains `index.mjs` with the `handler`. */
  readonly folder: string;
  readonly bytes: number;
  /** The source files of the bundle, from the project's root. */
  readonly inputs: readonly string[];
}

export type Bundles = ReadonlyMap<string, Bundle>;

export const projectRoot = fileURLToPath(new URL('../..', import.meta.url));
/** The folder with the bundles that are deployed. */
export const BUILT = join(projectRoot, 'dist', 'functions');
const BUNDLE_FILE = 'index.mjs';
/** This file is written last, so that its time is the time of the build. */
export const LIST = 'bundles.json';

/** An endpoint or a worker to bundle, and its source file. */
export type Source = Pick<Bundle, 'id' | 'area' | 'kind' | 'source'>;

/** Builds every bundle into `<outdir>/<id>/`, which is emptied first. @throws {Error} with the names of missing sources. */
export async function buildBundles(
  outdir: string = BUILT,
  entries: readonly Source[] = sources(),
): Promise<Bundles> {
  const missing = entries.filter(({ source }) => !existsSync(join(projectRoot, source)));
  if (missing.length > 0) {
    throw new Error(`No source for ${missing.map(({ id, source }) => `${id} (${source})`).join(', ')}`);
  }
  await rm(outdir, { recursive: true, force: true });
  const { metafile, warnings } = await build({
    absWorkingDir: projectRoot,
    entryPoints: entries.map(({ id, source }) => ({ in: source, out: `${id}/index` })),
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    mainFields: ['module', 'main'],
    minify: true,
    legalComments: 'none',
    metafile: true,
    plugins: [
      onlyWhatIsUsed,
      environmentCredentials,
      noEndpointDiscovery,
      noEventStreams,
      nativeHashes,
      versionOnly,
      regionalEndpoint,
      onlyUsedBuiltins,
    ],
    logLevel: 'silent',
  });
  // A warning means an unresolved import or an outdated stub, with which the bundle would fail at run time.
  if (warnings.length > 0) throw new Error(warnings.map(({ text }) => text).join('\n'));
  const bundles = new Map(
    await Promise.all(
      entries.map(async (entry) => {
        const folder = join(outdir, entry.id);
        const file = join(folder, BUNDLE_FILE);
        const { size: bytes } = await stat(file);
        return [entry.id, { ...entry, folder, bytes, inputs: inputsOf(metafile, file) }] as const;
      }),
    ),
  );
  const list = join(outdir, LIST);
  await writeFile(`${list}.new`, JSON.stringify([...bundles]));
  await rename(`${list}.new`, list);
  return bundles;
}

/** The bundles of an earlier run. @throws {Error} when no run has completed. */
export async function readBundles(outdir: string): Promise<Bundles> {
  return new Map(JSON.parse(await readFile(join(outdir, LIST), 'utf8')));
}

/** @throws {Error} for a bundle that was not built. */
export function bundleOf(bundles: Bundles, id: string): Bundle {
  const bundle = bundles.get(id);
  if (!bundle) throw new Error(`${id} has no bundle`);
  return bundle;
}

/** All sources to bundle. */
export function sources(): Source[] {
  const endpoints: readonly Contract[] = Object.values(contracts);
  const jobs: readonly Worker[] = Object.values(workers);
  return [
    ...endpoints.map(({ operationId: id, area }) => ({ id, area, kind: 'endpoint' as const })),
    ...jobs.map(({ workerId: id, area }) => ({ id, area, kind: 'worker' as const })),
  ].map((entry) => ({ ...entry, source: sourceOf(entry.area, entry.id) }));
}

function inputsOf({ outputs }: Metafile, file: string): string[] {
  const inputs = Object.entries(outputs[relative(projectRoot, file)]?.inputs ?? {});
  return inputs.filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([path]) => path);
}

/**
 * Our modules only create values when they are loaded, but a bundler cannot know that calls have no side effects, so each
 * bundle would contain all contracts of its area. This plugin wraps every top-level value of our modules as
 * `/* @__PURE__ *\/ (() => value)()`, which esbuild removes when it is unused. The pattern relies on the format of
 * esbuild's printer. Without the plugin, a bundle is 6 to 15 KB larger.
 */
const onlyWhatIsUsed: Plugin = {
  name: 'only what is used',
  setup(bundler) {
    bundler.onLoad({ filter: /[\\/](functions|shared)[\\/].*\.ts$/ }, async ({ path }) => {
      if (path.includes('node_modules')) return undefined;
      const { code } = await transform(await readFile(path, 'utf8'), {
        loader: 'ts',
        target: 'node24',
        tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
      });
      const lazy = code.replace(
        /^((?:export )?const \w+ = )((?:.*\n(?=[\s}\])]))*.*);$/gm,
        (_all, declared: string, value: string) => `${declared}/* @__PURE__ */ (() => (${value}))();`,
      );
      return { contents: lazy, loader: 'js' };
    });
  },
};

/** Replaces a module of a package by a few lines. An import that these lines do not export stops the build. */
function replaced(name: string, filter: RegExp, contents: (path: string) => string): Plugin {
  return {
    name,
    setup(bundler) {
      bundler.onResolve({ filter }, ({ path, resolveDir }) => ({
        path,
        namespace: name,
        pluginData: resolveDir,
      }));
      bundler.onLoad({ filter: /.*/, namespace: name }, ({ path, pluginData: resolveDir }) => ({
        contents: contents(path),
        resolveDir,
      }));
    },
  };
}

/** Lambda passes credentials in the environment. The SDK's other credential sources cost 135 KB and 25 ms of import. */
const environmentCredentials = replaced(
  'environment-credentials',
  /^@aws-sdk\/credential-provider-node$/,
  () => `
    import { fromEnv } from '@aws-sdk/credential-provider-env';
    export const defaultProvider = () => fromEnv();`,
);

/** No client enables endpoint discovery, which is off by default. Removing it saves 9 KB. */
const noEndpointDiscovery = replaced(
  'no-endpoint-discovery',
  /^@aws-sdk\/middleware-endpoint-discovery$/,
  () => `
    export const NODE_ENDPOINT_DISCOVERY_CONFIG_OPTIONS = {
      environmentVariableSelector: () => false, configFileSelector: () => false, default: false };
    export const resolveEndpointDiscoveryConfig = (config) => config;`,
);

/** DynamoDB has no event streams. Removing them saves 19 KB. */
const noEventStreams = replaced(
  'no-event-streams',
  /^@smithy\/core\/event-streams$/,
  () => `
    const absent = () => { throw new Error('event streams are not in this bundle'); };
    export class EventStreamSerde { constructor() { absent(); } }
    export const eventStreamSerdeProvider = absent;`,
);

/** Node.js has its own SHA-256. Removing the one in JavaScript saves 3 KB. */
const nativeHashes = replaced('native-hashes', /^\.\/Sha256Js$/, () => 'export class Sha256Js {}');

/** A client contains its package.json for the version in the User-Agent header. Keeping only the version saves 2 KB. */
const versionOnly: Plugin = {
  name: 'version only',
  setup(bundler) {
    bundler.onLoad({ filter: /[\\/]@aws-sdk[\\/][\w-]+[\\/]package\.json$/ }, async ({ path }) => {
      const { version } = JSON.parse(await readFile(path, 'utf8'));
      return { contents: JSON.stringify({ version }), loader: 'json' };
    });
  },
};

/**
 * The functions call DynamoDB in their own region, in AWS's ordinary partition. The SDK's rules for all other endpoints cost
 * 11 KB and 1 ms of import.
 */
const regionalEndpoint: Plugin = {
  name: 'regional endpoint',
  setup(bundler) {
    const filter = /[\\/]client-dynamodb[\\/]dist-es[\\/]endpoint[\\/]endpointResolver\.js$/;
    bundler.onLoad({ filter }, () => ({
      contents: `
        export const defaultEndpointResolver = ({ Region, Endpoint }) => ({
          url: new URL(Endpoint ?? 'https://dynamodb.' + Region + '.amazonaws.com') });`,
    }));
  },
};

/**
 * An ES import of a module of Node.js reads all of its exports, including the lazy ones, such as those of node:http and
 * node:crypto. With `getBuiltinModule`, only the exports that a bundle uses are read. `ReadStream` loads the streams of
 * files, only to recognize a request body that is one, which no bundle sends.
 */
const onlyUsedBuiltins: Plugin = replaced(
  'only-used-builtins',
  new RegExp(`^(node:)?(${builtinModules.filter((name) => /^[a-z]/.test(name)).join('|')})$`),
  (path) => {
    const names = Object.keys(process.getBuiltinModule(path) ?? {});
    const exported = names.map((name, n) => {
      const value = name === 'ReadStream' ? 'class {}' : `module.${name}`;
      return `const own${n} = /* @__PURE__ */ (() => ${value})(); export { own${n} as ${name} };`;
    });
    return `
      const module = /* @__PURE__ */ process.getBuiltinModule('${path}');
      export { module as default };
      ${exported.join('\n')}`;
  },
);
