import { appLinks } from './app-links.ts';
import { noScript } from './invitation/words/languages.ts';
import { type Files, type PageSettings, phonePage } from './page-files.ts';

/**
 * Builds the page `/invitation`, to which the links of invitations lead, and the files by which phones open these
 * links in an app. Its font is that of the join page. The keys are paths.
 */
export async function invitationPage(settings: PageSettings = {}): Promise<Files> {
  const page = await phonePage('invitation', settings, noScript);
  return new Map([...page, ...appLinks(settings)]);
}
