import { join } from 'node:path';
import { build } from 'esbuild';
import { lambdaOptions } from './esbuild-options.ts';

/**
 * Builds the function of the canary into a folder. Its packages need CommonJS, and it serves no requests, so its size does not
 * matter.
 * @returns the folder
 */
export async function buildCanary(folder: string): Promise<string> {
  await build({
    ...lambdaOptions,
    format: 'cjs',
    entryPoints: ['infra/canary/handler.ts'],
    outfile: join(folder, 'index.js'),
  });
  return folder;
}
