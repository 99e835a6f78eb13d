import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fingerprint } from '../shared/values/clock.ts';
import { noScript } from './display/words/languages.ts';
import { fontFiles } from './fonts.ts';
import { logoFiles } from './logos.ts';
import {
  bundled,
  CSS,
  type Files,
  filled,
  HTML,
  type PageFile,
  type PageSettings,
  SCRIPT,
  tooOldFile,
  withNoScript,
} from './page-files.ts';

const SOURCE = join(import.meta.dirname, 'display');
const ASSETS = '/display/assets/';
const LOGO_FOLDER = `${ASSETS}logos/`;

/** Builds the display page. The keys are paths. */
export async function displayPage({ joinUrl }: PageSettings = {}): Promise<Files> {
  const [html, css, script, fonts, logos, tooOld] = await Promise.all([
    readFile(`${SOURCE}/index.html`, 'utf8'),
    bundled(`${SOURCE}/display.css`),
    bundled(`${SOURCE}/display.ts`),
    fontFiles(ASSETS),
    logoFiles(LOGO_FOLDER),
    tooOldFile(ASSETS),
  ]);
  const logoNames = [...logos.keys()].map((path) => path.slice(LOGO_FOLDER.length)).join(' ');
  const page = withNoScript(filled(html, { joinUrl: joinUrl ?? '', logos: logoNames }), noScript);
  const shell = new Map<string, PageFile>([
    ['/display/index.html', { contentType: HTML, body: page }],
    ['/display/assets/display.css', { contentType: CSS, body: css }],
    ['/display/assets/fonts.css', { contentType: CSS, body: fonts.css }],
    ['/display/assets/display.js', { contentType: SCRIPT, body: script }],
    tooOld,
    ...logos,
  ]);
  const kept = [...shell.keys(), ...fonts.basic];
  const version = fingerprint([...shell.values()].map(({ body }) => body.toString('base64')).join('\n'));
  const define = { VERSION: JSON.stringify(version.slice(0, 12)), SHELL: JSON.stringify(kept) };
  const worker = await bundled(`${SOURCE}/worker.ts`, { define });
  return new Map([...shell, ['/display/worker.js', { contentType: SCRIPT, body: worker }], ...fonts.files]);
}
