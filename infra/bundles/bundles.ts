import { existsSync } from 'node:fs';
import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { build, type Metafile, type Plugin } from 'esbuild';
import { projectRoot } from '../project-root.ts';
import { lambdaOptions } from './esbuild-options.ts';
import { onlyUsedBuiltins } from './only-used-builtins.ts';
import { onlyWhatIsUsed } from './only-what-is-used.ts';
import { smallSdk } from './small-sdk.ts';
import { type Source, sources } from './sources.ts';

/**
 * One Lambda bundle for each endpoint and each worker, all from one run of esbuild. A bundle's size is the larger part
 * of a cold start, so a bundle contains only what its own function needs.
 */
export interface Bundle extends Source {
  /** The absolute path of the Lambda asset, which contains `index.mjs` with the `handler`. */
  readonly folder: string;
  readonly bytes: number;
  /** The source files of the bundle, from the project's root. */
  readonly inputs: readonly string[];
}

export type Bundles = ReadonlyMap<string, Bundle>;

/** The folder with the bundles that are deployed. */
export const BUILT = join(projectRoot, 'dist', 'functions');
const BUNDLE_FILE = 'index.mjs';
/** This file is written last, so that its time is the time of the build. */
export const LIST = 'bundles.json';

/** The plugins that leave out what a bundle does not use. */
export const small: Plugin[] = [onlyWhatIsUsed, ...smallSdk, onlyUsedBuiltins];

/** Builds every bundle into `<outdir>/<id>/`, which is emptied first. @throws {Error} with the names of missing sources. */
export async function buildBundles(
  outdir: string = BUILT,
  entries: readonly Source[] = sources(),
  plugins: Plugin[] = small,
): Promise<Bundles> {
  const missing = entries.filter(({ source }) => !existsSync(join(projectRoot, source)));
  if (missing.length > 0) {
    throw new Error(`No source for ${missing.map(({ id, source }) => `${id} (${source})`).join(', ')}`);
  }
  await rm(outdir, { recursive: true, force: true });
  const { metafile, warnings } = await build({
    ...lambdaOptions,
    entryPoints: entries.map(({ id, source }) => ({ in: source, out: `${id}/index` })),
    outdir,
    outExtension: { '.js': '.mjs' },
    metafile: true,
    plugins,
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

function inputsOf({ outputs }: Metafile, file: string): string[] {
  const inputs = Object.entries(outputs[relative(projectRoot, file)]?.inputs ?? {});
  return inputs.filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([path]) => path);
}
