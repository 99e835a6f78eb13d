import { fontFile } from './fonts.ts';
import { noScript } from './join/words/languages.ts';
import { type Files, type PageSettings, phonePage } from './page-files.ts';

/**
 * Builds the page `/join/<code>`, to which the QR code leads. The keys are paths. Visitors load it over mobile data, so Chinese
 * and Tamil texts have the fonts of the phone, and Latin texts a font without widths.
 */
export async function joinPage(settings: PageSettings = {}): Promise<Files> {
  const [page, font] = await Promise.all([
    phonePage('join', settings, noScript),
    fontFile('@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2'),
  ]);
  return new Map([...page, ['/join/assets/instrument-sans.woff2', font]]);
}
