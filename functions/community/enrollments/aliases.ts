import * as z from 'zod/mini';
import { firstMatch, nameRules, refusing } from '../../../shared/values/names.ts';
import { folded } from './look-alikes.ts';

/**
 * A board identifies a person only by the alias, so an alias must not be misleading. It is a name with one space between words,
 * without stacked accents, and in each word with letters that people write together. Two aliases of a challenge never look
 * alike: their folded forms differ.
 */

/**
 * The scripts that one word may combine: those of the level "Highly Restrictive". Different words of an alias may use different
 * entries. https://www.unicode.org/reports/tr39/#Restriction_Level_Detection
 */
const ALPHABETS = [
  'Latin Han Hiragana Katakana',
  'Latin Han Bopomofo',
  'Latin Han Hangul',
  'Arabic',
  'Tamil',
  'Devanagari',
  'Malayalam',
  'Telugu',
  'Gurmukhi',
  'Bengali',
  'Sinhala',
  'Gujarati',
  'Kannada',
  'Oriya',
  'Thai',
  'Myanmar',
  'Khmer',
  'Lao',
  'Cyrillic',
  'Greek',
].map((scripts) => {
  const letters = scripts.replaceAll(/\w+/g, '\\p{Script=$&}');
  return new RegExp(`^[${letters}\\p{Script=Common}\\p{Script=Inherited}]*$`, 'u');
});

/** Greek and Cyrillic look like Latin, so an alias cannot combine them with Latin, even in different words. */
const looksMixed = (letters: string): boolean =>
  /\p{Script=Latin}/u.test(letters) && /[\p{Script=Greek}\p{Script=Cyrillic}]/u.test(letters);

/** Latin and Cyrillic letters outside ordinary alphabets. Phonetic letters in particular look like other letters. */
const UNUSUAL = /[^\P{Script=Latin}a-zæœøßłđħŧıðþŋə]|[^\P{Script=Cyrillic}\u0400-\u045f\u0491]/iu;

/** The letters of a character, which may combine several. A symbol or an emoji has none, even if it shows one. */
const lettersOf = (character: string): string =>
  /[\p{S}\p{Emoji}]/u.test(character) ? '' : character.normalize('NFKD');

const firstCharacter = (alias: string, breaks: (character: string, before: string) => boolean): number => {
  let at = 0;
  for (const character of alias) {
    if (breaks(character, alias.slice(0, at))) return at;
    at += character.length;
  }
  return -1;
};
const isWritten = (word: string): boolean => ALPHABETS.some((alphabet) => alphabet.test(word));
const unusualAt = (alias: string): number =>
  firstCharacter(alias, (character) => UNUSUAL.test(lettersOf(character)));
const unsupportedAt = (alias: string): number =>
  firstCharacter(alias, (character) => !isWritten(lettersOf(character)));
const mixedAt = (alias: string): number =>
  firstCharacter(alias, (character, before) => {
    const letters = [...before, character].map(lettersOf).join('');
    return !isWritten(letters.slice(letters.lastIndexOf(' ') + 1));
  });
const imitatingAt = (alias: string): number =>
  firstCharacter(alias, (character, before) => looksMixed([...before, character].map(lettersOf).join('')));

export const Alias = z.string().check(
  z.trim(),
  z.normalize('NFC'),
  z.minLength(1, { abort: true }),
  z.maxLength(30, { abort: true }),
  ...nameRules(),
  z.refine((alias: string) => /^\p{Script=Han}$|.{2}/u.test(alias), {
    error: 'must have at least 2 characters, or 1 Chinese character',
  }),
  refusing(firstMatch(/(?![0-9])\p{N}/u), 'must use only the digits 0 to 9'),
  refusing(firstMatch(/^ |(?<= ) |(?! )\p{Z}/u), 'must have single spaces between words'),
  refusing(firstMatch(/^\p{M}/u), 'must not begin with an accent'),
  // Burmese syllables have up to five marks of their own.
  refusing(
    firstMatch(/(?<=(?:(?=\p{M})\p{Script=Inherited}){3})(?=\p{M})\p{Script=Inherited}|(?<=\p{M}{5})\p{M}/u),
    'must not stack accents',
  ),
  refusing(
    firstMatch(
      /(?!\p{Script=Common})[\p{S}\p{P}]|(?=\p{M})\p{Script=Arabic}|[\u31c0-\u31ef\u1100-\u11ff\ua960-\ua97c\ud7b0-\ud7fb]/u,
    ),
    'must not use parts of letters, or signs that belong to the texts of one alphabet',
  ),
  refusing(unusualAt, 'must not use phonetic or rare letters'),
  refusing(unsupportedAt, 'must use an alphabet that aliases support'),
  refusing(mixedAt, 'must use one alphabet in each word, or Latin with Chinese, Japanese or Korean'),
  refusing(imitatingAt, 'must not combine Latin with Greek or Cyrillic'),
  // The folded form is a key of the table, and keys cannot be empty.
  z.refine((alias: string) => folded(alias) !== '', { error: 'must not consist of accents only' }),
);
