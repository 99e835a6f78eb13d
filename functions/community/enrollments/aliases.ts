import * as z from 'zod/mini';

/**
 * A board identifies a person only by the alias, so an alias must not be misleading. It is one line without control,
 * invisible or direction-changing characters, without stacked accents, and with single spaces only. Two aliases of a
 * challenge never look alike: their folded forms differ.
 */
const BLANK = '\\u115f\\u1160\\u2800\\u3164\\uffa0';

/** The scripts that one word may combine. Different words of an alias may use different entries. */
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

/** Latin and Cyrillic letters outside ordinary alphabets. Phonetic letters in particular look like other letters. */
const UNUSUAL = /[^\P{Script=Latin}a-zæœøßłđħŧıðþŋə]|[^\P{Script=Cyrillic}\u0400-\u045f\u0490\u0491]/iu;

/** Each word uses one alphabet. Greek and Cyrillic look like Latin, so an alias cannot combine them with Latin. */
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
    error: 'must not contain control or unassigned characters',
  }),
  // Two invisible characters are allowed: the selectors for the text form and the emoji form of a symbol.
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: the two selectors are meant as separate characters
  z.regex(/^[\P{Default_Ignorable_Code_Point}\ufe0e\ufe0f]*$/u, {
    error: 'must not contain invisible characters',
  }),
  z.regex(/^[\P{N}0-9]*$/u, { error: 'must use only the digits 0 to 9' }),
  z.regex(/^\S+( \S+)*$/u, { error: 'must have single spaces between words' }),
  z.regex(/^(?!\p{M})(?!.*\p{M}{4})/u, {
    error: 'must not begin with an accent or stack more than 3 accents',
  }),
  z.refine(isWrittenAsOneReads, {
    error: 'must use one alphabet per word and no phonetic letters',
  }),
  // The folded form is a key of the table, and keys cannot be empty.
  z.refine((alias: string) => folded(alias) !== '', { error: 'must not consist of accents only' }),
);

/**
 * Folds an alias to a form that is equal for aliases that look alike. It ignores compatibility forms, case, accents,
 * spaces and punctuation, and unifies letters and digits that look the same within or across alphabets. Vowel signs,
 * such as those of Tamil, are not accents. An alias without letters and digits is compared by its symbols, and one
 * without symbols by its punctuation, with all dashes equal. Only a text of accents folds to the empty string. This
 * follows the skeletons of Unicode Technical Standard 39, section 4, for the scripts that names here use.
 * https://www.unicode.org/reports/tr39/#Confusable_Detection
 */
export function folded(alias: string): string {
  const bare = alias.normalize('NFKD').replace(ACCENTS, '');
  // The capital and the small form of a letter can resemble different letters: Greek Ν looks like N, but ν like v.
  const small = likeLatin(likeLatin(bare).toUpperCase().toLowerCase());
  const letters = small.replace(/[\s\p{P}\p{S}\p{Lm}]/gu, '');
  if (letters !== '') return letters.replaceAll('rn', 'm').replaceAll('vv', 'w');
  const symbols = small.replace(/[\s\p{P}\p{Lm}]/gu, '');
  return symbols || small.replace(/\s/gu, '').replace(/\p{Pd}/gu, '-');
}

const likeLatin = (text: string): string =>
  [...text].map((letter) => LOOK_ALIKES.get(letter) ?? letter).join('');

/** Marks that can follow any letter: diacritics, the vowel points of Arabic, variation selectors. */
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
