import { lazyWords } from '../lazy-words.tsx';
import { platformWords } from '../words/languages.ts';

const words = lazyWords(platformWords);

/** The words of the pages of administrators, in the language of the page. */
export const usePlatform = words.use;
export const withPlatformWords = words.with;

/** A number with its thousands, which all languages of the page write alike. */
export const numeral = (value: number): string => value.toLocaleString('en-MY');
