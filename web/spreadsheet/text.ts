/**
 * Spreadsheets save text in several encodings and do not say in which. UTF-8 is recognized, because other text is hardly ever valid in
 * it, and UTF-16 has a mark. Everything else is a guess, so a person looks at the rows first.
 */

/** What a file may be that is neither: Chinese text of Excel in China, and the text of Western languages. */
export const GUESSES = ['gb18030', 'windows-1252'] as const;
export type Guess = (typeof GUESSES)[number];

/**
 * The text of a file without a byte order mark.
 * @param encoding what somebody chose for a file that is in no known encoding
 * @returns `undefined` for a file that is not in this encoding, or in none that is recognized
 */
export function textOf(bytes: Uint8Array, encoding?: Guess): string | undefined {
  const [first, second] = bytes;
  const marked =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  try {
    return new TextDecoder(encoding ?? marked, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
