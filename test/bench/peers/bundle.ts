import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { contracts, type OperationId } from '../../../functions/contracts.ts';
import { small } from '../../../infra/bundles/bundles.ts';
import { lambdaOptions } from '../../../infra/bundles/esbuild-options.ts';
import { onlyUsedBuiltins } from '../../../infra/bundles/only-used-builtins.ts';
import { rewritten } from '../../../infra/bundles/replaced.ts';
import type { Source } from '../../../infra/bundles/sources.ts';
import { projectRoot } from '../../../infra/project-root.ts';

/**
 * Bundles the peers with everything that makes the platform's own bundles small and quick, so that the two differ in nothing but
 * the framework; or without the warm-up, as a function with Hono usually is.
 */
export interface PeerBundle {
  readonly module: string;
  readonly bytes: number;
}

/** Leaves the warm-up out of a bundle. */
export const withoutWarmUp = rewritten(
  'without a warm-up',
  /[\\/]shared[\\/]table[\\/]warm-up\.ts$/,
  () => 'export const warmUp = async () => {};',
);

/** One function with Hono for each endpoint, in the order of the endpoints. */
export const bundleOfEach = (
  endpoints: readonly Source[],
  outdir: string,
  { isWarm }: { readonly isWarm: boolean },
): Promise<PeerBundle[]> =>
  built(
    join(outdir, isWarm ? 'warm' : 'cold'),
    endpoints.map((endpoint) => ({ name: endpoint.id, entry: entryOf(endpoint) })),
    isWarm ? small : [withoutWarmUp, ...small],
  );

/** The function without the SDK. */
export async function bundleOfFloor(outdir: string): Promise<PeerBundle> {
  const entry = `export { handler } from './test/bench/peers/floor.ts';`;
  const [bundle] = await built(outdir, [{ name: 'floor', entry }], [onlyUsedBuiltins]);
  if (!bundle) throw new Error('the floor was not built');
  return bundle;
}

function entryOf({ id, source }: Source): string {
  const verifies = contracts[id as OperationId].caller !== 'nobody';
  const verifier = verifies ? 'verifierFromEnvironment' : 'noVerifier';
  return `
    import { endpoint } from './${source}';
    import { toolsFromEnvironment } from './test/bench/peers/api.ts';
    import { ${verifier} } from './test/bench/peers/${verifies ? 'verifier' : 'no-verifier'}.ts';
    import { peer } from './test/bench/peers/hono.ts';
    export const handler = peer(endpoint, toolsFromEnvironment(endpoint, ${verifier}()));`;
}

async function built(
  outdir: string,
  entries: readonly { readonly name: string; readonly entry: string }[],
  plugins: readonly Plugin[],
): Promise<PeerBundle[]> {
  const { warnings } = await build({
    ...lambdaOptions,
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

/** The peers use the endpoints without the platform's own Lambda handlers. */
const noHandlers = rewritten(
  'no handlers',
  /[\\/]shared[\\/]runtime[\\/](public-|settings-)?lambda\.ts$/,
  () => 'export const lambda = () => {}; export const publicLambda = lambda, settingsLambda = lambda;',
);
