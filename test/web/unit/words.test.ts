import { expect, it } from 'vitest';
import { LANGUAGES } from '../../../shared/languages.ts';
import { wordsFor } from '../../../web/display/words.ts';

it.each([...LANGUAGES, 'ms', 'ZH-hans'])('the display speaks the language of %s', (wish) => {
  const [primary = ''] = wish.toLowerCase().split('-');
  expect(wordsFor(wish).language).toMatch(new RegExp(`^${primary}-`));
});

it.each([[null], [''], ['fr'], ['msx']])('the display speaks the default language for %s', (wish) =>
  expect(wordsFor(wish).language).toBe(LANGUAGES[0]),
);
