import { MAX_REFERENCE } from '../../../shared/values/limits.ts';
import { csvOf, keptText, ownText } from '../../spreadsheet/cells.ts';
import type { Table } from '../../spreadsheet/table.ts';

/** The rows of a list of people to invite: read from a table or pasted, checked, and written beside their links. */

export interface Row {
  /** The line as people count it: the heading of the file is row 1. */
  readonly line: number;
  readonly reference: string;
  readonly role: string;
  /** All cells of the row in the file, which stay on this device. */
  readonly cells: readonly string[];
}

export type RowProblem =
  | { readonly kind: 'empty' | 'too_long' | 'bad_role' | 'control' | 'shortened' }
  | { readonly kind: 'same_as'; readonly line: number };

export interface WrongRow extends Row {
  readonly problem: RowProblem;
}

/** What an officer does with a row: corrects it, or leaves it out. */
export type Fix = Partial<Pick<Row, 'reference' | 'role'>> | 'left_out';

/** Rows with what was done with some of them. */
export interface CheckedRows {
  /** The rows that are invited, in their order, with the corrections. */
  readonly rows: readonly Row[];
  readonly wrong: readonly WrongRow[];
}

/** What a column of a file is. Exactly one is the reference, and at most one the role. */
export type Meaning = 'reference' | 'role' | 'own';

const NAMES: readonly (readonly [Meaning, RegExp])[] = [
  [
    'reference',
    /^(reference|ref\.?|rujukan|(no\.?|nombor|id) (pekerja|kakitangan|staf)|(staff|employee|worker) ?(no\.?|number|id)|员工编号|工号|编号|参考号)$/i,
  ],
  ['role', /^(role|peranan|角色|身份)$/i],
];

/** What each column probably is, by its name. */
export function likelyMeanings(columns: readonly string[]): readonly Meaning[] {
  const found = NAMES.map(
    ([meaning, form]) => [columns.findIndex((name) => form.test(name)), meaning] as const,
  );
  return columns.map((_, n) => found.find(([at]) => at === n)?.[1] ?? 'own');
}

/** The rows of a file, or of pasted lines, with the columns of the file. */
export interface List {
  readonly columns: readonly string[];
  /** The column that is the reference; -1 without columns. */
  readonly referenceAt: number;
  readonly rows: readonly Row[];
}

/** @param role that of rows whose file names none */
export function rowsOfTable({ rows, columns }: Table, meanings: readonly Meaning[], role: string): List {
  const at = (meaning: Meaning) => meanings.indexOf(meaning);
  const referenceAt = at('reference');
  return {
    columns,
    referenceAt,
    rows: rows.map(({ number, cells }) => ({
      line: number,
      reference: cells[referenceAt] ?? '',
      role: cells[at('role')] || role,
      cells,
    })),
  };
}

/** Reads pasted references, one in each line. */
export const rowsOfLines = (text: string, role: string): List => ({
  columns: [],
  referenceAt: -1,
  rows: text
    .split(/\r?\n/)
    .map((line, n) => ({ line: n + 1, reference: ownText(line), role, cells: [] }))
    .filter(({ reference }) => reference !== ''),
});

/**
 * Compares the rows of one list only with each other: a comparison with members would tell who has joined.
 * @param fixes what was done with rows, by their lines
 */
export function checkedRows(
  { rows: all, referenceAt }: List,
  roles: readonly string[],
  fixes: ReadonlyMap<number, Fix> = new Map(),
): CheckedRows {
  const rows = all.flatMap((row) => {
    const fix = fixes.get(row.line);
    if (fix === 'left_out') return [];
    if (!fix) return [row];
    const reference = fix.reference === undefined ? row.reference : ownText(fix.reference);
    const cells = row.cells.map((cell, n) => (n === referenceAt ? reference : cell));
    return [{ ...row, ...fix, reference, cells }];
  });
  const isTyped = ({ line }: Row) => fixes.has(line);
  const first = new Map<string, number>();
  // A row that was corrected to the reference of another one is the wrong one of the two.
  const wrong = [...rows.filter((row) => !isTyped(row)), ...rows.filter(isTyped)].flatMap((row) => {
    const problem = problemOf(row, roles, first, isTyped(row));
    return problem ? [{ ...row, problem }] : [];
  });
  return { rows, wrong: wrong.sort((a, b) => a.line - b.line) };
}

/** How a spreadsheet shows a long number in a column that holds numbers, and then saves it. */
const SHORTENED = /^\d(?:[.,]\d+)?E\+\d{2,3}$/;

function problemOf(
  { line, reference, role }: Row,
  roles: readonly string[],
  first: Map<string, number>,
  isTyped: boolean,
): RowProblem | undefined {
  if (reference === '') return { kind: 'empty' };
  if (/\p{Cc}/u.test(reference)) return { kind: 'control' };
  if ([...reference].length > MAX_REFERENCE) return { kind: 'too_long' };
  if (!isTyped && SHORTENED.test(reference)) return { kind: 'shortened' };
  const earlier = first.get(reference);
  if (earlier !== undefined) return { kind: 'same_as', line: earlier };
  first.set(reference, line);
  return roles.includes(role) ? undefined : { kind: 'bad_role' };
}

/** What a file of links has in each row, beside the columns of one's own file. */
export interface LinkRow {
  readonly reference: string;
  readonly cells: readonly string[];
  readonly link: string;
  /** The last day, as YYYY-MM-DD. */
  readonly validUntil: string;
}

/** The links as a CSV file, beside the columns of one's own file, if there is one. */
export function linksFile(rows: readonly LinkRow[], columns: readonly string[]): string {
  const own = columns.length > 0 ? columns : ['reference'];
  return csvOf([
    [...own.map(keptText), 'link', 'valid_until'],
    ...rows.map(({ reference, cells, link, validUntil }) => [
      ...(columns.length > 0 ? cells : [reference]).map(keptText),
      link,
      validUntil,
    ]),
  ]);
}
