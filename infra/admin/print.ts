import stringWidth from 'string-width';
import { malaysianTime } from '../../shared/values/calendar.ts';

/** Escapes control characters and characters that change the direction of text. Line breaks are kept. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu, (character) =>
    character === '\n' ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** The longest line of a table, in columns of the terminal. */
export const MAX_WIDTH = 100;
const GAP = '  ';
/** The narrowest column that still shows a text as words. */
const MIN_TEXT_WIDTH = 12;

export type Row = Readonly<Record<string, string | number>>;

/**
 * Formats rows as a table with a header. Numbers are aligned to the right. A cell can have several lines. If a line would be
 * longer than `MAX_WIDTH`, headers and texts are wrapped between words, those of the widest columns first.
 */
export function columns(rows: readonly Row[]): string {
  const names = Object.keys(rows[0] ?? {});
  const isNumber = names.map((name) => rows.every((row) => typeof row[name] === 'number'));
  const heads = names.map((name) => [name]);
  const cells = rows.map((row) => names.map((name) => printable(`${row[name]}`).split('\n')));
  const widths = fittingWidths(heads, cells);
  return [heads, ...cells]
    .flatMap((row, n) => {
      const isHeader = n === 0;
      const wrapped = row.map((lines, n) => lines.flatMap((line) => wrappedLines(line, widths[n] ?? 0)));
      const height = Math.max(...wrapped.map(({ length }) => length));
      return Array.from({ length: height }, (_, at) =>
        wrapped
          .map((lines, n) => {
            const line = lines[isHeader ? at - height + lines.length : at] ?? '';
            return padded(line, widths[n] ?? 0, isNumber[n] ? 'right' : 'left');
          })
          .join(GAP)
          .trimEnd(),
      );
    })
    .join('\n');
}

type Cell = readonly string[];

/** The width of each column, so that a line is no longer than `MAX_WIDTH`, as far as the words allow. */
function fittingWidths(heads: readonly Cell[], rows: readonly (readonly Cell[])[]): number[] {
  const most = (n: number, measure: (line: string) => number): number =>
    [heads, ...rows].reduce(
      (before, row) => Math.max(before, ...(row[n] ?? []).map((line) => measure(line))),
      0,
    );
  const widths = heads.map((_, n) => most(n, stringWidth));
  const least = heads.map((_, n) =>
    Math.max(
      most(n, (line) => (UNBREAKABLE.test(line) ? stringWidth(line) : 0)),
      Math.min(
        MIN_TEXT_WIDTH,
        most(n, (line) => Math.max(...line.split(' ').map((word) => stringWidth(word)))),
      ),
    ),
  );
  const available = MAX_WIDTH - GAP.length * (heads.length - 1);
  for (let excess = widths.reduce((a, b) => a + b) - available; excess > 0; excess--) {
    const shrinkable = widths.map((width, n) => (width > (least[n] ?? 0) ? width : 0));
    const widest = shrinkable.indexOf(Math.max(...shrinkable));
    if (shrinkable[widest] === 0) break;
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
  return widths;
}

/** An id, another single word or a time stays on one line. */
const UNBREAKABLE = /^[\w:.-]{1,36}$|^\d{4}-\d\d-\d\d \d\d:\d\d/;

/** Breaks a line between words, and a word that is too long between characters, such as one in Chinese. */
export function wrappedLines(line: string, width: number): string[] {
  if (stringWidth(line) <= width) return [line];
  const lines: string[] = [];
  let current = '';
  const add = (part: string) => {
    if (current !== '' && stringWidth(current + part.trimEnd()) > width) {
      lines.push(current.trimEnd());
      current = '';
    }
    current += part;
  };
  for (const word of line.split(/(?<= )/)) {
    if (stringWidth(word.trimEnd()) <= width) add(word);
    else for (const { segment } of new Intl.Segmenter().segment(word)) add(segment);
  }
  return [...lines, current.trimEnd()];
}

/** Fills a text with spaces to a width in columns of the terminal, in which a Chinese character takes two. */
export function padded(text: string, width: number, align: 'left' | 'right' = 'left'): string {
  const gap = ' '.repeat(Math.max(0, width - stringWidth(text)));
  return align === 'right' ? gap + text : text + gap;
}

/** Formats rows as a table, or returns `none` if there are no rows. */
export function list(rows: readonly Row[], none: string): string {
  return rows.length > 0 ? columns(rows) : none;
}

/** The Malaysian time of a timestamp to the minute for a column whose header ends in `(MYT)`; empty without a timestamp. */
export const minute = (timestamp: string | undefined): string =>
  timestamp === undefined ? '' : malaysianTime(new Date(timestamp)).slice(0, 16);

/** Like `minute`, to the second, for logs. */
export const second = (timestamp: string): string => malaysianTime(new Date(timestamp));

/** The Malaysian time of a timestamp in a sentence, `2026-11-24 07:51 MYT`. */
export const inMalaysia = (timestamp: string): string => `${minute(timestamp)} MYT`;

/** Formats the fields of an object, one per line. Of a list, only the number of its items is shown. */
export function details(value: object): string {
  const rows = fieldsOf(value, '');
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows
    .flatMap(([name, text]) =>
      wrappedLines(printable(text.replaceAll('\n', ' ')), MAX_WIDTH - width - GAP.length).map((line, n) =>
        `${(n === 0 ? name : '').padEnd(width)}${GAP}${line}`.trimEnd(),
      ),
    )
    .join('\n');
}

/** The names of fields that hold a time. */
const TIME_FIELD = /(?:At|By|Until)$/;
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

function fieldsOf(value: object, before: string): (readonly [name: string, text: string])[] {
  return Object.entries(value).flatMap(([name, field]) => {
    if (Array.isArray(field)) return [[before + name, `${field.length} items`] as const];
    if (typeof field === 'object' && field !== null) return fieldsOf(field, `${before}${name}.`);
    const isTime = TIME_FIELD.test(name) && typeof field === 'string' && TIMESTAMP.test(field);
    return [[before + name, isTime ? `${second(field)} MYT` : `${field}`] as const];
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

/** The columns that the lists of exhibitions and challenges share. The end is below the start. */
export const periodOf = ({ state, startsAt, endsAt, title }: Timed) => ({
  state,
  'from, to (MYT)': `${minute(startsAt)}\n${minute(endsAt)}`,
  title,
});
