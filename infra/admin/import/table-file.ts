import { tableOf as readTable, type TableProblem } from '../../../web/spreadsheet/table.ts';
import { GUESSES, type Guess, textOf } from '../../../web/spreadsheet/text.ts';
import { CommandError } from '../command-error.ts';
import { inputBytes } from '../input-file.ts';

/** Reads a table of texts from a CSV file, as spreadsheets save it. */

/** A row with its number in the spreadsheet, where the header is row 1. */
export interface TableRow {
  readonly number: number;
  /** The cells by their column. Empty cells are left out. */
  readonly cells: Readonly<Record<string, string>>;
}

export interface TableFile {
  readonly columns: readonly string[];
  readonly rows: readonly TableRow[];
  /** What keeps the file from being read, each as a sentence. */
  readonly problems: readonly string[];
}

/**
 * @param encoding that of a file which is not in UTF-8
 * @throws {CommandError} if there is no such file, or if its encoding is unknown. It shows the first rows in each likely one.
 */
export function readTableFile(path: string, encoding?: Guess): TableFile {
  const bytes = bytesOf(path);
  const text = textOf(bytes, encoding);
  if (text !== undefined) return tableOf(text);
  throw new CommandError(
    [
      `${path} is not in UTF-8. Save it as "CSV UTF-8", or choose with --encoding how it reads:`,
      ...GUESSES.map((guess) => `\n--encoding ${guess}\n${firstRows(textOf(bytes, guess))}`),
    ].join('\n'),
  );
}

function bytesOf(path: string): Uint8Array {
  try {
    return inputBytes(path);
  } catch (error) {
    throw new CommandError(
      `Cannot read ${path}: ${error instanceof Error ? error.message : 'unknown error'}`,
    );
  }
}

const FIRST_ROWS = 5;

function firstRows(text: string | undefined): string {
  if (text === undefined) return '  The file is not in this encoding.';
  return readTable(text)
    .rows.slice(0, FIRST_ROWS)
    .map(({ number, cells }) => `  ${number}  ${cells.filter((cell) => cell !== '').join(' | ')}`)
    .join('\n');
}

export function tableOf(text: string): TableFile {
  const { columns, rows, problems } = readTable(text);
  return {
    columns: columns.filter((name) => name !== ''),
    rows: rows.map(({ number, cells }) => ({
      number,
      cells: Object.fromEntries(columns.flatMap((name, n) => (cells[n] ? [[name, cells[n]] as const] : []))),
    })),
    problems: problems.map(sentenceOf),
  };
}

function sentenceOf(problem: TableProblem): string {
  switch (problem.kind) {
    case 'open_quote':
      return `Row ${problem.row}: a quote is not closed, or stands inside a cell.`;
    case 'no_column':
      return `Row ${problem.row}: a cell has no column.`;
    case 'lost_text':
      return `Row ${problem.row}: parts of its text were lost (U+FFFD) before the file was saved.`;
    case 'repeated_column':
      return `The column ${problem.column} appears twice.`;
  }
}
