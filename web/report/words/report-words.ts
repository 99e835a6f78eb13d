import type { Period } from '../../../shared/values/calendar.ts';
import type { PageLanguage } from '../../../shared/values/languages.ts';
import type { SharedStatus } from '../../../shared/workspaces/certificate-statuses.ts';

/**
 * The words of the reports. Each headline is one function of all its numbers, because clauses are joined in another way in each language.
 * A headline states a result that the numbers have, and no cause, no trend and no judgement. "Yet" and "so far" are only said while
 * something can still change.
 */
export interface ReportWords {
  readonly language: PageLanguage;
  readonly kinds: Readonly<Record<'merchant' | 'certificates' | 'workspace', string>>;
  readonly headlines: {
    /** What became of the gifts that were reserved in the period, and which open campaigns have nothing left. */
    readonly merchant: (outcomes: Outcomes, taken: readonly string[]) => string;
    /** How many members there are, and who joined and left in the period. */
    readonly workspace: (members: Members) => string;
    /** How many requests fall in the period, how many calendar days they cover, and how many wait for a decision. */
    readonly certificates: (certificates: Certificates) => string;
  };

  /** Days are `YYYY-MM-DD`, in Malaysian time. */
  readonly longDate: (date: string) => string;
  readonly shortDate: (date: string) => string;
  readonly month: (date: string) => string;
  /** A time of the day, with 0 to 23 hours. */
  readonly time: (hours: number, minutes: string) => string;
  /** Without what both ends have in common. */
  readonly longRange: (period: Period) => string;
  readonly shortRange: (period: Period) => string;
  /** Days of which the last one is not over at a time. */
  readonly until: (days: string, time: string) => string;
  readonly period: (period: ReportedPeriod) => string;

  readonly gifts: {
    readonly title: string;
    readonly reserved: (count: number) => string;
    readonly collected: (open: number) => string;
    readonly noneEnded: string;
    readonly ended: (ended: number, collected: number, expired: number) => string;
    readonly left: (campaigns: number) => string;
    readonly leftOf: (total: string) => string;
    readonly unitsLeft: (held: number, collected: number) => string;
    /** The columns of tables: reserved, collected, still open, expired. */
    readonly head: readonly [reserved: string, collected: string, open: string, expired: string];
    readonly parts: (collected: string, open: string, expired: string) => readonly [string, string, string];
    readonly chart: Readonly<Record<'day' | 'week', string>>;
    readonly becameOf: Readonly<Record<'day' | 'week', string>>;
    readonly countsOn: string;
  };
  readonly stock: {
    readonly title: string;
    readonly text: string;
    readonly campaign: string;
    readonly all: string;
    readonly head: readonly [collected: string, held: string, left: string, total: string];
    readonly states: Readonly<Record<'closed' | 'ended' | 'all_taken', string>>;
    readonly opens: (day: string) => string;
  };
  readonly members: {
    readonly now: (count: number) => string;
    readonly joined: (left: string) => string;
    readonly invited: (count: number, pending: string) => string;
    readonly noneEnded: string;
    readonly accepted: (ended: number, accepted: number, expired: number, revoked: number) => string;
    readonly head: readonly [joined: string, left: string, invited: string, accepted: string];
    readonly chart: Readonly<Record<'day' | 'week', string>>;
    readonly byTheirDay: string;
  };
  readonly certificates: {
    readonly requests: (count: number) => string;
    readonly approvedDays: string;
    readonly waiting: (count: number) => string;
    readonly noneDecided: string;
    readonly approved: (decided: number, approved: number) => string;
    readonly byStatus: string;
    readonly sameScale: string;
    readonly status: string;
    readonly days: string;
    readonly requestsHead: string;
    readonly all: string;
    readonly statuses: Readonly<Record<SharedStatus, string>>;
    readonly squares: (days: number) => string;
    readonly square: (days: number) => string;
    readonly sorted: string;
  };

  readonly chart: {
    readonly weekends: string;
    readonly weeks: string;
    readonly unfinished: Readonly<Record<'day' | 'week', string>>;
    /** What a screen reader says. `most` is missing for a chart without numbers. */
    readonly said: (
      title: string,
      sum: string,
      most: { readonly count: string; readonly day: string; readonly isWeek: boolean } | undefined,
    ) => string;
  };
  readonly tables: Readonly<
    Record<'byDay' | 'byWeek' | 'byMonth' | 'day' | 'days' | 'month' | 'total', string>
  > & {
    readonly table: (title: string) => string;
  };
  readonly notes: {
    readonly title: string;
    readonly merchant: (stock: string, inPeriod: string) => readonly string[];
    readonly workspace: readonly string[];
    readonly certificates: readonly string[];
  };
}

export interface Outcomes {
  readonly reserved: number;
  readonly redeemed: number;
  readonly expired: number;
}

interface Members {
  readonly active: number;
  readonly joined: number;
  readonly ended: number;
}

interface Certificates {
  readonly requests: number;
  readonly calendarDays: number;
  readonly waiting: number;
}

interface ReportedPeriod {
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
