import { PAGE_LANGUAGES, type PageLanguage } from '../../shared/values/languages.ts';
import { languageOf, type Say, sayIn } from '../browser/phrases.ts';
import texts from './words.json' with { type: 'json' };

/** The texts of the join page in one language. `words.json` contains them. */
export interface JoinWords {
  readonly language: PageLanguage;
  readonly say: Say<keyof typeof texts>;
}

export const joinWordsIn = (language: PageLanguage): JoinWords => ({
  language,
  say: sayIn(texts, language),
});

/** The texts for the first known one of these language tags, or else the default ones. */
export const joinWordsFor = (tags: readonly string[]): JoinWords =>
  joinWordsIn(tags.map(languageOf).find((language) => language !== undefined) ?? PAGE_LANGUAGES[0]);
