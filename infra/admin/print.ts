/** Characters that would do something to a terminal, or turn text round, shown as what they are; line breaks stay. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu, (one) =>
    one === '\n' ? one : `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Rows under their names, in columns: numbers to the right. */
export function columns(rows: readonly Readonly<Record<string, string | number>>[]): string {
  const names = Object.keys(rows[0] ?? {});
  const widths = names.map((name) => Math.max(...[name, ...rows.map((row) => `${row[name]}`)].map(lengthOf)));
  const line = (cells: readonly (readonly [text: string, toTheRight: boolean])[]) =>
    cells
      .map(([text, toTheRight], n) => {
        const gap = ' '.repeat((widths[n] ?? 0) - lengthOf(text));
        return toTheRight ? gap + text : text + gap;
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

/** Columns, or a sentence where there are no rows. */
export function list(rows: readonly Readonly<Record<string, string | number>>[], none: string): string {
  return rows.length > 0 ? columns(rows) : none;
}
