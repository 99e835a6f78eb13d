import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bundled, CSS, type Files, filled, HTML, type PageSettings, SCRIPT } from './page-files.ts';

const SOURCE = join(import.meta.dirname, 'join');

/** Builds the page `/join/<code>`, to which the QR code leads. The keys are paths. */
export async function joinPage({ appUrl }: PageSettings = {}): Promise<Files> {
  const [html, css, script] = await Promise.all([
    readFile(`${SOURCE}/index.html`, 'utf8'),
    bundled(`${SOURCE}/join.css`),
    bundled(`${SOURCE}/join.ts`),
  ]);
  return new Map([
    ['/join/index.html', { contentType: HTML, body: filled(html, { appUrl: appUrl ?? '' }) }],
    ['/join/assets/join.css', { contentType: CSS, body: css }],
    ['/join/assets/join.js', { contentType: SCRIPT, body: script }],
  ]);
}

/** Returns the file that serves a path of the page, or `undefined` for other paths. */
export function joinFileOf(path: string): string | undefined {
  if (path.startsWith('/join/assets/')) return path;
  return /^\/join(\/[^/]*)?$/.test(path) ? '/join/index.html' : undefined;
}
