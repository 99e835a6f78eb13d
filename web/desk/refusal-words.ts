import type { PageLanguage } from '../../shared/values/languages.ts';
import type { DeskCode } from './desk-calls.ts';
import type { CodeWords } from './words/codes/code-words.ts';
import { codeWords } from './words/languages.ts';

const loaded = new Map<PageLanguage, CodeWords>();

/**
 * What people read for a refusal. The words are loaded with the first one.
 * @param onLoaded is called when the words are there
 * @returns nothing before that, and for a code that no call of the desk should meet
 */
export function refusalIn(language: PageLanguage, code: string, onLoaded: () => void): string | undefined {
  const words = loaded.get(language);
  if (words) return words[code as DeskCode];
  const keep = (found: CodeWords) => {
    loaded.set(language, found);
    onLoaded();
  };
  // Without the words, the page shows the code.
  codeWords[language]().then(
    ({ words: found }) => keep(found),
    () => {},
  );
  return undefined;
}
