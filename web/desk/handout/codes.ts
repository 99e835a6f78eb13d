import { TYPED_CODE_DIGITS } from '../../../shared/values/limits.ts';
import { readCode } from '../../client/qr-codes.ts';
import { typedCode } from '../../client/short-codes.ts';

const CODE = new RegExp(`^[0-9a-f]{${TYPED_CODE_DIGITS}}$`);
/** Characters that people type for others: full-width forms are normalised before. */
const MISREAD: Readonly<Record<string, string>> = { o: '0', l: '1', i: '1' };

/** The characters that somebody meant to type, without spaces and dashes, or `undefined` if they are no code. */
export function typedCodeOf(text: string): string | undefined {
  const code = text
    .normalize('NFKC')
    .replace(/[\s\p{Pd}]/gu, '')
    .toLowerCase()
    .replace(/[oli]/g, (character) => MISREAD[character] ?? character);
  return CODE.test(code) ? code : undefined;
}

/** The claim of a scanned code; `undefined` for every other code. */
export function claimIdOf(text: string): string | undefined {
  const code = readCode(text);
  return code?.kind === 'claim' ? code.claimId : undefined;
}

/** The code of a claim as people compare it: AB12 CD34. */
export const shownCode = (claimId: string): string => spaced(typedCode(claimId));
export const spaced = (code: string): string => code.toUpperCase().replace(/^(.{4})/, '$1 ');

/** A code is new again only when the frames were without it for this long. */
const GONE_MS = 2_000;

/**
 * Decides which of the codes in the frames is taken next. It remembers the codes of the last two seconds, so that two codes in view
 * are read once each, and it prefers a claim to a poster.
 */
export class SeenCodes {
  readonly #seenAt = new Map<string, number>();

  /** @param canTake whether a claim can be taken now. Other codes that appear meanwhile are not taken later. */
  next(codes: readonly string[], now: number, canTake: boolean): string | undefined {
    for (const [code, at] of this.#seenAt) if (now - at >= GONE_MS) this.#seenAt.delete(code);
    const fresh = codes.filter((code) => !this.#seenAt.has(code));
    const taken = canTake ? (fresh.find((code) => claimIdOf(code) !== undefined) ?? fresh[0]) : undefined;
    for (const code of codes) {
      const isKnown = this.#seenAt.has(code) || code === taken || claimIdOf(code) === undefined;
      if (isKnown) this.#seenAt.set(code, now);
    }
    return taken;
  }
}
