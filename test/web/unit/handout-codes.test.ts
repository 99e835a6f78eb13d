import { describe, expect, it } from 'vitest';
import { claimCode } from '../../../web/client/qr-codes.ts';
import { SeenCodes, typedCodeOf } from '../../../web/desk/handout/codes.ts';

const CLAIM = claimCode('9c7d6f6e-8d0f-4a3a-9f5a-0d6f2f1f6a11');
const NEXT = claimCode('1b0d6f6e-8d0f-4a3a-9f5a-0d6f2f1f6a22');
const POSTER = 'https://sihat.my/join/kl-wellness-expo';

/** Frames of 80 ms, each with its codes. @returns what is taken in each */
function taken(
  frames: readonly (readonly string[])[],
  canTake: (taken: string | undefined) => boolean = () => true,
) {
  const seen = new SeenCodes();
  let last: string | undefined;
  return frames.map((codes, n) => {
    const code = seen.next(codes, n * 80, canTake(last));
    last = code ?? last;
    return code;
  });
}

describe('the codes in the frames of the camera', () => {
  it.each([
    ['the poster first', [POSTER, CLAIM]],
    ['the claim first', [CLAIM, POSTER]],
  ])('are a claim and a poster, of which only the claim is taken, once: %s', (_, codes) => {
    const frames = Array(60).fill(codes);
    expect(taken(frames).filter(Boolean)).toEqual([CLAIM]);
  });

  it('are a claim and a poster by turns, of which each is taken once', () => {
    const frames = Array.from({ length: 60 }, (_, n) => [n % 2 ? CLAIM : POSTER]);
    expect(taken(frames).filter(Boolean)).toEqual([POSTER, CLAIM]);
  });

  it('are a poster that comes into view while a gift waits, which is not taken afterwards', () => {
    const seen = new SeenCodes();
    expect(seen.next([CLAIM], 0, true)).toBe(CLAIM);
    for (let n = 1; n < 40; n++) expect(seen.next([CLAIM, POSTER], n * 80, false)).toBeUndefined();
    expect(seen.next([CLAIM, POSTER], 40 * 80, true)).toBeUndefined();
  });

  it('are the next visitor’s while a gift waits, whose claim is taken as soon as one can be', () => {
    const seen = new SeenCodes();
    expect(seen.next([CLAIM], 0, true)).toBe(CLAIM);
    for (let n = 1; n < 40; n++) expect(seen.next([NEXT], n * 80, false)).toBeUndefined();
    expect(seen.next([NEXT], 40 * 80, true)).toBe(NEXT);
  });

  it('are the same code again after two seconds without it', () => {
    const seen = new SeenCodes();
    expect(seen.next([CLAIM], 0, true)).toBe(CLAIM);
    expect(seen.next([CLAIM], 1_999, true)).toBeUndefined();
    expect(seen.next([CLAIM], 3_998, true)).toBeUndefined();
    expect(seen.next([CLAIM], 5_998, true)).toBe(CLAIM);
  });
});

it.each([
  ['ab12cd34', 'ab12cd34'],
  ['AB12 CD34', 'ab12cd34'],
  ['AB12–CD34', 'ab12cd34'],
  ['ＡＢ１２－ＣＤ３４', 'ab12cd34'],
  ['ABO2CDl4', 'ab02cd14'],
  ['AB I2CD34', 'ab12cd34'],
  ['AB12CD3', undefined],
  ['AB12CD3G', undefined],
  ['SIHAT:CLAIM:x', undefined],
])('a typed code %j is read as %j', (text, code) => expect(typedCodeOf(text)).toBe(code));
