import { describe, expect, it } from 'vitest';
import { timesIn } from '../../../web/display/times.ts';

/** Any kind of space is accepted. */
const plain = (text: string) => text.replaceAll(/\s/g, ' ');
const MIDNIGHT_IN_MALAYSIA = new Date('2026-03-01T16:00:00.000Z');
const before = (seconds: number) => new Date(MIDNIGHT_IN_MALAYSIA.getTime() - seconds * 1000);

describe('a time on the display', () => {
  it.each([
    ['en-MY', '11:59:50 pm', '1 March 2026, 11:59:50 pm'],
    ['ms-MY', '11:59:50 PTG', '1 Mac 2026, 11:59:50 PTG'],
    ['zh-Hans-MY', '下午11:59:50', '2026年3月1日, 下午11:59:50'],
  ])('includes the date in %s once its Malaysian day is over', (language, today, later) => {
    const timeOf = timesIn(language);
    expect(plain(timeOf(before(10), before(1)))).toBe(today);
    expect(plain(timeOf(before(10), MIDNIGHT_IN_MALAYSIA))).toBe(later);
  });
});
