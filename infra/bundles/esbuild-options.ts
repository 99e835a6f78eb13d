import type { BuildOptions } from 'esbuild';
import { projectRoot } from '../project-root.ts';

/** How code is bundled for Lambda: one minified ES module, preferably from packages in ES format. */
export const lambdaOptions = {
  absWorkingDir: projectRoot,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node24',
  mainFields: ['module', 'main'],
  minify: true,
  legalComments: 'none',
  logLevel: 'silent',
} satisfies BuildOptions;
