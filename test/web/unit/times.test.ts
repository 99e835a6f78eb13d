import { describe, expect, it } from 'vitest';
import { timesIn } from '../../../web/display/times.ts';

/** Any kind of space is accepted. */
const plain = (text: string) => text.replaceAll(/\s/g, ' ');
const at = (time: string) => new Date(`2026-11-${time}:00.000Z`);
const AFTERNOON = at('27T07:42');

describe('a time on the display', () => {
  it.each([
    ['en-MY', '3.42 pm', '12.00 am', '1.05 pm', '10.00 pm'],
    ['ms-MY', '3.42 petang', '12.00 pagi', '1.05 tengah hari', '10.00 malam'],
    ['zh-Hans-MY', '下午3:42', '上午12:00', '下午1:05', '下午10:00'],
  ] as const)('is Malaysian in %s', (language, ...times) => {
    const { time } = timesIn(language);
    expect([AFTERNOON, at('26T16:00'), at('27T05:05'), at('27T14:00')].map(time)).toEqual(times);
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
    const times = timesIn(language);
    expect(plain(times.full(AFTERNOON))).toBe(full);
    expect(plain(times.range(AFTERNOON, at('29T01:00')))).toBe(range);
    expect(plain(times.range(AFTERNOON, new Date('2026-12-02T01:00:00.000Z')))).toBe(longRange);
  });

  it.each([
    ['en-MY', 'today, 5.00 pm', 'tomorrow, 5.00 pm', 'on 29 November, 5.00 pm'],
    ['ms-MY', 'hari ini, 5.00 petang', 'esok, 5.00 petang', 'pada 29 November, 5.00 petang'],
    ['zh-Hans-MY', '今天 下午5:00', '明天 下午5:00', '11月29日 下午5:00'],
  ] as const)('names today and tomorrow in %s', (language, ...expected) => {
    const times = timesIn(language);
    const days = ['27T09:00', '28T09:00', '29T09:00'].map((day) => plain(times.by(at(day), AFTERNOON)));
    expect(days).toEqual(expected);
  });

  it('includes the date once its Malaysian day is over', () => {
    const { near } = timesIn('en-MY');
    const beforeMidnight = at('27T15:59');
    expect(near(beforeMidnight, beforeMidnight)).toBe('11.59 pm');
    expect(near(beforeMidnight, at('27T16:00'))).toBe('27 November, 11.59 pm');
  });
});
