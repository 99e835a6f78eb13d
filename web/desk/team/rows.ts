import Papa from 'papaparse';

/** A row of a list of people to invite. */
export interface Row {
  /** The line as people count it: the heading of the file is row 1. */
  readonly line: number;
  readonly reference: string;
  readonly role: string;
}

export type RowProblem =
  | { readonly kind: 'empty' | 'too_long' | 'bad_role' }
  | { readonly kind: 'same_as'; readonly line: number };

export interface CheckedRows {
  readonly rows: readonly Row[];
  readonly wrong: readonly (Row & { readonly problem: RowProblem })[];
}

export const MAX_ROWS = 1000;
const MAX_REFERENCE = 40;

/** Reads a CSV file with the column `reference`, and perhaps `role`. @returns no rows for another file */
export function rowsOfFile(text: string, role: string): readonly Row[] {
  const { data, meta } = Papa.parse<Record<string, string>>(text.replace(/^\uFEFF/, ''), {
    header: true,
    transformHeader: (name) => name.trim().toLowerCase(),
  });
  if (!meta.fields?.includes('reference')) return [];
  return data.flatMap((cells, n) => {
    // Spreadsheets count empty rows.
    if (Object.values(cells).every((cell) => String(cell).trim() === '')) return [];
    const [reference = '', own = ''] = [cells['reference']?.trim(), cells['role']?.trim()];
    return [{ line: n + 2, reference, role: own || role }];
  });
}

/** Reads pasted references, one in each line. */
export const rowsOfLines = (text: string, role: string): readonly Row[] =>
  text
    .split(/\r?\n/)
    .map((reference, n) => ({ line: n + 1, reference: reference.trim(), role }))
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

function problemOf({ line, reference, role }: Row, roles: readonly string[], first: Map<string, number>) {
  if (reference === '') return { kind: 'empty' } as const;
  if ([...reference].length > MAX_REFERENCE) return { kind: 'too_long' } as const;
  const earlier = first.get(reference);
  if (earlier !== undefined) return { kind: 'same_as', line: earlier } as const;
  first.set(reference, line);
  return roles.includes(role) ? undefined : ({ kind: 'bad_role' } as const);
}

/** The links as a CSV file. A spreadsheet would run a cell that begins like a formula, so an apostrophe precedes it. */
export function linksFile(
  links: readonly { readonly reference: string; readonly link: string; readonly validUntil: string }[],
) {
  const rows = links.map(({ reference, link, validUntil }) => ({ reference, link, valid_until: validUntil }));
  return `\uFEFF${Papa.unparse(rows, { newline: '\r\n', escapeFormulae: true })}\r\n`;
}
