import type { PageLanguage } from './languages.ts';

/** Dates and times in Malaysian time and style. */
export interface Times {
  /** Such as 5.00 pm. */
  time(moment: Date): string;
  /** Such as 27 Nov. */
  day(moment: Date): string;
  /** Such as 27 November 2026. */
  date(moment: Date): string;
  /** Such as Friday, 27 November 2026, 10.00 am. */
  full(moment: Date): string;
  /** Such as 27 to 29 November 2026, or Friday, 27 November 2026. */
  range(from: Date, to: Date): string;
  /** The time; on another day than `now` the date as well. */
  near(moment: Date, now: Date): string;
  isSameDay(a: Date, b: Date): boolean;
}

/** The texts that times need. */
export type TimeText = 'time' | 'midnight' | 'midday' | PartOfDay | 'range' | 'dayAndTime';
type PartOfDay = 'night' | 'morning' | 'noon' | 'afternoon' | 'evening';
export type TimeTexts = Readonly<Record<TimeText, string>>;

/** Returns a text with values in place of `{names}`. */
type Say = (name: TimeText, values?: Readonly<Record<string, string>>) => string;

/** Says the texts of a language. */
export const sayingTimes =
  (texts: TimeTexts): Say =>
  (name, values = {}) =>
    texts[name].replaceAll(/\{(\w+)\}/g, (_, key) => values[key] ?? '');

const MALAYSIA = { timeZone: 'Asia/Kuala_Lumpur' } as const;

/** The parts of the day with their first hours. Noon is longer in Malay. */
function partOfDay(language: PageLanguage, hour: number): PartOfDay {
  if (hour < 5) return 'night';
  if (hour < 12) return 'morning';
  if (hour < (language === 'ms-MY' ? 14 : 13)) return 'noon';
  return hour < 19 ? 'afternoon' : 'evening';
}

/** The last day of something that ends at a midnight, such as 7 December 2026: it is valid until the end of that day. */
export function lastDayIn(language: PageLanguage): (end: Date) => string {
  const date = new Intl.DateTimeFormat(language, {
    ...MALAYSIA,
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  });
  return (end) => date.format(end.getTime() - 1);
}

/** @param texts those of the same language. */
export function timesIn(language: PageLanguage, texts: TimeTexts): Times {
  const say = sayingTimes(texts);
  const format = (options: Intl.DateTimeFormatOptions) => {
    const made = new Intl.DateTimeFormat(language, { ...MALAYSIA, ...options });
    return (moment: Date) => made.format(moment);
  };
  const clock = new Intl.DateTimeFormat('en-GB', {
    ...MALAYSIA,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const day = format({ day: 'numeric', month: 'short' });
  const dayOfRange = format({ day: 'numeric', month: 'long' });
  const date = format({ day: 'numeric', month: 'long', year: 'numeric' });
  const dayOnly = format({ day: 'numeric' });
  const month = format({ month: 'long', year: 'numeric' });
  const weekday = format({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
  const time = (moment: Date) => {
    const [hours = '', minute = ''] = clock.format(moment).split(':');
    const hour = Number(hours);
    if (minute === '00' && hour % 12 === 0) return say(hour === 0 ? 'midnight' : 'midday');
    return say('time', { hour: String(hour % 12 || 12), minute, part: say(partOfDay(language, hour)) });
  };
  const isSameDay = (a: Date, b: Date) => date(a) === date(b);
  const range = (from: Date, to: Date) => {
    if (isSameDay(from, to)) return weekday(from);
    const isSameMonth = month(from) === month(to);
    // In Chinese the year comes first.
    return language === 'zh-Hans-MY'
      ? say('range', { from: date(from), to: isSameMonth ? dayOnly(to) : dayOfRange(to) })
      : say('range', { from: isSameMonth ? dayOnly(from) : dayOfRange(from), to: date(to) });
  };
  return {
    time,
    day,
    date,
    full: (moment) => say('dayAndTime', { day: weekday(moment), time: time(moment) }),
    range,
    near: (moment, now) =>
      isSameDay(moment, now) ? time(moment) : say('dayAndTime', { day: day(moment), time: time(moment) }),
    isSameDay,
  };
}
