/** The texts in the cells of CSV files, which people open and save with spreadsheets. */

/** A spreadsheet shows this formula as its text, and changes nothing of it. */
const AS_TEXT = /^="((?:[^"]|"")*)"$/;

/** The text of a cell without spaces around it, in one Unicode form, and without what keeps a spreadsheet from changing it. */
export function ownText(cell: string): string {
  const trimmed = cell.trim();
  const [, quoted] = AS_TEXT.exec(trimmed) ?? [];
  return (quoted?.replaceAll('""', '"') ?? trimmed).trim().normalize('NFC');
}

/**
 * Text that a spreadsheet would run as a formula gets an apostrophe. Where a spreadsheet separates by semicolons, the quotes of a cell may
 * end in the middle of the text or begin a cell. So what follows a semicolon or a line break may begin a cell, too, with quotes
 * before it.
 * https://owasp.org/www-community/attacks/CSV_Injection
 */
export const harmless = (text: string): string =>
  text.replace(/(^|[;\n\t])((?:[^\S\n\t]|")*[=+\-@＝＋－＠])/gu, "$1'$2");

/** A whole number that every spreadsheet shows as it is. */
const PLAIN_NUMBER = /^(0|[1-9]\d{0,10})$/;
const NUMBER_OR_DATE = /^[+-]?[.,:/\-% ]?\d[\d.,:/\-% ]*(e[+-]?\d+)?$/i;
const MONTH =
  /^(\d{1,4}[-/ ]?)?(jan|feb|mar|apr|may|mei|jun|jul|aug|ogo|sep|oct|okt|nov|dec|dis)[a-z]*[-/ ]?(\d{1,4})?$/i;
const TRUTH = /^(true|false|benar|palsu)$/i;

/** A reference such as a staff number as the text of a cell: one that a spreadsheet would change to a number or a date stays as it is. */
export function keptText(text: string): string {
  const isChanged =
    [NUMBER_OR_DATE, MONTH, TRUTH].some((form) => form.test(text)) && !PLAIN_NUMBER.test(text);
  return isChanged ? `="${text.replaceAll('"', '""')}"` : harmless(text);
}

const quoted = (cell: string): string =>
  /[",;\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;

/** A CSV file (RFC 4180) of cells that are made harmless. Excel reads UTF-8 only with a byte order mark. */
export const csvOf = (rows: readonly (readonly string[])[]): string =>
  `\ufeff${rows.map((row) => `${row.map(quoted).join(',')}\r\n`).join('')}`;
