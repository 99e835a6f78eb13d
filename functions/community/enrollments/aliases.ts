import * as z from 'zod/mini';

/**
 * An alias is all that a board shows of a person. It is one line that can be read as what it is: no control, invisible
 * or direction-changing characters, no pile of accents, no blanks but single spaces. Within a challenge no two aliases
 * look alike: their folded forms differ.
 */
const BLANK = '\\u115f\\u1160\\u2800\\u3164\\uffa0';

/** Scripts of one word each; a name of several words may have a word of each. */
const ALPHABETS = [
  'Latin',
  'Han Hiragana Katakana Bopomofo Hangul',
  'Arabic',
  'Tamil',
  'Devanagari',
  'Malayalam',
  'Telugu',
  'Gurmukhi',
  'Bengali',
  'Sinhala',
  'Thai',
  'Myanmar',
  'Khmer',
  'Lao',
  'Cyrillic',
  'Greek',
].map((scripts) => {
  const letters = scripts.replaceAll(/\w+/g, '\\p{Script=$&}').replaceAll(' ', '');
  return new RegExp(`^[${letters}\\p{Lm}\\P{L}]*$`, 'u');
});

/** Latin and Cyrillic letters that no language is written with. Phonetic letters look like others. */
const UNUSUAL = /[^\P{Script=Latin}a-zæœøßłđħŧıðþŋə]|[^\P{Script=Cyrillic}\u0400-\u045f\u0490\u0491]/iu;

/** One alphabet a word; Greek and Cyrillic, which look like Latin, stand alone. */
function isWrittenAsOneReads(alias: string): boolean {
  const bare = alias.normalize('NFKD');
  if (UNUSUAL.test(bare)) return false;
  if (/\p{Script=Latin}/u.test(bare) && /[\p{Script=Greek}\p{Script=Cyrillic}]/u.test(bare)) return false;
  return bare.split(' ').every((word) => ALPHABETS.some((letters) => letters.test(word)));
}

export const Alias = z.string().check(
  z.trim(),
  z.normalize('NFC'),
  z.minLength(2),
  z.maxLength(30),
  z.regex(new RegExp(`^[^\\p{C}\\p{Zl}\\p{Zp}${BLANK}]*$`, 'u'), {
    error: 'must not contain control, invisible or unassigned characters',
  }),
  // Two invisible characters are allowed: they choose between a sign as text and as picture.
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: each of the two stands for itself
  z.regex(/^[\P{Default_Ignorable_Code_Point}\ufe0e\ufe0f]*$/u, {
    error: 'must not contain invisible characters',
  }),
  z.regex(/^[\P{N}0-9]*$/u, { error: 'must have no digits but 0 to 9' }),
  z.regex(/^\S+( \S+)*$/u, { error: 'must be words with single spaces between them' }),
  z.regex(/^(?!\p{M})(?!.*\p{M}{4})/u, { error: 'must not begin with an accent or pile up accents' }),
  z.refine(isWrittenAsOneReads, {
    error: 'must have words of one alphabet each, and no letters for sounds alone',
  }),
  // The folded form is a key of the table, which cannot be empty.
  z.refine((alias: string) => folded(alias) !== '', { error: 'must not be of accents alone' }),
);

/**
 * What an alias looks like, for comparison alone: compatibility forms, case, accents, spaces and punctuation do not
 * tell two apart, nor do letters and digits that look the same in one alphabet or in two. Vowel signs of other scripts,
 * such as Tamil's, are no accents. An alias without letters and digits is compared by its symbols, and one without
 * symbols by its punctuation, in which all dashes look alike; spaces never count. Only accents fold to nothing.
 * After the skeletons of Unicode Technical Standard 39, section 4, for the letters that names here are written in.
 */
export function folded(alias: string): string {
  const bare = alias.normalize('NFKD').replace(ACCENTS, '');
  // Capitals and small letters look like different ones: Greek Ν like N, and ν like v.
  const small = likeLatin(likeLatin(bare).toUpperCase().toLowerCase());
  const letters = small.replace(/[\s\p{P}\p{S}\p{Lm}]/gu, '');
  if (letters !== '') return letters.replaceAll('rn', 'm').replaceAll('vv', 'w');
  const symbols = small.replace(/[\s\p{P}\p{Lm}]/gu, '');
  return symbols || small.replace(/\s/gu, '').replace(/\p{Pd}/gu, '-');
}

const likeLatin = (text: string): string =>
  [...text].map((letter) => LOOK_ALIKES.get(letter) ?? letter).join('');

/** Marks that go with any letter: diacritics, the vowel points of Arabic, variation selectors. */
const ACCENTS = /[\p{Script=Inherited}--\P{M}]/gv;

const LOOK_ALIKES = new Map(
  Object.entries({
    a: 'аαɑАΑᴀ',
    b: 'вβьВΒʙ',
    c: 'сϲСᴄ',
    d: 'ԁđðᴅ',
    e: 'еєεЕΕᴇ',
    f: 'ꜰ',
    g: 'ɡɢ',
    h: 'һнηħНΗʜ',
    i: '1l|іιıӏїłǀІΙɪʟا丨ᅵ',
    j: 'јϳЈᴊ',
    k: 'кκКΚᴋ',
    m: 'мϻМΜᴍ',
    n: 'ոΝɴ',
    o: '0оοσօøОΟᴏဝഠهھہەᄋᆼ',
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
    3: 'зЗ',
    6: 'б',
    ک: 'كڪ',
    ی: 'يىے',
    八: 'ハ',
    卜: 'ト',
    口: 'ロ',
    夕: 'タ',
    力: 'カ',
    工: 'エ',
    二: 'ニ',
    へ: 'ヘ',
  }).flatMap(([letter, alike]) => [...alike].map((other) => [other, letter] as const)),
);
