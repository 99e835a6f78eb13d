import { PAGE_LANGUAGES, type PageLanguage } from '../../shared/values/languages.ts';

/**
 * The texts of a page, as its `words.json` has them for translators: by name, in each language, with a note on where the
 * page shows the text. The build leaves the notes out of the scripts.
 */
export type Texts<Name extends string> = Readonly<Record<Name, Readonly<Record<PageLanguage, string>>>>;

/** Returns a text of the page in one language, with values in place of `{names}`. */
export type Say<Name extends string> = (name: Name, values?: Readonly<Record<string, string>>) => string;

export const sayIn =
  <Name extends string>(texts: Texts<Name>, language: PageLanguage): Say<Name> =>
  (name, values = {}) =>
    texts[name][language].replaceAll(/\{(\w+)\}/g, (placeholder, key) => values[key] ?? placeholder);

/** The language of the pages for a language tag such as `ms` or `zh-Hans`. */
export function languageOf(tag: string): PageLanguage | undefined {
  const primary = (language: string) => language.toLowerCase().split('-')[0];
  return PAGE_LANGUAGES.find((language) => primary(language) === primary(tag));
}
