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
  | { readonly kind: 'empty' | 'too_long' | 'bad_role' | 'control' }
  | { readonly kind: 'same_as'; readonly line: number };

export interface CheckedRows {
  readonly rows: readonly Row[];
  readonly wrong: readonly (Row & { readonly problem: RowProblem })[];
}

export const MAX_ROWS = 1000;
const MAX_REFERENCE = 40;

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

/** @param role that of rows whose file names none */
export function rowsOfTable({ rows }: Table, meanings: readonly Meaning[], role: string): readonly Row[] {
  const at = (meaning: Meaning) => meanings.indexOf(meaning);
  return rows.map(({ number, cells }) => ({
    line: number,
    reference: cells[at('reference')] ?? '',
    role: cells[at('role')] || role,
    cells,
  }));
}

/** Reads pasted references, one in each line. */
export const rowsOfLines = (text: string, role: string): readonly Row[] =>
  text
    .split(/\r?\n/)
    .map((line, n) => ({ line: n + 1, reference: ownText(line), role, cells: [] }))
    .filter(({ reference }) => reference !== '');

/** Compares the rows of one list only with each other: a comparison with members would tell who has joined. */
export function checkedRows(rows: readonly Row[], roles: readonly string[]): CheckedRows {
  const first = new Map<string, number>();
  const wrong = rows.flatMap((row) => {
    const problem = problemOf(row, roles, first);
    return problem ? [{ ...row, problem }] : [];
  });
  return { rows, wrong };
}

function problemOf(
  { line, reference, role }: Row,
  roles: readonly string[],
  first: Map<string, number>,
): RowProblem | undefined {
  if (reference === '') return { kind: 'empty' };
  if (/\p{Cc}/u.test(reference)) return { kind: 'control' };
  if ([...reference].length > MAX_REFERENCE) return { kind: 'too_long' };
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
