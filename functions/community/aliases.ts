import * as z from 'zod/mini';

/**
 * An alias is all that a board shows of a person. It is one line that can be read as what it is: no control, invisible
 * or direction-changing characters, no pile of accents, no blanks but single spaces. Within a challenge no two aliases
 * look alike: their folded forms differ.
 */
const BLANK = '\\u115f\\u1160\\u2800\\u3164\\uffa0';

export const Alias = z.string().check(
  z.trim(),
  z.normalize('NFC'),
  z.minLength(2),
  z.maxLength(30),
  z.regex(new RegExp(`^[^\\p{C}\\p{Zl}\\p{Zp}${BLANK}]*$`, 'u'), {
    error: 'must not contain control, invisible or unassigned characters',
  }),
  z.regex(/^\S+( \S+)*$/u, { error: 'must be words with single spaces between them' }),
  z.regex(/^(?!\p{M})(?!.*\p{M}{4})/u, { error: 'must not begin with an accent or pile up accents' }),
);

/**
 * What an alias looks like, for comparison alone: compatibility forms, case, accents, spaces and punctuation do not
 * tell two apart, nor do letters and digits that look the same in Latin, Greek and Cyrillic. Vowel signs of other
 * scripts, such as Tamil's, are no accents.
 * After the skeletons of Unicode Technical Standard 39, section 4, for the letters that names here are written in.
 */
export function folded(alias: string): string {
  const plain = alias.normalize('NFKD').replace(ACCENTS, '').toUpperCase().toLowerCase();
  const letters = [...plain.replace(/[\s\p{P}]/gu, '')].map((letter) => LOOK_ALIKES.get(letter) ?? letter);
  return letters.join('').replaceAll('rn', 'm').replaceAll('vv', 'w') || plain;
}

/** Combining diacritical marks, those for symbols, and variation selectors. */
const ACCENTS = /[\u0300-\u036f\u20d0-\u20ff\ufe00-\ufe0f]/g;

const LOOK_ALIKES = new Map(
  Object.entries({
    a: 'аαɑ',
    b: 'вβь',
    c: 'сϲ',
    d: 'ԁđ',
    e: 'еєε',
    g: 'ɡ',
    h: 'һнηħ',
    i: '1l|іιıӏїłǀ',
    j: 'јϳ',
    k: 'кκ',
    m: 'мμϻ',
    n: 'ո',
    o: '0оοσօø',
    p: 'рρ',
    q: 'ԛ',
    s: 'ѕ5$',
    t: 'тτŧ',
    u: 'υս',
    v: 'ѵν',
    w: 'ԝω',
    x: 'хχ',
    y: 'уγү',
    z: 'ζ',
  }).flatMap(([letter, alike]) => [...alike].map((other) => [other, letter] as const)),
);
