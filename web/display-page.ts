import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';

/** A built file of the display page, which CloudFront's bucket and the local server serve. */
export interface PageFile {
  readonly contentType: string;
  readonly body: string;
}

const SOURCE = join(import.meta.dirname, 'display');

/** Builds the page from `web/display/`. The keys are paths; `/display/<code>` is served from `/display/index.html`. */
export async function displayPage(): Promise<ReadonlyMap<string, PageFile>> {
  const [html, css, script] = await Promise.all([
    readFile(join(SOURCE, 'index.html'), 'utf8'),
    minified('display.css'),
    minified('display.ts'),
  ]);
  return new Map([
    ['/display/index.html', { contentType: 'text/html; charset=utf-8', body: html }],
    ['/display/assets/display.css', { contentType: 'text/css; charset=utf-8', body: css }],
    ['/display/assets/display.js', { contentType: 'text/javascript; charset=utf-8', body: script }],
  ]);
}

async function minified(file: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(SOURCE, file)],
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    write: false,
    logLevel: 'silent',
  });
  return outputFiles[0]?.text ?? '';
}

/** Returns the file that serves a path of the page, or `undefined` for other paths. */
export function fileOf(path: string): string | undefined {
  if (path.startsWith('/display/assets/')) return path;
  return /^\/display(\/[^/]*)?$/.test(path) ? '/display/index.html' : undefined;
}

/** Headers of every response: the page may connect only to its own origin and cannot execute injected text. */
export const PAGE_HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  'x-content-type-options': 'nosniff',
} as const;

/** Browsers revalidate the page at each load, because screens stay open for days. */
export const PAGE_CACHE_CONTROL = 'no-cache';
