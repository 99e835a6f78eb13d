import Papa from 'papaparse';
import { ownText } from './cells.ts';

/** Reads a table of texts from a CSV file, as spreadsheets save it. */

/** A row with its number in the spreadsheet, where the heading is row 1. */
export interface TableRow {
  readonly number: number;
  /** The cells in the order of the columns, without spaces around them. Missing ones are empty. */
  readonly cells: readonly string[];
}

/** What keeps a file from being read. */
export type TableProblem =
  | { readonly kind: 'lost_text' | 'open_quote' | 'no_column'; readonly row: number }
  | { readonly kind: 'repeated_column'; readonly column: string };

export interface Table {
  readonly columns: readonly string[];
  /** Without empty rows. */
  readonly rows: readonly TableRow[];
  readonly problems: readonly TableProblem[];
  readonly separator: string;
}

/** What spreadsheets separate cells by. The names of columns have none of them, so the heading shows which one it is. */
const SEPARATORS = [',', ';', '\t'];
/** Excel reads and writes this line, which names the separator. */
const SEPARATOR_LINE = /^sep=(.)\r?\n/;

/** Stands for bytes that were lost when a file was converted. */
const LOST = '\ufffd';

/** @param text without a byte order mark, or with one */
export function tableOf(text: string): Table {
  const whole = text.replace(/^\ufeff/, '');
  const [line = '', named] = SEPARATOR_LINE.exec(whole) ?? [];
  const content = whole.slice(line.length);
  const [names = ''] = content.split(/\r?\n/, 1);
  const likely = [...SEPARATORS].sort((a, b) => names.split(b).length - names.split(a).length);
  const separator = named ?? likely[0] ?? ',';
  const { data, errors } = Papa.parse<readonly string[]>(content, { delimiter: separator });
  const [heading = [], ...lines] = data;
  const columns = heading.map(ownText);
  // Spreadsheets do not show the line that names the separator, so the heading is always row 1.
  const rows = lines
    .map((cells, n) => ({ number: n + 2, cells: cells.map(ownText) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
  const isLost = ({ cells }: TableRow) => cells.some((cell) => cell.includes(LOST));
  const hasOther = ({ cells }: TableRow) => cells.some((cell, n) => cell !== '' && !columns[n]);
  const repeated = columns.filter((name, n) => name !== '' && columns.indexOf(name) !== n);
  return {
    columns,
    rows: rows.map(({ number, cells }) => ({ number, cells: columns.map((_, n) => cells[n] ?? '') })),
    problems: [
      ...errors
        .filter(({ type }) => type === 'Quotes')
        .map(({ row = 0 }) => ({ kind: 'open_quote', row: row + 1 }) as const),
      ...repeated.map((column) => ({ kind: 'repeated_column', column }) as const),
      ...rows.filter(hasOther).map(({ number }) => ({ kind: 'no_column', row: number }) as const),
      ...rows.filter(isLost).map(({ number }) => ({ kind: 'lost_text', row: number }) as const),
    ],
    separator,
  };
}
