import { describe, expect, it } from 'vitest';
import { Alias, folded } from '../../../functions/community/enrollments/aliases.ts';

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
  ])('may be %j', (given, kept) => {
    expect(Alias.parse(given)).toBe(kept);
  });

  it.each([
    ['too short', 'A'],
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
    ['of Latin and Chinese letters in one word', 'Ali明'],
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
    ['paypal', 'раураӏ'], // Cyrillic
    ['Ooi 10', '00i lO'],
    ['moden', 'rnoden'],
    ['vvalker', 'walker'],
    ['Straße', 'STRASSE'],
    ['𝓐𝓵𝓲', 'Ali'],
    ['ΝΙΝΑ', 'Nina'], // Greek
    ['ΡΑΝΙ', 'Pani'],
    ['ᴀʟɪ', 'Ali'],
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
    ['👟👟', '👟-👟!'],
    ['❤️ ❤️', '❤❤'],
    ['~ ~', '~~'],
    ['ーー', 'ー ー'],
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
