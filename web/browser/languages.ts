import { PAGE_LANGUAGES, type PageLanguage } from '../../shared/values/languages.ts';

/** The names of the languages, each in itself, for the links that change it. */
export const LANGUAGE_NAMES = {
  'en-MY': 'English',
  'ms-MY': 'Bahasa Melayu',
  'zh-Hans-MY': '中文',
} as const satisfies Record<PageLanguage, string>;

/** The language of the pages for a language tag such as `ms` or `zh-Hans`. */
export function languageOf(tag: string): PageLanguage | undefined {
  const primary = (language: string) => language.toLowerCase().split('-')[0];
  return PAGE_LANGUAGES.find((language) => primary(language) === primary(tag));
}

/** The first language of these tags that the pages have, or else the default one. */
export const firstKnown = (tags: readonly string[]): PageLanguage =>
  tags.map(languageOf).find((language) => language !== undefined) ?? PAGE_LANGUAGES[0];

/** What a page loads in all languages at once, because it says little. */
export const inLanguages = <Value>(
  en: Value,
  ms: Value,
  zh: Value,
): Readonly<Record<PageLanguage, Value>> => ({
  'en-MY': en,
  'ms-MY': ms,
  'zh-Hans-MY': zh,
});
