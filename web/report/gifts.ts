import { type Html, html } from '../markup.ts';
import type { Outcomes } from './headlines.ts';
import {
  chart,
  folded,
  key,
  MAX_DAY_BARS,
  monthLabel,
  type Part,
  type Row,
  spanLabel,
  table,
} from './parts.ts';
import { byDay, byMonth, byWeek, type Span } from './times.ts';
import { counted, number, percent } from './words.ts';

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
}

/** The numbers by weeks or by months, with the days folded away. */
export function breakdown<Day extends { readonly date: string }>({
  days,
  reportedAt,
  head,
  numbersOf,
}: Breakdown<Day>): {
  readonly title: string;
  readonly tables: Html;
} {
  const isLong = days.length > MAX_WEEK_DAYS;
  const rowOf =
    (labelOf: (span: Span<Day>) => string) =>
    (span: Span<Day>): Row => ({ name: labelOf(span), numbers: numbersOf(span.days) });
  const rows = isLong
    ? byMonth(days, reportedAt).map(rowOf(monthLabel))
    : byWeek(days, reportedAt).map(rowOf(spanLabel));
  const total = { name: 'Total', numbers: numbersOf(days) };
  const daily = table({ head: ['Day', ...head], rows: byDay(days, reportedAt).map(rowOf(spanLabel)) });
  return {
    title: isLong ? 'By month' : 'By week',
    tables: html`${table({ head: [isLong ? 'Month' : 'Days', ...head], rows, total })}${folded('By day', daily)}`,
  };
}

export const GIFT_HEAD = ['reserved', 'collected', 'still open', 'expired'];
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
): Html {
  const columns = barsOf(days, reportedAt);
  const isByDay = days.length <= MAX_DAY_BARS;
  const parts: readonly Part[] = [
    { fill: 'collected', label: `collected ${number(redeemed)}` },
    { fill: 'held', label: `still reserved ${number(reserved)}` },
    { fill: 'expired', label: `expired ${number(expired)}` },
  ];
  const title = `Reservations by ${isByDay ? 'day' : 'week'}`;
  return html`<h2>${title}, and what became of them</h2><p>${chartNote(isByDay, columns)}</p>${key(parts)}${chart(
    {
      title,
      parts,
      columns: columns.map((span) => ({ span, counts: giftNumbers(span.days).slice(1) })),
    },
  )}`;
}

/** What a reader needs to know about the bars of a chart. */
export function chartNote<Day>(isByDay: boolean, columns: readonly Span<Day>[]): string {
  const unfinished = columns.some(({ until }) => until !== undefined)
    ? ` The ${isByDay ? 'day' : 'week'} in the dashed frame is not complete.`
    : '';
  return `${isByDay ? 'Weekends are shaded.' : 'Each bar is a week.'}${unfinished}`;
}

/** The figures of the gifts: reserved, collected, and the share of the decided ones. */
export function giftFigures({ redeemed, reserved: open, expired }: Outcomes) {
  const decided = redeemed + expired;
  return [
    {
      value: number(redeemed + open + expired),
      text: `${redeemed + open + expired === 1 ? 'gift' : 'gifts'} reserved in the period`,
    },
    {
      value: number(redeemed),
      text: open === 0 ? 'collected' : `collected so far; ${number(open)} more can still be`,
    },
    decided === 0
      ? { value: '–', text: 'no reservation is decided yet' }
      : {
          value: percent(redeemed, decided),
          text: `of the ${number(decided)} that ${decided === 1 ? 'is' : 'are'} decided ${redeemed === 1 ? 'was' : 'were'} collected; ${number(expired)} expired`,
        },
  ];
}

/** How many units are left, of how many, in how many campaigns. */
export const stockFigure = (available: number, total: number, campaigns: number) => ({
  value: number(available),
  of: `of ${number(total)}`,
  text: `units left in ${counted(campaigns, 'campaign')}`,
});
