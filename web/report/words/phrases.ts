import type { Period } from '../../../shared/values/calendar.ts';

/** What the sentences of reports are about, and what the languages share. */

export interface Outcomes {
  readonly reserved: number;
  readonly redeemed: number;
  readonly expired: number;
}

export interface Members {
  readonly active: number;
  readonly joined: number;
  readonly ended: number;
}

export interface Certificates {
  readonly requests: number;
  readonly calendarDays: number;
  readonly waiting: number;
}

export interface ReportedPeriod {
  readonly range: string;
  readonly days: number;
  /** When the report was made. */
  readonly day: string;
  readonly time: string;
  /** What of the period is not over. */
  readonly open: 'nothing' | 'last_day' | 'some_days' | 'all_days';
}

/** More titles than these would fill the page. */
export const MAX_TITLES = 2;

/** `a`, `a and b` or `a, b and c`, with quotes */
export const quoted = (titles: readonly string[], and: string): string => {
  const all = titles.map((title) => `“${title}”`);
  return all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')}${and}${all[all.length - 1]}`;
};

/** The year, the number of the month from 0, and the day. */
export const partsOf = (date: string) => {
  const [year = '', month, day] = date.split('-');
  return { year, month: Number(month) - 1, day: String(Number(day)) };
};

/** The range of two days in languages that write the day first. */
export function rangeIn(
  { from, to }: Period,
  words: {
    readonly longDate: (date: string) => string;
    readonly months: readonly string[];
    readonly to: string;
  },
): string {
  if (from === to) return words.longDate(to);
  const [first, last] = [partsOf(from), partsOf(to)];
  if (first.year !== last.year) return `${words.longDate(from)}${words.to}${words.longDate(to)}`;
  const month = first.month === last.month ? '' : ` ${words.months[first.month]}`;
  return `${first.day}${month}${words.to}${words.longDate(to)}`;
}
