import type { PageLanguage } from '../../shared/values/languages.ts';
import { firstKnown } from '../browser/languages.ts';
import { type Dates, datesIn } from './dates.ts';
import type { Words } from './words/en.ts';
import { deskWords } from './words/languages.ts';

/** What the page says, and in which language. */
export interface Language {
  readonly code: PageLanguage;
  readonly words: Words;
  readonly dates: Dates;
}

const CHOICE = 'sihat-desk-language';

/** The chosen language, or else the first of the browser's that the page has. */
export const preferredLanguage = (): PageLanguage =>
  firstKnown([localStorage.getItem(CHOICE) ?? '', ...navigator.languages]);

export async function loadLanguage(code: PageLanguage): Promise<Language> {
  const { words } = await deskWords[code]();
  return { code, words, dates: datesIn(code, words.times) };
}

/** Remembers a language that somebody chose. It says nothing about the person, so it stays after the sign-out. */
export const rememberLanguage = (code: PageLanguage): void => localStorage.setItem(CHOICE, code);
