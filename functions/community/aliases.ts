import * as z from 'zod/mini';

/**
 * An alias is all that a board shows of a person. It is one line that can be read as what it is: no control, invisible
 * or direction-changing characters, no pile of accents, no blanks but single spaces. Within a challenge no two aliases
 * look alike: their folded forms differ.
 */
const BLANK = '\\u115f\\u1160\\u2800\\u3164\\uffa0';

/** Alphabets that names in Malaysia are written in, also side by side. Greek and Cyrillic, which look like Latin, stand alone. */
const WRITTEN_TOGETHER = [
  ['Latin', 'Han', 'Hiragana', 'Katakana', 'Hangul', 'Bopomofo', 'Arabic', 'Thai'].concat([
    'Tamil',
    'Devanagari',
    'Malayalam',
    'Telugu',
    'Gurmukhi',
    'Bengali',
    'Sinhala',
    'Myanmar',
    'Khmer',
    'Lao',
  ]),
  ['Cyrillic'],
  ['Greek'],
] as const;

function scriptsOf(...groups: readonly (readonly string[])[]): RegExp {
  const each = groups.map(
    (scripts) => `(?:[${scripts.map((script) => `\\p{Script=${script}}`).join('')}]|\\P{L}|\\p{Lm})*`,
  );
  return new RegExp(`^(?:${each.join('|')})$`, 'u');
}

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
  z.regex(scriptsOf(...WRITTEN_TOGETHER), { error: 'must not mix letters of different alphabets' }),
);

/**
 * What an alias looks like, for comparison alone: compatibility forms, case, accents, spaces and punctuation do not
 * tell two apart, nor do letters and digits that look the same in Latin, Greek and Cyrillic. Vowel signs of other
 * scripts, such as Tamil's, are no accents.
 * After the skeletons of Unicode Technical Standard 39, section 4, for the letters that names here are written in.
 */
export function folded(alias: string): string {
  const bare = alias.normalize('NFKD').replace(ACCENTS, '');
  // Capitals and small letters look like different ones: Greek Ν like N, and ν like v.
  const small = likeLatin(likeLatin(bare).toUpperCase().toLowerCase());
  const letters = small.replace(/[\s\p{P}\p{S}\p{Lm}]/gu, '');
  return letters.replaceAll('rn', 'm').replaceAll('vv', 'w') || small;
}

const likeLatin = (text: string): string =>
  [...text].map((letter) => LOOK_ALIKES.get(letter) ?? letter).join('');

/** Combining diacritical marks, those for symbols, and variation selectors. */
const ACCENTS = /[\u0300-\u036f\u20d0-\u20ff\ufe00-\ufe0f]/g;

const LOOK_ALIKES = new Map(
  Object.entries({
    a: 'аαɑАΑᴀ',
    b: 'вβьВΒʙ',
    c: 'сϲСᴄ',
    d: 'ԁđᴅ',
    e: 'еєεЕΕᴇ',
    f: 'ꜰ',
    g: 'ɡɢ',
    h: 'һнηħНΗʜ',
    i: '1l|іιıӏїłǀІΙɪʟ',
    j: 'јϳЈᴊ',
    k: 'кκКΚᴋ',
    m: 'мϻМΜᴍ',
    n: 'ոΝɴ',
    o: '0оοσօøОΟᴏ',
    p: 'рρРΡᴘ',
    q: 'ԛ',
    r: 'ʀ',
    s: 'ѕ5$Ѕꜱ',
    t: 'тτŧТΤᴛ',
    u: 'υսμᴜ',
    v: 'ѵνᴠ',
    w: 'ԝωᴡ',
    x: 'хχХΧ',
    y: 'уγүУΥʏ',
    z: 'ζΖᴢ',
  }).flatMap(([letter, alike]) => [...alike].map((other) => [other, letter] as const)),
);
