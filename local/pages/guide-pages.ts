import { readFile } from 'node:fs/promises';
import { dirname, join, posix } from 'node:path';
import { html } from '../../web/markup.ts';
import type { HandlerAnswer } from '../http/gateway.ts';
import { originOf, type Received } from '../http/requests.ts';
import { page } from './html.ts';

/** Serves the documents of the project under `/guide/`, so that they can be read without an editor. */
const ROOT = join(import.meta.dirname, '../..');
const START = 'README.md';
const DOCUMENT =
  /^([A-Z]+|docs\/[\w/-]+|test\/aws-emulator\/README|web\/client\/[A-Z]+|\.github\/pull_request_template)\.md$/;

/** The other files to which documents lead, with their types. */
const FILES: readonly (readonly [name: RegExp, contentType: string])[] = [
  [/^docs\/[\w/-]+\.png$/, 'image/png'],
  [/^docs\/[\w/-]+\.svg$/, 'image/svg+xml'],
  [/^LICENSE$/, 'text/plain; charset=utf-8'],
  [/^openapi\.json$/, 'application/json'],
];

/** The address of a local platform in the documents. Pages show the one at which they were requested instead. */
const DOCUMENTED_ORIGIN = 'http://127.0.0.1:3000';

export async function guidePages(request: Received): Promise<HandlerAnswer | undefined> {
  const { method, path } = request;
  if (method !== 'GET' || !path.startsWith('/guide')) return undefined;
  const name = path.replace(/^\/guide\/?/, '') || START;
  const [, contentType] = FILES.find(([pattern]) => pattern.test(name)) ?? [];
  const isDocument = DOCUMENT.test(name);
  if (!isDocument && !contentType) return undefined;
  const file = await readFile(join(ROOT, name)).catch(() => undefined);
  if (!file) return undefined;
  if (contentType)
    return {
      statusCode: 200,
      headers: { 'content-type': contentType, 'x-content-type-options': 'nosniff' },
      body: file.toString('base64'),
      isBase64Encoded: true,
    };
  // The library is loaded when somebody reads a document, so that the platform starts faster.
  const { renderedDocument } = await import('./markdown.ts');
  const markdown = file.toString('utf8').replaceAll(DOCUMENTED_ORIGIN, originOf(request));
  const body = html`<nav><a href="/">Start page</a> · <a href="/guide/#documents">All documents</a></nav>
${renderedDocument(markdown, (target) => addressOf(target, name))}`;
  return { statusCode: 200, ...page(`Sihat: ${name}`, body) };
}

/** The address of what a document links to. The targets of relative links are also under `/guide/`. */
const addressOf = (target: string, name: string): string =>
  /^([a-z]+:|#|\/)/.test(target) ? target : `/guide/${posix.join(dirname(name), target)}`;
