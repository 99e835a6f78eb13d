import { existsSync } from 'node:fs';
import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Metafile, type Plugin, transform } from 'esbuild';
import { contracts, workers } from '../../functions/contracts.ts';
import { sourceOf } from '../../functions/sources.ts';
import type { Area, Contract } from '../../shared/contract.ts';
import type { Worker } from '../../shared/worker.ts';

/**
 * One Lambda bundle for each endpoint and each worker, all from one run of esbuild. A bundle's size is the larger part
 * of a cold start, so it holds what its own function needs and nothing of its neighbours.
 */
export interface Bundle {
  readonly id: string;
  readonly area: Area;
  readonly kind: 'endpoint' | 'worker';
  /** From the project's root. */
  readonly source: string;
  /** Absolute: a Lambda asset that holds `index.mjs`, whose `handler` the function runs. */
  readonly folder: string;
  readonly bytes: number;
  /** The source files in it, from the project's root. */
  readonly inputs: readonly string[];
}

export type Bundles = ReadonlyMap<string, Bundle>;

export const projectRoot = fileURLToPath(new URL('../..', import.meta.url));
/** The folder that is deployed. */
export const BUILT = join(projectRoot, 'dist');
const BUNDLE_FILE = 'index.mjs';
/** Written last, so that it tells when they were built. */
export const LIST = 'bundles.json';

/** An endpoint or a worker to bundle, and its source file. */
export type Source = Pick<Bundle, 'id' | 'area' | 'kind' | 'source'>;

/** Builds every bundle into `<outdir>/<id>/`, which is emptied before. @throws {Error} naming each source that is missing. */
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
      quickHttp,
    ],
    logLevel: 'silent',
  });
  // A warning here is an import that finds nothing, or a stub that no longer fits: the bundle would fail at run time.
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

/** @throws {Error} for one that was not built. */
export function bundleOf(bundles: Bundles, id: string): Bundle {
  const bundle = bundles.get(id);
  if (!bundle) throw new Error(`${id} has no bundle`);
  return bundle;
}

/** Everything that is bundled. */
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
 * Our modules do nothing when they are loaded but make values, which no bundler can know of a call: an area's contracts
 * would all be in each of its bundles. Every value made at the top of one of our modules becomes
 * `/* @__PURE__ *\/ (() => value)()`, which esbuild drops when nothing uses it. The pattern relies on the form that
 * esbuild's own printer gives the lines. Without it a bundle is 6 to 15 KB larger.
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

/** A module of a package, replaced by a few lines; an import that the lines do not export stops the build. */
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

/** Lambda passes a function's credentials in its environment. The SDK's other sources are 135 KB and 25 ms of import. */
const environmentCredentials = replaced(
  'environment-credentials',
  /^@aws-sdk\/credential-provider-node$/,
  () => `
    import { fromEnv } from '@aws-sdk/credential-provider-env';
    export const defaultProvider = () => fromEnv();`,
);

/** Endpoint discovery is off by default and no client here enables it: 9 KB. */
const noEndpointDiscovery = replaced(
  'no-endpoint-discovery',
  /^@aws-sdk\/middleware-endpoint-discovery$/,
  () => `
    export const NODE_ENDPOINT_DISCOVERY_CONFIG_OPTIONS = {
      environmentVariableSelector: () => false, configFileSelector: () => false, default: false };
    export const resolveEndpointDiscoveryConfig = (config) => config;`,
);

/** The client needs these for operations that stream. DynamoDB has none: 19 KB. */
const noEventStreams = replaced(
  'no-event-streams',
  /^@smithy\/core\/event-streams$/,
  () => `
    const absent = () => { throw new Error('event streams are not in this bundle'); };
    export class EventStreamSerde { constructor() { absent(); } }
    export const eventStreamSerdeProvider = absent;`,
);

/** SHA-256 in JavaScript, which only a Node.js without its own needs: 3 KB. */
const nativeHashes = replaced('native-hashes', /^\.\/Sha256Js$/, () => 'export class Sha256Js {}');

/** A client carries its whole package.json to send its version in the User-Agent header: 2 KB for each client. */
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
 * An ES import of node:http makes Node.js wrap each of its exports, the lazy ones too. With `getBuiltinModule` the import of
 * a bundle and its first call to the database together take 45 ms less.
 */
const quickHttp = replaced(
  'quick-http',
  /^(node:)?https?$/,
  (path) => `
    const module = /* @__PURE__ */ process.getBuiltinModule('${path}');
    export default module;
    export const Agent = /* @__PURE__ */ (() => module.Agent)();
    export const request = /* @__PURE__ */ (() => module.request)();
    export const STATUS_CODES = /* @__PURE__ */ (() => module.STATUS_CODES)();`,
);
