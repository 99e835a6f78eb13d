import { PAGE_LANGUAGES } from '../../shared/values/languages.ts';
import { firstKnown } from '../browser/languages.ts';
import type { DisplayWords } from './words/en.ts';
import { displayWords } from './words/languages.ts';

/** The words for a language tag such as `ms` or `zh-Hans`; for an unknown language, the default ones. */
export const wordsFor = (tag: string | null): DisplayWords => displayWords[firstKnown([tag ?? ''])];

/** The words that take turns on the screen: all languages for `auto`, or else one. */
export const rotationFor = (tag: string | null): readonly DisplayWords[] =>
  tag === 'auto' ? PAGE_LANGUAGES.map((language) => displayWords[language]) : [wordsFor(tag)];
