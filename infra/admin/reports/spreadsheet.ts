import { csvOf, harmless } from '../../../web/spreadsheet/cells.ts';
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
  return shownCells(rows);
}

/** A CSV file of texts without control characters, which a spreadsheet does not run as formulas. */
export const shownCells = (rows: readonly (readonly (string | number)[])[]): string =>
  csvOf(
    rows.map((row) =>
      row.map((value) => (typeof value === 'number' ? `${value}` : harmless(printable(value)))),
    ),
  );
