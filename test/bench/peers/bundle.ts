import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type BuildOptions, build, type Plugin } from 'esbuild';
import { contracts, type OperationId } from '../../../functions/contracts.ts';
import { small } from '../../../infra/bundles/bundles.ts';
import { lambdaOptions } from '../../../infra/bundles/esbuild-options.ts';
import { onlyUsedBuiltins } from '../../../infra/bundles/only-used-builtins.ts';
import { type Source, sources } from '../../../infra/bundles/sources.ts';
import { projectRoot } from '../../../infra/project-root.ts';

/**
 * Bundles the peers as their users do. `small` ones are built with the plugins that made the platform's own bundles small when
 * the bar was set, so that a later plugin shows as a gain; `alike` ones with all plugins of today.
 * `plain` ones have the complete zod, the SDK's default credentials and no plugins. As in the platform, modules in ES format
 * are preferred, and the code is minified.
 */
export interface PeerBundle {
  readonly module: string;
  readonly bytes: number;
}

export type Settings = 'small' | 'alike' | 'plain';

/** One function with all endpoints. */
export async function bundleOfAll(name: 'hono' | 'express', outdir: string): Promise<PeerBundle> {
  const all = sources().filter(({ kind }) => kind === 'endpoint');
  const [bundle] = await built(outdir, [{ name, entry: entryOf(name, all) }], plain);
  if (!bundle) throw new Error(`${name} was not built`);
  return bundle;
}

/** One function with Hono for each endpoint, in the order of the endpoints. */
export const bundleOfEach = (
  settings: Settings,
  endpoints: readonly Source[],
  outdir: string,
): Promise<PeerBundle[]> =>
  built(
    join(outdir, settings),
    endpoints.map((endpoint) => ({ name: endpoint.id, entry: entryOf('hono', [endpoint]) })),
    settingsOf[settings],
  );

/** The function without the SDK. */
export async function bundleOfFloor(outdir: string): Promise<PeerBundle> {
  const entry = `export { handler } from './test/bench/peers/floor.ts';`;
  const [bundle] = await built(outdir, [{ name: 'floor', entry }], { plugins: [onlyUsedBuiltins] });
  if (!bundle) throw new Error('the floor was not built');
  return bundle;
}

function entryOf(name: 'hono' | 'express', endpoints: readonly Source[]): string {
  const verifies = endpoints.some(({ id }) => contracts[id as OperationId].caller !== 'nobody');
  const verifier = verifies ? 'verifierFromEnvironment' : 'noVerifier';
  return [
    ...endpoints.map(({ source }, n) => `import { endpoint as endpoint${n} } from './${source}';`),
    `import { toolsFromEnvironment } from './test/bench/peers/api.ts';`,
    `import { ${verifier} } from './test/bench/peers/${verifies ? 'verifier' : 'no-verifier'}.ts';`,
    `import { peer } from './test/bench/peers/${name}.ts';`,
    `const endpoints = [${endpoints.map((_, n) => `endpoint${n}`).join(', ')}];`,
    `export const handler = peer(endpoints, toolsFromEnvironment(endpoints, ${verifier}()));`,
  ].join('\n');
}

async function built(
  outdir: string,
  entries: readonly { readonly name: string; readonly entry: string }[],
  { plugins = [], ...options }: BuildOptions,
): Promise<PeerBundle[]> {
  const { warnings } = await build({
    ...lambdaOptions,
    ...options,
    entryPoints: entries.map(({ name }) => ({ in: `entry:${name}`, out: name })),
    outdir,
    outExtension: { '.js': '.mjs' },
    plugins: [
      textsAsEntries(new Map(entries.map(({ name, entry }) => [`entry:${name}`, entry]))),
      noHandlers,
      ...plugins,
    ],
  });
  // A warning means a missing export, with which the peer would fail when it is loaded.
  if (warnings.length > 0) throw new Error(warnings.map(({ text }) => text).join('\n'));
  return Promise.all(
    entries.map(async ({ name }) => {
      const module = join(outdir, `${name}.mjs`);
      return { module, bytes: (await stat(module)).size };
    }),
  );
}

const textsAsEntries = (texts: ReadonlyMap<string, string>): Plugin => ({
  name: 'texts as entries',
  setup(bundler) {
    bundler.onResolve({ filter: /^entry:/ }, ({ path }) => ({ path, namespace: 'entry' }));
    bundler.onLoad({ filter: /.*/, namespace: 'entry' }, ({ path }) => ({
      contents: texts.get(path) ?? '',
      resolveDir: projectRoot,
      loader: 'ts',
    }));
  },
});

/** The contracts are written with zod/mini, whose schemas are the same but for five names. */
const completeZod: Plugin = {
  name: 'complete zod',
  setup(bundler) {
    bundler.onResolve({ filter: /^zod\/mini$/ }, () => ({ path: 'zod', namespace: 'complete-zod' }));
    bundler.onLoad({ filter: /.*/, namespace: 'complete-zod' }, () => ({
      resolveDir: projectRoot,
      contents: `
        export * from 'zod';
        export { gte as minimum, lte as maximum } from 'zod';
        export const catchall = (schema, rest) => schema.catchall(rest);
        export const extend = (schema, shape) => schema.extend(shape);
        export const omit = (schema, mask) => schema.omit(mask);`,
    }));
  },
};

/** Express alone would be installed with one copy of iconv-lite; next to this project's tools, npm installs two. */
const oneIconv: Plugin = {
  name: 'one iconv-lite',
  setup(bundler) {
    bundler.onResolve({ filter: /^iconv-lite$/ }, ({ path, kind, pluginData }) =>
      pluginData === oneIconv
        ? undefined
        : bundler.resolve(path, {
            kind,
            resolveDir: join(projectRoot, 'node_modules/body-parser'),
            pluginData: oneIconv,
          }),
    );
  },
};

const plain = {
  // The usual way to let CommonJS packages load Node.js modules from an ES module.
  banner: {
    js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
  },
  plugins: [completeZod, oneIconv],
} satisfies BuildOptions;

/** The plugins of the SDK that came after the bar. */
const LATER = new Set([
  'environment-settings',
  'no-instance-metadata',
  'native-ids',
  'no-adaptive-retries',
  'no-recursion-detection',
  'no-logger',
  'no-user-agent',
  'few errors',
  'no-endpoint-functions',
  'no-partitions',
]);
const settingsOf = {
  small: { plugins: small.filter(({ name }) => !LATER.has(name)) },
  alike: { plugins: small },
  plain,
} satisfies Record<Settings, BuildOptions>;

/** The peers use the endpoints without the platform's own Lambda handlers. */
const noHandlers: Plugin = {
  name: 'no handlers',
  setup(bundler) {
    bundler.onLoad({ filter: /[\\/]shared[\\/]runtime[\\/](public-)?lambda\.ts$/ }, () => ({
      contents: 'export const lambda = () => {}; export const publicLambda = lambda;',
    }));
  },
};
