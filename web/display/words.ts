import { PAGE_LANGUAGES, type PageLanguage } from '../../shared/values/languages.ts';
import { languageOf, type Say, sayIn } from '../browser/phrases.ts';
import texts from './words.json' with { type: 'json' };

/** The texts of the display in one language. `words.json` contains them. */
export interface Words {
  readonly language: PageLanguage;
  readonly say: Say<keyof typeof texts>;
}

const wordsIn = (language: PageLanguage): Words => ({ language, say: sayIn(texts, language) });

/** The texts for a language tag such as `ms` or `zh-Hans`; for an unknown language, the default ones. */
export const wordsFor = (tag: string | null): Words => wordsIn(languageOf(tag ?? '') ?? PAGE_LANGUAGES[0]);

/** The texts that take turns on the screen: all languages for `auto`, or else one. */
export const rotationFor = (tag: string | null): readonly Words[] =>
  tag === 'auto' ? PAGE_LANGUAGES.map(wordsIn) : [wordsFor(tag)];
