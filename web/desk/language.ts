import { PAGE_LANGUAGES, type PageLanguage } from '../../shared/values/languages.ts';
import { type Dates, datesIn } from './dates.ts';
import type { Words } from './words/en.ts';
import { deskWords } from './words/languages.ts';

/** What the page says, and in which language. */
export interface Language {
  readonly code: PageLanguage;
  readonly words: Words;
  readonly dates: Dates;
}

/** The names of the languages, each in itself, for the links that change it. */
export const LANGUAGE_NAMES = {
  'en-MY': 'English',
  'ms-MY': 'Bahasa Melayu',
  'zh-Hans-MY': '中文',
} as const satisfies Record<PageLanguage, string>;

const CHOICE = 'sihat-desk-language';

/** The chosen language, or else the first of the browser's that the page has. */
export function preferredLanguage(): PageLanguage {
  const wanted = [localStorage.getItem(CHOICE) ?? '', ...navigator.languages];
  const known = wanted.map((language) =>
    PAGE_LANGUAGES.find((code) => code.slice(0, 2) === language.slice(0, 2).toLowerCase()),
  );
  return known.find((code) => code !== undefined) ?? 'en-MY';
}

export async function loadLanguage(code: PageLanguage): Promise<Language> {
  const { words } = await deskWords[code]();
  return { code, words, dates: datesIn(code, words.times) };
}

/** Remembers a language that somebody chose. It says nothing about the person, so it stays after the sign-out. */
export const rememberLanguage = (code: PageLanguage): void => localStorage.setItem(CHOICE, code);
