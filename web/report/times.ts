import { addDays, daysIn, malaysianDate, malaysianTime, type Period } from '../../shared/values/calendar.ts';

/** Malaysian dates and times in the words of a report. */

const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June'],
  ...['July', 'August', 'September', 'October', 'November', 'December'],
];

const partsOf = (date: string) => {
  const [year = '', month, day] = date.split('-');
  return { year, month: MONTHS[Number(month) - 1] ?? '', day: String(Number(day)) };
};

/** `24 November 2026` */
export function longDate(date: string): string {
  const { day, month, year } = partsOf(date);
  return `${day} ${month} ${year}`;
}

/** `24 Nov` */
export function shortDate(date: string): string {
  const { day, month } = partsOf(date);
  return `${day} ${month.slice(0, 3)}`;
}

/** `November 2026` */
const monthOf = (date: string): string => `${partsOf(date).month} ${partsOf(date).year}`;

/** `7.58 am` */
export function timeOfDay(instant: Date): string {
  const [hour = 0, minute = ''] = malaysianTime(instant).slice(11, 16).split(':');
  return `${Number(hour) % 12 || 12}.${minute} ${Number(hour) < 12 ? 'am' : 'pm'}`;
}

/** `25 October to 24 November 2026`, without what both ends have in common. */
export function longRange({ from, to }: Period): string {
  if (from === to) return longDate(to);
  const [first, last] = [partsOf(from), partsOf(to)];
  if (first.year !== last.year) return `${longDate(from)} to ${longDate(to)}`;
  return `${first.day}${first.month === last.month ? '' : ` ${first.month}`} to ${longDate(to)}`;
}

/** `25 Oct to 31 Oct` */
export const shortRange = ({ from, to }: Period): string =>
  from === to ? shortDate(to) : `${shortDate(from)} to ${shortDate(to)}`;

/** True for a Saturday or a Sunday. */
export const isWeekend = (date: string): boolean => [0, 6].includes(weekdayOf(date));
export const isMonday = (date: string): boolean => weekdayOf(date) === 1;
const weekdayOf = (date: string): number => new Date(`${date}T00:00:00Z`).getUTCDay();

interface Timed {
  readonly reportedAt: string;
  readonly period: Period;
}

/** The period and the time of a report as a sentence, which says what is not complete. */
export function periodSentence({ reportedAt, period }: Timed): string {
  const days = daysIn(period);
  const instant = new Date(reportedAt);
  const today = malaysianDate(instant);
  const what =
    today > period.to
      ? ''
      : today < period.from
        ? ', before the period'
        : today === period.to
          ? ', so the last day is not complete'
          : ', so the period is not complete';
  return `${longRange(period)} (${days} ${days === 1 ? 'day' : 'days'}). As of ${longDate(today)}, ${timeOfDay(instant)}${what}.`;
}

/** What the days of a report are joined to. */
export interface Span<Day> extends Period {
  readonly days: readonly Day[];
  /** The time up to which the last day is counted, if that day is not over. */
  readonly until: string | undefined;
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
  return { from, to, days, until: malaysianDate(instant) === to ? timeOfDay(instant) : undefined };
}

/** `1 to 24 November 2026`, or `November 2026` for a whole month. */
export function monthRange(span: Period): string {
  const isWhole = span.from.endsWith('-01') && addDays(span.to, 1).endsWith('-01');
  return isWhole ? monthOf(span.to) : longRange(span);
}
