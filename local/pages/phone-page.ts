import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bundled, CSS, type Files, HTML, SCRIPT } from '../../web/page-files.ts';

const SOURCE = join(import.meta.dirname, 'phone');

/** Builds the demo phone, which plays the patient and the visitor. It is never deployed. The keys are paths. */
export async function phonePage(): Promise<Files> {
  const [html, css, script] = await Promise.all([
    readFile(join(SOURCE, 'index.html'), 'utf8'),
    bundled(join(SOURCE, 'phone.css')),
    bundled(join(SOURCE, 'phone.tsx'), { jsx: 'automatic', jsxImportSource: 'preact' }),
  ]);
  return new Map([
    ['/local/phone', { contentType: HTML, body: html }],
    ['/local/phone/phone.css', { contentType: CSS, body: css }],
    ['/local/phone/phone.js', { contentType: SCRIPT, body: script }],
  ]);
}

/** Returns the file that serves a path of the page, or `undefined` for other paths. */
export function phoneFileOf(path: string): string | undefined {
  return /^\/local\/phone(\/|$)/.test(path) ? path.replace(/\/$/, '') : undefined;
}
