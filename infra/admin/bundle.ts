import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';

/** Bundles the command line into a folder, and deletes the bundles of earlier sources beside it. */
export async function bundleInto(folder: string): Promise<void> {
  const beside = dirname(folder);
  mkdirSync(beside, { recursive: true });
  const made = mkdtempSync(`${folder}-`);
  await build({
    entryPoints: [join(import.meta.dirname, 'main.ts')],
    outdir: made,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    // Packages that are CommonJS call it for the modules of Node.js.
    banner: {
      js: "import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url);",
    },
    logLevel: 'error',
  });
  for (const name of readdirSync(beside)) {
    const path = join(beside, name);
    if (path !== made && path !== folder && /^[0-9a-f]{16}$/.test(name))
      rmSync(path, { recursive: true, force: true });
  }
  try {
    renameSync(made, folder);
  } catch {
    // A concurrent command has made the same bundle.
    rmSync(made, { recursive: true, force: true });
  }
}
