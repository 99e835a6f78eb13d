import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { appLinks } from './app-links.ts';
import { invitationWordsIn } from './invitation/words.ts';
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

const SOURCE = join(import.meta.dirname, 'invitation');

const ASSETS = '/invitation/assets/';

/**
 * Builds the page `/invitation`, to which the links of invitations lead, and the files by which phones open these
 * links in an app. Its font is that of the join page. The keys are paths.
 */
export async function invitationPage(settings: PageSettings = {}): Promise<Files> {
  const [html, css, script, tooOld] = await Promise.all([
    readFile(`${SOURCE}/index.html`, 'utf8'),
    bundled(`${SOURCE}/invitation.css`, { external: ['*.woff2'] }),
    bundled(`${SOURCE}/invitation.ts`),
    tooOldFile(ASSETS),
  ]);
  const page = withNoScript(filled(html, { appUrl: settings.appUrl ?? '' }), (language) =>
    invitationWordsIn(language).say('noScript'),
  );
  return new Map([
    ['/invitation/index.html', { contentType: HTML, body: page }],
    [`${ASSETS}invitation.css`, { contentType: CSS, body: css }],
    [`${ASSETS}invitation.js`, { contentType: SCRIPT, body: script }],
    tooOld,
    ...appLinks(settings),
  ]);
}
