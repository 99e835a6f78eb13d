import { describe, expect, it } from 'vitest';
import { PAGE_LANGUAGES } from '../../../shared/values/languages.ts';
import displayTexts from '../../../web/display/words.json' with { type: 'json' };
import { rotationFor, wordsFor } from '../../../web/display/words.ts';
import joinTexts from '../../../web/join/words.json' with { type: 'json' };
import { joinWordsFor, joinWordsIn } from '../../../web/join/words.ts';
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

it('the join page speaks the first of the phone’s languages that it knows', () => {
  expect(joinWordsFor(['ta-MY', 'zh-CN', 'en']).language).toBe('zh-Hans-MY');
  expect(joinWordsFor(['ta-MY']).language).toBe('en-MY');
});

describe.each(Object.entries<Page>(pages))('the words of the page %s', (_, { words }) => {
  const texts = 'texts' in words ? Object.entries(words.texts) : [];
  it.each(texts)('have a context and the same values in every language: %s', (_, text) => {
    expect(Object.keys(text)).toEqual(['context', ...PAGE_LANGUAGES]);
    const valuesIn = (sentence: string) => (sentence.match(/\{\w+\}/g) ?? []).sort();
    for (const sentence of Object.values(text)) expect(sentence.trim()).not.toBe('');
    for (const language of PAGE_LANGUAGES)
      expect([language, valuesIn(text[language])]).toEqual([language, valuesIn(text['en-MY'])]);
  });

  it('differ from language to language', async () => {
    if ('onlyEnglish' in words) return expect(words.onlyEnglish).toMatch(/\.$/);
    const inLanguages = PAGE_LANGUAGES.map(async (language) =>
      'texts' in words
        ? texts.map(([, text]) => text[language])
        : Promise.all(words.modules.map(async (module) => (await module[language]()).words)),
    );
    const said = (await Promise.all(inLanguages)).map((all) => JSON.stringify(all));
    expect(new Set(said).size).toBe(PAGE_LANGUAGES.length);
  });
});

it('the pages say the same in the texts that they have in common', () => {
  const common = Object.keys(joinTexts).filter((name) => name in displayTexts && name !== 'dayAndTime');
  const inCommon = (texts: Readonly<Record<string, object>>) =>
    common.map((name) => ({ ...texts[name], context: undefined }));
  expect(common.length).toBeGreaterThan(5);
  expect(inCommon(joinTexts)).toEqual(inCommon(displayTexts));
});

it.each([
  ['stepsUnit', 'zh', '123,456 步', { number: '123,456' }],
  ['resultAt', 'zh', '暂定成绩，下午3:41', { result: '暂定成绩', time: '下午3:41' }],
  ['finalByTomorrow', 'zh', '最终成绩最迟明天下午3:00公布', { time: '下午3:00' }],
  ['finalByTomorrow', 'en', 'Final results by 3.00 pm tomorrow', { time: '3.00 pm' }],
  ['offline', 'zh', '网络已断开', {}],
  ['notFound', 'zh', '找不到这个代码对应的展览。', {}],
  ['cancelled', 'ms', 'Pameran ini dibatalkan.', {}],
  ['joined', 'zh', '已报名 Bukit Bendera', { title: 'Bukit Bendera' }],
  ['joined', 'en', 'have joined Bukit Bendera', { title: 'Bukit Bendera' }],
  ['announced', 'ms', 'Cabaran langkah akan diumumkan tidak lama lagi', {}],
  ['live', 'ms', 'Sedang berlangsung', {}],
] as const)('the display says %s in %s', (name, language, said, values) => {
  const number = 'number' in values ? `${values.number} ` : '';
  expect(number + wordsFor(language).say(name, values)).toBe(said);
});

it.each([
  ['enter', 'zh-Hans-MY', '打开 Sihat 应用程式并输入代码：'],
  ['unknown', 'zh-Hans-MY', '找不到这个代码对应的展览。'],
  ['askForApp', 'en-MY', "Don't have the Sihat app yet? Ask at the counter."],
  ['silent', 'en-MY', "We can't load this exhibition right now. Try again."],
] as const)('the join page says %s in %s', (name, language, said) => {
  expect(joinWordsIn(language).say(name)).toBe(said);
});
