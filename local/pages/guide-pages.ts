import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, posix, relative } from 'node:path';
import type { HandlerAnswer } from '../http/gateway.ts';
import type { Received } from '../http/requests.ts';
import { Html, page } from './html.ts';

/** Serves the documents of the project under `/guide/`, so that they can be read without an editor. */
const ROOT = join(import.meta.dirname, '../..');
const START = 'README.md';
/** A picture of the display. */
const PICTURE = /^docs\/display\/[a-z-]+\.png$/;
const TOP = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md', 'test/aws-emulator/README.md'];

export async function guidePages({ method, path }: Received): Promise<HandlerAnswer | undefined> {
  if (method !== 'GET' || !path.startsWith('/guide')) return undefined;
  const name = path.replace(/^\/guide\/?/, '') || START;
  if (PICTURE.test(name)) {
    const image = await readFile(join(ROOT, name)).catch(() => undefined);
    if (!image) return undefined;
    return {
      statusCode: 200,
      headers: { 'content-type': 'image/png' },
      body: image.toString('base64'),
      isBase64Encoded: true,
    };
  }
  if (!(await documents()).includes(name)) return undefined;
  // The library is loaded when somebody reads a document, so that the platform starts faster.
  const { marked } = await import('marked');
  const markup = await marked.parse(await readFile(join(ROOT, name), 'utf8'));
  return { statusCode: 200, ...page(`Sihat: ${name}`, new Html(withLinks(markup, name))) };
}

/** Only these files are served. */
async function documents(): Promise<readonly string[]> {
  const files = await readdir(join(ROOT, 'docs'), { recursive: true, withFileTypes: true });
  const inDocs = files
    .filter((file) => file.isFile() && file.name.endsWith('.md'))
    .map((file) => relative(ROOT, join(file.parentPath, file.name)));
  return [...TOP, ...inDocs];
}

/** Relative links of a document lead to the other documents under `/guide/`. */
function withLinks(markup: string, name: string): string {
  return markup.replace(
    /(href|src)="(?![a-z]+:|#|\/)([^"#]*)/g,
    (_, attribute: string, target: string) => `${attribute}="/guide/${posix.join(dirname(name), target)}`,
  );
}
