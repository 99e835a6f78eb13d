import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import manifest from '../../package.json' with { type: 'json' };

/** npm run build:client: writes the client package. */
const ROOT = join(import.meta.dirname, '../..');
/** The packages that the client imports. Apps install them with it. */
const DEPENDENCIES = ['openapi-fetch', '@noble/hashes'] as const;
const { values } = parseArgs({ options: { out: { type: 'string', default: join(ROOT, 'dist/client') } } });
const folder = values.out;
const inSource = (file: string) => join(import.meta.dirname, file);

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
execFileSync(process.execPath, [join(ROOT, 'infra/openapi/write-client-types.ts')]);
await build({
  entryPoints: [inSource('client.ts')],
  outfile: join(folder, 'client.js'),
  bundle: true,
  external: DEPENDENCIES.flatMap((name) => [name, `${name}/*`]),
  format: 'esm',
  target: 'es2022',
  logLevel: 'silent',
});
const options = ['--declaration', '--emitDeclarationOnly', '--noEmit', 'false', '--outDir', folder];
execFileSync(join(ROOT, 'node_modules/.bin/tsc'), ['-p', inSource('tsconfig.json'), ...options]);
// The package contains declarations only, which name the files by their JavaScript extension.
for (const name of readdirSync(folder).filter((file) => file.endsWith('.d.ts'))) {
  const declarations = join(folder, name);
  writeFileSync(declarations, readFileSync(declarations, 'utf8').replaceAll(/\.ts';/g, ".js';"));
}
for (const document of ['README.md', 'CHANGELOG.md'])
  copyFileSync(inSource(document), join(folder, document));
copyFileSync(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'));
writeFileSync(
  join(folder, 'package.json'),
  `${JSON.stringify(
    {
      name: '@sihat/client',
      version: manifest.version,
      description: 'A typed client of the Sihat API',
      license: manifest.license,
      type: 'module',
      repository: { type: 'git', url: 'git+https://github.com/sihat/sihat.git', directory: 'web/client' },
      // npm publishes it only from a workflow that proves from which commit it was built.
      publishConfig: { access: 'public', provenance: true },
      // Bundlers that do not know `exports` read these two.
      main: './client.js',
      types: './client.d.ts',
      exports: { '.': { types: './client.d.ts', default: './client.js' } },
      files: ['*.js', '*.d.ts', 'CHANGELOG.md'],
      dependencies: Object.fromEntries(DEPENDENCIES.map((name) => [name, manifest.devDependencies[name]])),
    },
    null,
    2,
  )}\n`,
);
process.stdout.write(`The client package is in ${folder}.\n`);
