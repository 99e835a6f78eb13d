import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { build } from 'esbuild';
import { bundled, CSS, type Files, FLOOR, HTML, type PageFile, SCRIPT, tooOldFile } from './page-files.ts';

const SOURCE = join(import.meta.dirname, 'desk');
const ASSETS = '/desk/assets/';
/** Parts of the page with a look of their own. */
const PARTS = ['team', 'clinic', 'platform'] as const;

/**
 * Builds the desk. Its script is split into the parts of the page, which are loaded when somebody opens them. The keys are paths.
 */
export async function deskPage(): Promise<Files> {
  const [html, css, scripts, tooOld, ...ofParts] = await Promise.all([
    readFile(join(SOURCE, 'index.html'), 'utf8'),
    bundled(join(SOURCE, 'desk.css')),
    scriptsOf(join(SOURCE, 'desk.tsx')),
    tooOldFile(ASSETS),
    ...PARTS.map(
      async (part): Promise<[string, PageFile]> => [
        `${ASSETS}${part}.css`,
        { contentType: CSS, body: await bundled(join(SOURCE, part, `${part}.css`)) },
      ],
    ),
  ]);
  return new Map([
    ['/desk/index.html', { contentType: HTML, body: html }],
    [`${ASSETS}desk.css`, { contentType: CSS, body: css }],
    tooOld,
    ...ofParts,
    ...scripts,
  ]);
}

async function scriptsOf(entry: string): Promise<[string, PageFile][]> {
  const { outputFiles } = await build({
    entryPoints: [entry],
    outdir: ASSETS,
    bundle: true,
    splitting: true,
    // Half of the size of Chinese words.
    charset: 'utf8',
    minify: true,
    format: 'esm',
    target: FLOOR,
    jsx: 'automatic',
    jsxImportSource: 'preact',
    define: {
      // The sign-in library expects the global object of Node.js.
      global: 'globalThis',
      // A package calls `Object.hasOwn`, which Chromium before 93 does not have.
      'Object.hasOwn': 'Object.prototype.hasOwnProperty.call',
    },
    alias: { '@aws-crypto/sha256-js': join(SOURCE, 'sha256.ts') },
    chunkNames: '[name]-[hash]',
    write: false,
    logLevel: 'silent',
  });
  return outputFiles.map(({ path, text }) => [ASSETS + basename(path), { contentType: SCRIPT, body: text }]);
}

/** The desk may use the camera, and connect only to its own origin and to the user pool. @param pool the origin of the pool */
export function deskHeaders(pool?: string) {
  const connect = ["'self'", ...(pool === undefined ? [] : [pool])].join(' ');
  return {
    'content-security-policy': `default-src 'none'; script-src 'self'; style-src 'self'; connect-src ${connect}; font-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types report`,
    'permissions-policy': 'camera=(self), geolocation=(), microphone=()',
  } as const;
}
