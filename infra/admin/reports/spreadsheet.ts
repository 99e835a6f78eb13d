import { printable } from '../print.ts';
import type { Report } from './report.ts';

/**
 * A report as CSV (RFC 4180) with one row for each number, so that reports of several workspaces can be appended and a pivot
 * table can arrange them. `date` is empty for totals.
 */
export function spreadsheetReport({
  workspace,
  period,
  reportedAt,
  countedUpTo = '',
  sections,
  days,
}: Report): string {
  const head = [workspace, period.from, period.to, reportedAt, countedUpTo];
  const rows = [
    ['workspace', 'from', 'to', 'reported_at', 'counted_up_to', 'section', 'date', 'measure', 'count'],
    ...sections.flatMap(({ title, counts }) =>
      counts.map(({ label, count }) => [...head, title, '', label, count]),
    ),
    ...days.flatMap(({ date, counts }) =>
      counts.map(({ label, count }) => [...head, 'By day', date, label, count]),
    ),
  ];
  // Excel reads UTF-8 only with a byte order mark.
  return `\ufeff${rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`;
}

/**
 * Text that a spreadsheet would run as a formula gets an apostrophe, and text with separators gets quotes. Where a spreadsheet
 * separates by semicolons, these quotes may end in the middle of the text or begin a cell. So what follows a semicolon or a line
 * break may begin a cell, too, with quotes before it.
 * https://owasp.org/www-community/attacks/CSV_Injection
 */
export function cell(value: string | number): string {
  if (typeof value === 'number') return `${value}`;
  const text = printable(value);
  const harmless = text.replace(/(^|[;\n])((?:[^\S\n]|")*[=+\-@＝＋－＠])/gu, "$1'$2");
  return /[",;\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
