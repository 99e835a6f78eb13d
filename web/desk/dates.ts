import type { PageLanguage } from '../../shared/values/languages.ts';
import { lastDayIn, sayingTimes, type TimeTexts, timesIn } from '../../shared/values/times.ts';

/** Dates and times in Malaysian time, in the language of the page. */
export function datesIn(language: PageLanguage, texts: TimeTexts) {
  const say = sayingTimes(texts);
  const times = timesIn(language, texts);
  const dayOf = (value: Date, timeZone: string, more: Intl.DateTimeFormatOptions = {}) =>
    value.toLocaleDateString(language, {
      timeZone,
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      ...more,
    });
  const weekday = (day: string) => dayOf(new Date(day), 'UTC', { weekday: 'long' });
  return {
    /** Such as 3.41 pm. */
    time: (moment: string) => times.time(new Date(moment)),
    /** The time; on another day than today, the date as well. */
    near: (moment: string) => times.near(new Date(moment), new Date()),
    /** From one moment to another, with the day where it is not today and not said yet. */
    between: (first: string, last: string) => {
      const [from, to, now] = [new Date(first), new Date(last), new Date()];
      const end = times.isSameDay(from, to) ? times.time(to) : times.near(to, now);
      return say('range', { from: times.near(from, now), to: end });
    },
    /** The Malaysian day of a moment, such as 23 November 2026. */
    day: (moment: string) => dayOf(new Date(moment), 'Asia/Kuala_Lumpur'),
    /** The day at whose end something ends that expires at a midnight. */
    lastDay: (end: string) => lastDayIn(language)(new Date(end)),
    /** A day or two days, given as YYYY-MM-DD. */
    days: (first: string, last: string) => {
      const [from, to] = [new Date(first), new Date(last)];
      return first === last ? dayOf(from, 'UTC') : times.range(from, to);
    },
    /** The same with the days of the week. */
    weekdays: (first: string, last: string) =>
      first === last ? weekday(first) : say('range', { from: weekday(first), to: weekday(last) }),
  };
}
export type Dates = ReturnType<typeof datesIn>;

const DAY_MS = 86_400_000;
/** The number of days from one day to another, both included. */
export const lengthOf = (first: string, last: string): number =>
  Math.round((Date.parse(last) - Date.parse(first)) / DAY_MS) + 1;

/** The Malaysian day at whose end something ends that expires at a midnight, as YYYY-MM-DD. */
export const lastDayOf = (end: string): string => today(Date.parse(end) - 1);

/** Today in Malaysia, as YYYY-MM-DD. */
export const today = (now = Date.now()): string => new Date(now + 8 * 3_600_000).toISOString().slice(0, 10);

/** The month of a day, or another one by the number of months between, until that day at most. */
export function monthOf(day: string, months: number): { readonly from: string; readonly to: string } {
  const [year = 0, month = 1] = day.split('-').map(Number);
  const dayOf = (monthIndex: number, ofMonth: number) =>
    new Date(Date.UTC(year, monthIndex, ofMonth)).toISOString().slice(0, 10);
  const [from, to] = [dayOf(month - 1 + months, 1), dayOf(month + months, 0)];
  return { from, to: to < day ? to : day };
}
