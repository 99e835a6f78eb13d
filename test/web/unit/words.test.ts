import { expect, it } from 'vitest';
import { PAGE_LANGUAGES } from '../../../shared/values/languages.ts';
import { rotationFor, wordsFor } from '../../../web/display/words.ts';
import { joinWordsFor } from '../../../web/join/words.ts';

it.each([...PAGE_LANGUAGES, 'ms', 'ZH-hans'])('the display speaks the language of %s', (tag) => {
  const [primary = ''] = tag.toLowerCase().split('-');
  expect(wordsFor(tag).language).toMatch(new RegExp(`^${primary}-`));
});

it.each([[null], [''], ['fr'], ['msx']])('the display speaks the default language for %s', (tag) =>
  expect(wordsFor(tag).language).toBe(PAGE_LANGUAGES[0]),
);

it('the display rotates through all languages with auto', () => {
  expect(rotationFor('auto').map(({ language }) => language)).toEqual(PAGE_LANGUAGES);
  expect(rotationFor('ms').map(({ language }) => language)).toEqual(['ms-MY']);
});

it('the join page speaks the first of the phone’s languages that it knows', () => {
  expect(joinWordsFor(['ta-MY', 'zh-CN', 'en']).language).toBe('zh-Hans-MY');
  expect(joinWordsFor(['ta-MY']).language).toBe('en-MY');
});
