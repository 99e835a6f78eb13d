import { describe, expect, it } from 'vitest';
import { PAGE_LANGUAGES } from '../../../shared/values/languages.ts';
import { firstKnown } from '../../../web/browser/languages.ts';
import { displayWords } from '../../../web/display/words/languages.ts';
import { rotationFor, wordsFor } from '../../../web/display/words.ts';
import { joinWords } from '../../../web/join/words/languages.ts';
import { type Page, pages } from '../../../web/pages.ts';

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

it('a page speaks the first of the phone’s languages that it knows', () => {
  expect(firstKnown(['ta-MY', 'zh-CN', 'en'])).toBe('zh-Hans-MY');
  expect(firstKnown(['ta-MY'])).toBe('en-MY');
});

/** The texts of one language by name. A text with values has a mark for each. */
const textsOf = (words: object): [name: string, text: string][] =>
  Object.entries(words).flatMap(([name, said]: [string, unknown]) => {
    if (typeof said === 'string') return [[name, said]];
    // The unit of a countdown shows no value; its values choose it.
    return typeof said === 'function' && name !== 'unit' ? [[name, said(...marksOf(said))]] : [];
  });
const marksOf = ({ length }: { readonly length: number }) => Array.from({ length }, (_, n) => `{${n}}`);

describe.each(Object.entries<Page>(pages))('the words of the page %s', (_, { words }) => {
  it.runIf('loaded' in words)('have the same values in every language', () => {
    const loaded = 'loaded' in words ? words.loaded : expect.unreachable();
    const valuesOf = (text: string) => (text.match(/\{\d\}/g) ?? []).sort();
    const [english, ...others] = PAGE_LANGUAGES.map((language) => textsOf(loaded[language]));
    for (const texts of [english ?? [], ...others]) {
      for (const [, text] of texts) expect(text.trim()).not.toBe('');
      expect(texts.map(([name, text]) => [name, ...valuesOf(text)])).toEqual(
        english?.map(([name, text]) => [name, ...valuesOf(text)]),
      );
    }
  });

  it('differ from language to language', async () => {
    if ('onlyEnglish' in words) return expect(words.onlyEnglish).toMatch(/\.$/);
    const inLanguages = PAGE_LANGUAGES.map(async (language) =>
      'loaded' in words
        ? words.loaded[language]
        : Promise.all(words.modules.map(async (module) => (await module[language]()).words)),
    );
    const said = (await Promise.all(inLanguages)).map((all) => JSON.stringify(all));
    expect(new Set(said).size).toBe(PAGE_LANGUAGES.length);
  });
});

it.each(PAGE_LANGUAGES)('the pages say the same in %s in the texts that they have in common', (language) => {
  const [ofJoin, ofDisplay] = [joinWords, displayWords].map((words) => new Map(textsOf(words[language])));
  const common = [...(ofJoin ?? [])].filter(([name]) => ofDisplay?.has(name));
  expect(common.length).toBeGreaterThan(1);
  for (const [name, text] of common) expect([name, ofDisplay?.get(name)]).toEqual([name, text]);
});

it.each([
  ['stepsUnit', 'zh', '步', []],
  ['resultAt', 'zh', '暂定成绩，下午3:41', ['暂定成绩', '下午3:41']],
  ['finalByTomorrow', 'zh', '最终成绩最迟明天下午3:00公布', ['下午3:00']],
  ['finalByTomorrow', 'en', 'Final results by 3.00 pm tomorrow', ['3.00 pm']],
  ['offline', 'zh', '网络已断开', []],
  ['notFound', 'zh', '找不到这个代码对应的展览。', []],
  ['cancelled', 'ms', 'Pameran ini dibatalkan.', []],
  ['joined', 'zh', '已报名 Bukit Bendera', ['Bukit Bendera']],
  ['joined', 'en', 'have joined Bukit Bendera', ['Bukit Bendera']],
  ['announced', 'ms', 'Cabaran langkah akan diumumkan tidak lama lagi', []],
  ['live', 'ms', 'Sedang berlangsung', []],
] as const)('the display says %s in %s', (name, language, said, values) => {
  const text: string | ((...values: never[]) => string) = wordsFor(language)[name];
  expect(typeof text === 'string' ? text : text(...([...values] as never[]))).toBe(said);
});

it.each([
  ['enter', 'zh-Hans-MY', '打开 Sihat 应用程式并输入代码：'],
  ['unknown', 'zh-Hans-MY', '找不到这个代码对应的展览。'],
  ['askForApp', 'en-MY', "Don't have the Sihat app yet? Ask at the counter."],
  ['silent', 'en-MY', "We can't load this exhibition right now. Try again."],
] as const)('the join page says %s in %s', (name, language, said) => {
  expect(joinWords[language][name]).toBe(said);
});
