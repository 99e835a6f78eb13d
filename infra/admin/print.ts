/** Escapes control characters and characters that change the direction of text. Line breaks are kept. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu, (character) =>
    character === '\n' ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Formats rows as a table with a header. Numbers are aligned to the right. */
export function columns(rows: readonly Readonly<Record<string, string | number>>[]): string {
  const names = Object.keys(rows[0] ?? {});
  const widths = names.map((name) => Math.max(...[name, ...rows.map((row) => `${row[name]}`)].map(lengthOf)));
  const line = (cells: readonly (readonly [text: string, alignRight: boolean])[]) =>
    cells
      .map(([text, alignRight], n) => {
        const gap = ' '.repeat((widths[n] ?? 0) - lengthOf(text));
        return alignRight ? gap + text : text + gap;
      })
      .join('  ')
      .trimEnd();
  const isNumber = (name: string) => rows.every((row) => typeof row[name] === 'number');
  return [
    line(names.map((name) => [name, isNumber(name)])),
    ...rows.map((row) => line(names.map((name) => [`${row[name]}`, isNumber(name)]))),
  ].join('\n');
}

const lengthOf = (text: string): number => [...text].length;

/** Formats rows as a table, or returns `none` if there are no rows. */
export function list(rows: readonly Readonly<Record<string, string | number>>[], none: string): string {
  return rows.length > 0 ? columns(rows) : none;
}

/** Formats the fields of an object, one per line. Of a list, only the number of its items is shown. */
export function details(value: object): string {
  const rows = fieldsOf(value, '');
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, text]) => `${name.padEnd(width)}  ${text}`.replaceAll('\n', ' ')).join('\n');
}

function fieldsOf(value: object, before: string): (readonly [name: string, text: string])[] {
  return Object.entries(value).flatMap(([name, field]) => {
    if (Array.isArray(field)) return [[before + name, `${field.length} items`] as const];
    if (typeof field === 'object' && field !== null) return fieldsOf(field, `${before}${name}.`);
    return [[before + name, `${field}`] as const];
  });
}

/** What a command prints after creating something: only the id, so that a script can use it. */
export const idOf = ({ id }: { readonly id: string }): string => id;

/** What a command prints after a change. */
export const versionOf = ({ title, version }: { readonly title: string; readonly version: number }): string =>
  `"${title}" has version ${version}.`;

/** What a command prints after the state of something has changed. */
export const stateOf = ({ title, state }: { readonly title: string; readonly state: string }): string =>
  `"${title}" is ${state}.`;

/** What a command prints after a publication. Content is visible only while the content that it belongs to is, too. */
export const publishedIn =
  (place: string) =>
  ({ title }: { readonly title: string }): string =>
    `"${title}" is published. People can see it while ${place} published, too.`;

interface Timed {
  readonly state: string;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly title: string;
}

/** The columns that the lists of exhibitions and challenges share. */
export const periodOf = ({ state, startsAt, endsAt, title }: Timed) => ({ state, startsAt, endsAt, title });
