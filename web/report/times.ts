import { addDays, daysIn, malaysianDate, malaysianTime, type Period } from '../../shared/values/calendar.ts';
import type { ReportWords } from './words/en.ts';

/** The days of a report, and how their dates and times are said. */

/** A moment as a time of the day. */
export function timeOfDay(instant: Date, words: ReportWords): string {
  const [hour = 0, minute = ''] = malaysianTime(instant).slice(11, 16).split(':');
  return words.time(Number(hour), minute);
}

/** True for a Saturday or a Sunday. */
export const isWeekend = (date: string): boolean => [0, 6].includes(weekdayOf(date));
export const isMonday = (date: string): boolean => weekdayOf(date) === 1;
const weekdayOf = (date: string): number => new Date(`${date}T00:00:00Z`).getUTCDay();

export interface Timed {
  readonly reportedAt: string;
  readonly period: Period;
}

/** The period and the time of a report as a sentence, which says what is not complete. */
export function periodSentence({ reportedAt, period }: Timed, words: ReportWords): string {
  const instant = new Date(reportedAt);
  const today = malaysianDate(instant);
  return words.period({
    range: words.longRange(period),
    days: daysIn(period),
    day: words.longDate(today),
    time: timeOfDay(instant, words),
    open: openIn(period, today),
  });
}

function openIn({ from, to }: Period, today: string) {
  if (today > to) return 'nothing';
  if (today < from) return 'all_days';
  return today === to ? 'last_day' : 'some_days';
}

/** What the days of a report are joined to. */
export interface Span<Day> extends Period {
  readonly days: readonly Day[];
  /** The moment up to which the last day is counted, if that day is not over. */
  readonly until: Date | undefined;
}

interface Dated {
  readonly date: string;
}

/** Each day for itself. */
export const byDay = <Day extends Dated>(days: readonly Day[], reportedAt: string): readonly Span<Day>[] =>
  days.map((day) => spanOf([day], reportedAt));

/** Spans of seven days, from the first day of the period. */
export const byWeek = <Day extends Dated>(days: readonly Day[], reportedAt: string): readonly Span<Day>[] =>
  Array.from({ length: Math.ceil(days.length / 7) }, (_, n) =>
    spanOf(days.slice(n * 7, (n + 1) * 7), reportedAt),
  );

/** Calendar months, of which the first and the last one may have only some days. */
export const byMonth = <Day extends Dated>(days: readonly Day[], reportedAt: string): readonly Span<Day>[] =>
  [...new Set(days.map(({ date }) => date.slice(0, 7)))].map((month) =>
    spanOf(
      days.filter(({ date }) => date.startsWith(month)),
      reportedAt,
    ),
  );

function spanOf<Day extends Dated>(days: readonly Day[], reportedAt: string): Span<Day> {
  const [from = '', to = ''] = [days[0]?.date, days[days.length - 1]?.date];
  const instant = new Date(reportedAt);
  return { from, to, days, until: malaysianDate(instant) === to ? instant : undefined };
}

/** `24 Nov, until 7.58 am` */
export const spanLabel = <Day>(span: Span<Day>, words: ReportWords): string =>
  untilIn(span, words.shortRange(span), words);

/** `1 to 24 November 2026, until 7.58 am`, or `November 2026` for a whole month. */
export function monthLabel<Day>(span: Span<Day>, words: ReportWords): string {
  const isWhole = span.from.endsWith('-01') && addDays(span.to, 1).endsWith('-01');
  return untilIn(span, isWhole ? words.month(span.to) : words.longRange(span), words);
}

const untilIn = <Day>({ until }: Span<Day>, days: string, words: ReportWords): string =>
  until === undefined ? days : words.until(days, timeOfDay(until, words));
