import { columns, MAX_WIDTH, wrappedLines } from '../print.ts';
import { type Count, type Day, periodOf, type Report } from './report.ts';

/** A report as text: bars for the totals, and a table of the days. */

const BAR_WIDTH = 30;
/** Longer periods are shown by weeks, so that the table fits on a screen. */
const MAX_DAYS = 31;
const WEEK = 7;

export function terminalReport(report: Report): string {
  const { title, workspace, sections, days, notes } = report;
  const blocks = [
    `${wrapped(`${title}: "${workspace}"`)}\n${periodOf(report)}`,
    ...sections.map((section) => `${wrapped(section.title)}\n${bars(section.counts)}`),
    ...(days.length > 0 ? [days.length > MAX_DAYS ? byWeek(days) : byDay(days)] : []),
    notes.map(wrapped).join('\n'),
  ];
  return blocks.join('\n\n');
}

const wrapped = (text: string): string => wrappedLines(text, MAX_WIDTH).join('\n');

/** One bar for each count, in proportion to the largest one. */
export function bars(counts: readonly Count[]): string {
  const most = Math.max(1, ...counts.map(({ count }) => count));
  const width = Math.max(...counts.map(({ label }) => label.length));
  const digits = Math.max(...counts.map(({ count }) => `${count}`.length));
  return counts
    .map(({ label, count }) =>
      `  ${label.padEnd(width)}  ${`${count}`.padStart(digits)}  ${bar(count / most)}`.trimEnd(),
    )
    .join('\n');
}

/** A bar in eighths of a character. A count above 0 is always visible. */
function bar(share: number): string {
  const eighths = share > 0 ? Math.max(1, Math.round(share * BAR_WIDTH * 8)) : 0;
  const rest = eighths % 8;
  return '█'.repeat(Math.floor(eighths / 8)) + (rest > 0 ? String.fromCodePoint(0x2590 - rest) : '');
}

function byDay(days: readonly Day[]): string {
  return `By day\n${columns(days.map(({ date, counts }) => ({ date, ...named(counts) })))}`;
}

function byWeek(days: readonly Day[]): string {
  const weeks = Array.from({ length: Math.ceil(days.length / WEEK) }, (_, n) =>
    days.slice(n * WEEK, (n + 1) * WEEK),
  );
  const rows = weeks.map((week) => ({
    'from day': week[0]?.date ?? '',
    ...named(
      (week[0]?.counts ?? []).map(({ label }, n) => ({
        label,
        count: week.reduce((sum, { counts }) => sum + (counts[n]?.count ?? 0), 0),
      })),
    ),
  }));
  return `By week\n${columns(rows)}`;
}

const named = (counts: readonly Count[]): Record<string, number> =>
  Object.fromEntries(counts.map(({ label, count }) => [label, count]));
