/** True if each word occurs in one of the texts, in capitals or not. No words occur in every text. */
export function hasWords(words: string, texts: readonly string[]): boolean {
  const text = inSearch(texts.join(' '));
  return inSearch(words)
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** A text as searches compare it. */
export const inSearch = (text: string): string => text.normalize('NFKC').toLowerCase().trim();
