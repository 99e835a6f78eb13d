import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fontFile } from './fonts.ts';
import { joinWordsIn } from './join/words.ts';
import {
  bundled,
  CSS,
  type Files,
  filled,
  HTML,
  type PageSettings,
  SCRIPT,
  tooOldFile,
  withNoScript,
} from './page-files.ts';

const SOURCE = join(import.meta.dirname, 'join');

const ASSETS = '/join/assets/';

/**
 * Builds the page `/join/<code>`, to which the QR code leads. The keys are paths. Visitors load it over mobile data, so Chinese
 * and Tamil texts have the fonts of the phone, and Latin texts a font without widths.
 */
export async function joinPage({ appUrl }: PageSettings = {}): Promise<Files> {
  const [html, css, script, font, tooOld] = await Promise.all([
    readFile(`${SOURCE}/index.html`, 'utf8'),
    bundled(`${SOURCE}/join.css`, { external: ['*.woff2'] }),
    bundled(`${SOURCE}/join.ts`),
    fontFile('@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2'),
    tooOldFile(ASSETS),
  ]);
  const page = withNoScript(filled(html, { appUrl: appUrl ?? '' }), (language) =>
    joinWordsIn(language).say('noScript'),
  );
  return new Map([
    ['/join/index.html', { contentType: HTML, body: page }],
    [`${ASSETS}join.css`, { contentType: CSS, body: css }],
    [`${ASSETS}join.js`, { contentType: SCRIPT, body: script }],
    [`${ASSETS}instrument-sans.woff2`, font],
    tooOld,
  ]);
}
