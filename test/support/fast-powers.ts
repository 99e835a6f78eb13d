import { createRequire } from 'node:module';
import { expect } from 'vitest';
import { power } from '../../local/user-pool/srp.ts';

interface LibraryInteger {
  readonly toString: (radix: number) => string;
}
type Done = (error: null, result: LibraryInteger) => void;
type ModPow = (this: LibraryInteger, exponent: LibraryInteger, modulus: LibraryInteger, done: Done) => void;
type LibraryIntegers = {
  new (digits: string, radix: number): LibraryInteger;
  readonly prototype: { modPow: ModPow };
};

/** An integer of the library, which may be negative, modulo another. */
function modulo(value: LibraryInteger, modulus: bigint): bigint {
  const [, sign, digits] = /^(-?)(.+)$/.exec(value.toString(16)) ?? [];
  const size = BigInt(`0x${digits}`) % modulus;
  return sign === '-' ? (modulus - size) % modulus : size;
}

/**
 * Lets the client library of Cognito compute its powers with the integers of Node.js, which takes much less time. The first
 * power is computed in both ways. `test/local/user-pool/library.test.ts` signs in with the library as it is.
 * @returns restores the library
 */
export function fastPowers(): () => void {
  const load = createRequire(import.meta.url);
  const integers: LibraryIntegers = load('amazon-cognito-identity-js/lib/BigInteger.js').default;
  const { prototype } = integers;
  const own = prototype.modPow;
  let isCompared = false;
  prototype.modPow = function (exponent, modulus, done) {
    const m = BigInt(`0x${modulus.toString(16)}`);
    const e = BigInt(`0x${exponent.toString(16)}`);
    const fast = new integers(power(modulo(this, m), e, m).toString(16), 16);
    if (isCompared) return done(null, fast);
    isCompared = true;
    return own.call(this, exponent, modulus, (error, slow) => {
      expect(fast.toString(16)).toBe(slow.toString(16));
      done(error, slow);
    });
  };
  return () => {
    prototype.modPow = own;
  };
}
