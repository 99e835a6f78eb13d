import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { CSS, type Files, HTML, SCRIPT } from './page-files.ts';

/**
 * The API reference: Swagger UI from its npm package, without anything from elsewhere. The deployed page is only for
 * reading. The page of a local platform also sends requests, in the name of a demo person.
 */
export type ReferenceKind = 'deployed' | 'local';

const ROOT = join(import.meta.dirname, '..');
const SOURCE = join(import.meta.dirname, 'reference');
const swagger = (file: string) => createRequire(import.meta.url).resolve(`swagger-ui-dist/${file}`);

/** Where the document is, as a static file. */
const DOCUMENT = '/v1/openapi.json';

/** Builds the page. The keys are paths. */
export async function referencePage(kind: ReferenceKind): Promise<Files> {
  const text = (path: string) => readFile(path, 'utf8');
  const [html, search, start, bundle, style, document] = await Promise.all([
    text(join(SOURCE, 'index.html')),
    text(join(SOURCE, 'search.js')),
    text(join(SOURCE, `${kind}.js`)),
    text(swagger('swagger-ui-bundle.js')),
    text(swagger('swagger-ui.css')),
    text(join(ROOT, 'openapi.json')),
  ]);
  return new Map([
    ['/docs/index.html', { contentType: HTML, body: html }],
    ['/docs/search.js', { contentType: SCRIPT, body: search }],
    ['/docs/start.js', { contentType: SCRIPT, body: start }],
    ['/docs/swagger-ui-bundle.js', { contentType: SCRIPT, body: bundle }],
    ['/docs/swagger-ui.css', { contentType: CSS, body: style }],
    [DOCUMENT, { contentType: 'application/json', body: published(JSON.parse(document), kind) }],
  ]);
}

/** The published document has no local server, and that of a local platform no other one. */
function published(
  document: { readonly servers: readonly { readonly url: string }[] },
  kind: ReferenceKind,
): string {
  const servers =
    kind === 'local' ? [{ url: '/' }] : document.servers.filter(({ url }) => url.startsWith('https:'));
  return JSON.stringify({ ...document, servers });
}

/** Swagger UI needs inline styles and data URLs for images. Everything else comes from this server. */
export const REFERENCE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
