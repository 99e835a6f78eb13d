import { describe, expect, it } from 'vitest';
import type { PageLanguage } from '../../../shared/values/languages.ts';
import { timesIn } from '../../../shared/values/times.ts';
import { wordsFor } from '../../../web/display/words.ts';
import { joinWords } from '../../../web/join/words/languages.ts';

/** Any kind of space is accepted. */
const plain = (text: string) => text.replaceAll(/\s/g, ' ');
const at = (time: string) => new Date(`2026-11-${time}:00.000Z`);
const AFTERNOON = at('27T07:42');
const timesOf = (language: PageLanguage) => timesIn(language, wordsFor(language).times);

describe('a time on the display', () => {
  it.each([
    ['en-MY', '12.30 am', '5.00 am', '12 noon', '1.05 pm', '3.42 pm', '6.59 pm', '9.00 pm'],
    [
      'ms-MY',
      '12.30 pagi',
      '5.00 pagi',
      '12.00 tengah hari',
      '1.05 tengah hari',
      '3.42 petang',
      '6.59 petang',
      '9.00 malam',
    ],
    ['zh-Hans-MY', '凌晨12:30', '上午5:00', '中午12:00', '下午1:05', '下午3:42', '下午6:59', '晚上9:00'],
  ] as const)('is Malaysian in %s', (language, ...times) => {
    const { time } = timesOf(language);
    const moments = ['26T16:30', '26T21:00', '27T04:00', '27T05:05', '27T07:42', '27T10:59', '27T13:00'];
    expect(moments.map((moment) => time(at(moment)))).toEqual(times);
  });

  it.each([
    [
      'en-MY',
      'Friday, 27 November 2026, 3.42 pm',
      '27 to 29 November 2026',
      '27 November to 2 December 2026',
    ],
    [
      'ms-MY',
      'Jumaat, 27 November 2026, 3.42 petang',
      '27 hingga 29 November 2026',
      '27 November hingga 2 Disember 2026',
    ],
    ['zh-Hans-MY', '2026年11月27日星期五 下午3:42', '2026年11月27日至29日', '2026年11月27日至12月2日'],
  ] as const)('has a date in %s', (language, full, range, longRange) => {
    const times = timesOf(language);
    expect(plain(times.full(AFTERNOON))).toBe(full);
    expect(plain(times.range(AFTERNOON, at('29T01:00')))).toBe(range);
    expect(plain(times.range(AFTERNOON, new Date('2026-12-02T01:00:00.000Z')))).toBe(longRange);
  });

  it.each([
    ['en-MY', '27 to 29 November 2026, from 9.00 am', 'Friday, 27 November 2026, from 9.00 am'],
    ['ms-MY', '27 hingga 29 November 2026, mulai 9.00 pagi', 'Jumaat, 27 November 2026, mulai 9.00 pagi'],
    ['zh-Hans-MY', '2026年11月27日至29日，上午9:00开始', '2026年11月27日星期五，上午9:00开始'],
  ] as const)('opens an exhibition on the join page in %s', (language, days, oneDay) => {
    const { range, time } = timesOf(language);
    const starts = at('27T01:00');
    const opening = (ends: Date) => joinWords[language].opening(range(starts, ends), time(starts));
    expect(plain(opening(at('29T09:00')))).toBe(days);
    expect(plain(opening(at('27T09:00')))).toBe(oneDay);
  });

  it('includes the date once its Malaysian day is over', () => {
    const { near } = timesOf('en-MY');
    const beforeMidnight = at('27T15:59');
    expect(near(beforeMidnight, beforeMidnight)).toBe('11.59 pm');
    expect(near(beforeMidnight, at('27T16:00'))).toBe('27 Nov, 11.59 pm');
  });
});
