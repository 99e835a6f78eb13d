/** Numbers in the words of a report. */

/** `1,284` */
export const number = (value: number): string => value.toLocaleString('en');

/** `1 gift`, `2 gifts` */
export const counted = (count: number, noun: string): string =>
  `${number(count)} ${noun}${count === 1 ? '' : 's'}`;

/** A share in per cent. It is 0 % or 100 % only if it is so exactly. */
export function percent(part: number, whole: number): string {
  if (part === 0 || part === whole) return `${part === 0 ? 0 : 100}\u00a0%`;
  return `${Math.min(99, Math.max(1, Math.round((part / whole) * 100)))}\u00a0%`;
}

/** `a`, `a and b` or `a, b and c` */
export const joined = (texts: readonly string[]): string =>
  texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} and ${texts[texts.length - 1]}`;

export const quoted = (text: string): string => `“${text}”`;
