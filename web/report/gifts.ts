import { type Html, html } from '../markup.ts';
import { number, percent } from './numbers.ts';
import { chart, folded, key, MAX_DAY_BARS, type Part, type Row, table } from './parts.ts';
import { byDay, byMonth, byWeek, monthLabel, type Span, spanLabel } from './times.ts';
import type { ReportWords } from './words/en.ts';
import type { Outcomes } from './words/phrases.ts';

/** The reservations of a period, which the reports of merchants and of workspaces share. */

export interface GiftDay {
  readonly date: string;
  readonly claimsReserved: number;
  readonly claimOutcomes: Outcomes;
}

/** Longer periods are summed up by months. */
const MAX_WEEK_DAYS = 92;

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);
export const sumOf = <Day>(days: readonly Day[], count: (day: Day) => number): number => sum(days.map(count));

/** The bars of a period: its days, or its weeks if it is long. */
export const barsOf = <Day extends { readonly date: string }>(days: readonly Day[], reportedAt: string) =>
  days.length > MAX_DAY_BARS ? byWeek(days, reportedAt) : byDay(days, reportedAt);

interface Breakdown<Day> {
  readonly days: readonly Day[];
  readonly reportedAt: string;
  readonly head: readonly string[];
  readonly numbersOf: (days: readonly Day[]) => readonly number[];
  readonly words: ReportWords;
}

/** The numbers by weeks or by months, with the days folded away. */
export function breakdown<Day extends { readonly date: string }>({
  days,
  reportedAt,
  head,
  numbersOf,
  words,
}: Breakdown<Day>): {
  readonly title: string;
  readonly tables: Html;
} {
  const { tables } = words;
  const isLong = days.length > MAX_WEEK_DAYS;
  const rowOf =
    (labelOf: (span: Span<Day>, words: ReportWords) => string) =>
    (span: Span<Day>): Row => ({ name: labelOf(span, words), numbers: numbersOf(span.days) });
  const rows = isLong
    ? byMonth(days, reportedAt).map(rowOf(monthLabel))
    : byWeek(days, reportedAt).map(rowOf(spanLabel));
  const total = { name: tables.total, numbers: numbersOf(days) };
  const daily = table({ head: [tables.day, ...head], rows: byDay(days, reportedAt).map(rowOf(spanLabel)) });
  return {
    title: isLong ? tables.byMonth : tables.byWeek,
    tables: html`${table({ head: [isLong ? tables.month : tables.days, ...head], rows, total })}${folded(tables.byDay, daily, words)}`,
  };
}

export const giftNumbers = (days: readonly GiftDay[]): readonly number[] => [
  sumOf(days, ({ claimsReserved }) => claimsReserved),
  sumOf(days, ({ claimOutcomes }) => claimOutcomes.redeemed),
  sumOf(days, ({ claimOutcomes }) => claimOutcomes.reserved),
  sumOf(days, ({ claimOutcomes }) => claimOutcomes.expired),
];

/** The chart of the reservations by what became of them. */
export function giftChart(
  days: readonly GiftDay[],
  reportedAt: string,
  { redeemed, reserved, expired }: Outcomes,
  words: ReportWords,
): Html {
  const columns = barsOf(days, reportedAt);
  const isByDay = days.length <= MAX_DAY_BARS;
  const { gifts } = words;
  const each = isByDay ? 'day' : 'week';
  const labels = gifts.parts(number(redeemed), number(reserved), number(expired));
  const fills = ['collected', 'held', 'expired'] as const;
  const parts: readonly Part[] = fills.map((fill, n) => ({ fill, label: labels[n] ?? '' }));
  const drawn = chart(
    {
      title: gifts.chart[each],
      parts,
      columns: columns.map((span) => ({ span, counts: giftNumbers(span.days).slice(1) })),
    },
    words,
  );
  return html`<h2>${gifts.becameOf[each]}</h2><p>${chartNote(isByDay, columns, words)}</p>${key(parts)}${drawn}`;
}

/** What a reader needs to know about the bars of a chart. */
export function chartNote<Day>(
  isByDay: boolean,
  columns: readonly Span<Day>[],
  { chart: words, language }: ReportWords,
): string {
  const isOpen = columns.some(({ until }) => until !== undefined);
  const gap = language === 'zh-Hans-MY' ? '' : ' ';
  const unfinished = isOpen ? `${gap}${words.unfinished[isByDay ? 'day' : 'week']}` : '';
  return `${isByDay ? words.weekends : words.weeks}${unfinished}`;
}

/** The figures of the gifts: reserved, collected, and the share of the decided ones. */
export function giftFigures({ redeemed, reserved: open, expired }: Outcomes, { gifts }: ReportWords) {
  const all = redeemed + open + expired;
  const ended = redeemed + expired;
  return [
    { value: number(all), text: gifts.reserved(all) },
    { value: number(redeemed), text: gifts.collected(open) },
    ended === 0
      ? { value: '–', text: gifts.noneEnded }
      : { value: percent(redeemed, ended), text: gifts.ended(ended, redeemed, expired) },
  ];
}

/** How many units are left, of how many, in how many campaigns. */
export const stockFigure = (available: number, total: number, campaigns: number, { gifts }: ReportWords) => ({
  value: number(available),
  of: gifts.leftOf(number(total)),
  text: gifts.left(campaigns),
});
