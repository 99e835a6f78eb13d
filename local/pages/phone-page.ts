import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bundled, CSS, type Files, HTML, SCRIPT } from '../../web/page-files.ts';
import type { Page } from '../../web/pages.ts';

const SOURCE = join(import.meta.dirname, 'phone');

/** Builds the demo phone, which plays the patient and the visitor. It is never deployed. The keys are paths. */
async function phonePage(): Promise<Files> {
  const [html, css, script] = await Promise.all([
    readFile(join(SOURCE, 'index.html'), 'utf8'),
    bundled(join(SOURCE, 'phone.css')),
    bundled(join(SOURCE, 'phone.tsx'), { jsx: 'automatic', jsxImportSource: 'preact' }),
  ]);
  return new Map([
    ['/local/phone/index.html', { contentType: HTML, body: html }],
    ['/local/phone/phone.css', { contentType: CSS, body: css }],
    ['/local/phone/phone.js', { contentType: SCRIPT, body: script }],
  ]);
}

export const phone: Page = {
  path: '/local/phone',
  build: phonePage,
  words: { onlyEnglish: 'It is a demo for developers, and its people speak English.' },
};
