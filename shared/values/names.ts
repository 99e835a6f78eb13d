import * as z from 'zod/mini';

/**
 * The rule for every text by which people recognise somebody or something: names, titles, references and aliases. Each character
 * of such a text can be seen, or belongs to a sequence that changes what is seen, such as an emoji of several characters.
 */

/**
 * Characters that a name cannot hold: those that are no letter, mark, number, punctuation, symbol or space, those that Unicode calls
 * ignorable, and a few more without a glyph of their own.
 */
const HIDDEN =
  /[^\p{L}\p{M}\p{N}\p{P}\p{S}\p{Zs}]|[\p{Default_Ignorable_Code_Point}\u2800\u2d7f\ufffc\ufffd\u{1107f}\u{113d0}\u{11a47}\u{11a99}\u{11f42}\u{13441}\u{13442}\u{16fe4}\u{1d159}]/gu;

/**
 * Invisible characters in their places: the selectors of an emoji's form and of a Han character's form, joiners next to a virama
 * (the sign that silences a vowel in Indic scripts), and the non-joiner between Arabic letters, as Persian uses it.
 * https://www.unicode.org/reports/tr31/#Layout_and_Format_Control_Characters
 */
const IN_PLACE =
  /\p{Emoji}[\ufe0e\ufe0f]|\p{Script=Han}[\ufe00-\ufe02\u{e0100}-\u{e01ef}]|[\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}]\u200d?[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca][\u200c\u200d]?|[\p{Script=Arabic}\u0640][\u064b-\u0652]{0,2}\u200c(?=\p{Script=Arabic})/gu;

/** The index of the first character that cannot be seen and is not in its place, or -1. */
function hiddenAt(text: string): number {
  if (text.search(HIDDEN) < 0) return -1;
  // Only the joiner and the tags of flags need the pattern of all emoji, which takes about 70 ms at its first use.
  const hasJoinedEmoji = /[\u200d\u{e0020}-\u{e007f}]/u.test(text) && /\p{Extended_Pictographic}/u.test(text);
  return (hasJoinedEmoji ? withMaskedEmoji(text) : text).replace(IN_PLACE, masked).search(HIDDEN);
}

/** Masks the emoji that Unicode recommends for general interchange (`RGI_Emoji`). */
function withMaskedEmoji(text: string): string {
  const emoji = /\p{RGI_Emoji}/vy;
  let result = '';
  while (result.length < text.length) {
    emoji.lastIndex = result.length;
    const [found] = emoji.exec(text) ?? [];
    result += found ? masked(found) : String.fromCodePoint(text.codePointAt(result.length) ?? 0);
  }
  return result;
}

/** Replaces the ignorable characters of a sequence by visible ones of the same length, so that the indexes of the others stay. */
const masked = (sequence: string): string =>
  sequence.replace(/\p{Default_Ignorable_Code_Point}/gu, ({ length }) => '.'.repeat(length));

/** True if a text has a character that can be seen. */
export const isSeen = (text: string): boolean => /[\p{L}\p{N}\p{P}\p{S}]/u.test(text.replace(HIDDEN, ''));

/**
 * A rule whose message names the first character that breaks it, and its place in the text as it is stored.
 * @param find returns the index of this character, or -1
 */
export const refusing = (find: (text: string) => number, rule: string) =>
  z.refine<string>((text) => find(text) < 0, {
    error: ({ input }) => `${rule}${typeof input === 'string' ? place(input, find(input)) : ''}`,
    abort: true,
  });

function place(text: string, at: number): string {
  if (at < 0) return '';
  const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
  const code = `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
  return `: character ${[...text.slice(0, at)].length + 1} is ${isSeen(character) ? `“${character}” (${code})` : code}`;
}

/** Returns the index of the first match of a pattern in a text, or -1. */
export const firstMatch = (pattern: RegExp) => (text: string) => text.search(pattern);

/** Tabs and line breaks are the only control characters in a text of several lines. */
export const noControls = () =>
  refusing(
    firstMatch(/(?![\t\n\r])\p{Cc}/u),
    'must not contain control characters other than tabs and line breaks',
  );
/** Refuses half of a surrogate pair, which UTF-8 cannot hold. */
export const wellFormed = () => refusing(firstMatch(/\p{Cs}/u), 'must not contain half of a surrogate pair');
/** Refuses a text of which nothing is visible. */
export const seen = () => z.refine<string>(isSeen, { error: 'must hold something that can be seen' });

/** The rules of every name, in the order in which a broken one is reported. */
export const nameRules = () =>
  [
    refusing(firstMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u), 'must be one line without control characters'),
    refusing(
      firstMatch(/\p{Bidi_Control}/u),
      'must not contain characters that change the direction of text',
    ),
    wellFormed(),
    refusing(hiddenAt, 'must not contain invisible or unknown characters'),
    seen(),
  ] as const;

/**
 * Cleans a text of several lines that was pasted: other signs that end a line become line breaks, and directional marks are
 * removed.
 */
export const pasted = (text: string): string =>
  text.replace(/[\v\f\u0085\u2028\u2029]/g, '\n').replace(/\p{Bidi_Control}/gu, '');
