/** Numbers, which all languages of a report write alike. */

/** `1,284` */
export const number = (value: number): string => value.toLocaleString('en');

/** A share in per cent. It is 0% or 100% only if it is so exactly. */
export function percent(part: number, whole: number): string {
  if (part === 0 || part === whole) return `${part === 0 ? 0 : 100}%`;
  return `${Math.min(99, Math.max(1, Math.round((part / whole) * 100)))}%`;
}
