/** True if each word occurs in one of the texts, in capitals or not. No words occur in every text. */
export function hasWords(words: string, texts: readonly string[]): boolean {
  const text = plain(texts.join(' '));
  return plain(words)
    .split(/\s+/)
    .every((word) => text.includes(word));
}

const plain = (text: string): string => text.normalize('NFKC').toLowerCase().trim();
