import { PAGE_LANGUAGES, type PageLanguage } from '../../shared/values/languages.ts';
import { languageOf, type Say, sayIn } from '../browser/phrases.ts';
import texts from './words.json' with { type: 'json' };

/** The texts of the page of an invitation in one language. `words.json` contains them. */
export interface InvitationWords {
  readonly language: PageLanguage;
  readonly say: Say<keyof typeof texts>;
}

export const invitationWordsIn = (language: PageLanguage): InvitationWords => ({
  language,
  say: sayIn(texts, language),
});

/** The texts for the first known one of these language tags, or else the default ones. */
export const invitationWordsFor = (tags: readonly string[]): InvitationWords =>
  invitationWordsIn(tags.map(languageOf).find((language) => language !== undefined) ?? PAGE_LANGUAGES[0]);
