import type { Chance } from './chance.ts';

/** Aliases for participants on a display. They are never real names. */
const WORDS = [
  'Harimau',
  'Helang',
  'Kancil',
  'Enggang',
  'Bunga Raya',
  'Durian',
  'Rambutan',
  'Pandan',
  'Wau',
  'Tapir',
  '小老虎',
  '椰子',
  '快走',
  '晨光',
  'வானம்',
  'மயில்',
  'Teh Tarik',
  'Nasi Lemak',
  'Kopi O',
  'Roti Canai',
] as const;
const SECOND = ['Laju', 'Pagi', 'Ceria', 'Gagah', 'Senja', 'Tenang', '88', 'Bukit', 'Tasik', 'KL'] as const;

/** The alias of participant `n`. No two participants of a challenge have the same alias. */
export function aliasOf(n: number, chance: Chance): string {
  const first = WORDS[n % WORDS.length] ?? WORDS[0];
  const second = SECOND[Math.floor(n / WORDS.length) % SECOND.length] ?? SECOND[0];
  return chance.percent(12) ? `${first} ${second} ${n + 1}` : `${first} ${second}`;
}
