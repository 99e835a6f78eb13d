import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { lambdaOptions } from '../../../infra/bundles/esbuild-options.ts';
import { sources } from '../../../infra/bundles/sources.ts';
import { projectRoot } from '../../../infra/project-root.ts';

/**
 * Bundles a peer as its users do: one file for the whole API, with the complete zod and the SDK's default credentials, and
 * without the plugins that make the platform's own bundles small. As in the platform, modules in ES format are preferred,
 * and the code is minified.
 */
export async function buildPeer(name: 'hono' | 'express', outdir: string) {
  const endpoints = sources().filter(({ kind }) => kind === 'endpoint');
  const module = join(outdir, name, 'index.mjs');
  const { warnings } = await build({
    ...lambdaOptions,
    stdin: {
      resolveDir: projectRoot,
      loader: 'ts',
      contents: [
        ...endpoints.map(({ source }, n) => `import { endpoint as endpoint${n} } from './${source}';`),
        `import { toolsFromEnvironment } from './test/bench/peers/api.ts';`,
        `import { peer } from './test/bench/peers/${name}.ts';`,
        `const endpoints = [${endpoints.map((_, n) => `endpoint${n}`).join(', ')}];`,
        'export const handler = peer(endpoints, toolsFromEnvironment());',
      ].join('\n'),
    },
    outfile: module,
    // The usual way to let CommonJS packages load Node.js modules from an ES module.
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
    plugins: [completeZod, oneIconv, noHandlers],
  });
  // A warning means a missing export, with which the peer would fail when it is loaded.
  if (warnings.length > 0) throw new Error(warnings.map(({ text }) => text).join('\n'));
  return { module, bytes: (await stat(module)).size };
}

/** The contracts are written with zod/mini, whose schemas are the same but for four names. */
const completeZod: Plugin = {
  name: 'complete zod',
  setup(bundler) {
    bundler.onResolve({ filter: /^zod\/mini$/ }, () => ({ path: 'zod', namespace: 'complete-zod' }));
    bundler.onLoad({ filter: /.*/, namespace: 'complete-zod' }, () => ({
      resolveDir: projectRoot,
      contents: `
        export * from 'zod';
        export { gte as minimum, lte as maximum } from 'zod';
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

/** The peers use the endpoints without the platform's own Lambda handlers. */
const noHandlers: Plugin = {
  name: 'no handlers',
  setup(bundler) {
    bundler.onLoad({ filter: /[\\/]shared[\\/]runtime[\\/](public-)?lambda\.ts$/ }, () => ({
      contents: 'export const lambda = () => {}; export const publicLambda = lambda;',
    }));
  },
};
