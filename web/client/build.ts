import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import manifest from '../../package.json' with { type: 'json' };

/** npm run build:client: writes the client package. */
const ROOT = join(import.meta.dirname, '../..');
const { values } = parseArgs({ options: { out: { type: 'string', default: join(ROOT, 'dist/client') } } });
const folder = values.out;
const inSource = (file: string) => join(import.meta.dirname, file);

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
execFileSync(process.execPath, [inSource('write-types.ts')]);
await build({
  entryPoints: [inSource('client.ts')],
  outfile: join(folder, 'client.js'),
  bundle: true,
  external: ['openapi-fetch'],
  format: 'esm',
  target: 'es2022',
  logLevel: 'silent',
});
const options = ['--declaration', '--emitDeclarationOnly', '--noEmit', 'false', '--outDir', folder];
execFileSync(join(ROOT, 'node_modules/.bin/tsc'), ['-p', inSource('tsconfig.json'), ...options]);
// The package contains declarations only, which name the files by their JavaScript extension.
for (const name of ['client.d.ts', 'steps.d.ts']) {
  const declarations = join(folder, name);
  writeFileSync(declarations, readFileSync(declarations, 'utf8').replaceAll(/\.ts';/g, ".js';"));
}
copyFileSync(inSource('README.md'), join(folder, 'README.md'));
writeFileSync(
  join(folder, 'package.json'),
  `${JSON.stringify(
    {
      name: '@sihat/client',
      version: manifest.version,
      description: 'A typed client of the Sihat API',
      license: manifest.license,
      type: 'module',
      exports: { '.': { types: './client.d.ts', default: './client.js' } },
      files: ['*.js', '*.d.ts'],
      dependencies: { 'openapi-fetch': manifest.devDependencies['openapi-fetch'] },
    },
    null,
    2,
  )}\n`,
);
process.stdout.write(`The client package is in ${folder}.\n`);
