import Papa from 'papaparse';
import { CommandError } from '../command-error.ts';
import { inputText } from '../input-file.ts';

/** Reads a table of texts from a CSV file, as spreadsheets save it. */

/** A row with its number in the spreadsheet, where the header is row 1. */
export interface TableRow {
  readonly number: number;
  /** The cells by their column, without spaces around them. Empty cells are left out. */
  readonly cells: Readonly<Record<string, string>>;
}

export interface TableFile {
  readonly columns: readonly string[];
  readonly rows: readonly TableRow[];
  /** What keeps the file from being read, each as a sentence. */
  readonly problems: readonly string[];
}

/** @throws {CommandError} if there is no such file */
export function readTableFile(path: string): TableFile {
  try {
    return tableOf(inputText(path));
  } catch (error) {
    throw new CommandError(
      `Cannot read ${path}: ${error instanceof Error ? error.message : 'unknown error'}`,
    );
  }
}

/** What spreadsheets separate cells by. The names of columns have none of them, so the header shows which one it is. */
const SEPARATORS = [',', ';', '\t'];

/** Empty rows are left out. */
export function tableOf(text: string): TableFile {
  const content = text.replace(/^\ufeff/, '');
  const [names = ''] = content.split('\n', 1);
  const [delimiter] = SEPARATORS.toSorted((a, b) => names.split(b).length - names.split(a).length);
  const { data, errors } = Papa.parse<readonly string[]>(content, { delimiter: delimiter ?? ',' });
  const [header = [], ...lines] = data;
  const columns = header.map((name) => name.trim());
  const repeated = columns.filter((name, n) => name !== '' && columns.indexOf(name) !== n);
  const rows = lines.map((line, n) => ({
    number: n + 2,
    cells: Object.fromEntries(
      line.map((cell, at) => [columns[at] ?? '', cell.trim()] as const).filter(([, cell]) => cell !== ''),
    ),
  }));
  return {
    columns: columns.filter((name) => name !== ''),
    rows: rows.filter(({ cells }) => Object.keys(cells).length > 0),
    problems: [
      ...errors
        .filter(({ type }) => type === 'Quotes')
        .map(({ message, row = 0 }) => `Row ${row + 1}: ${message}.`),
      ...repeated.map((name) => `The column ${name} appears twice.`),
      ...rows.filter(({ cells }) => '' in cells).map(({ number }) => `Row ${number}: a cell has no column.`),
    ],
  };
}
