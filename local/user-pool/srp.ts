import { createHash, getDiffieHellman } from 'node:crypto';

/**
 * The server's half of SRP-6a, with the group, the hash and the encoding of numbers as parameters: RFC 5054 encodes them
 * with the length of N, and Cognito with the fewest bytes that have a sign bit.
 */
export interface SrpGroup {
  readonly N: bigint;
  readonly g: bigint;
  readonly hash: 'sha1' | 'sha256';
  readonly encode: (value: bigint) => Buffer;
}

/** Cognito's group: 3,072 bits of RFC 3526. */
export const COGNITO_GROUP: SrpGroup = {
  N: BigInt(`0x${getDiffieHellman('modp15').getPrime('hex')}`),
  g: 2n,
  hash: 'sha256',
  encode: withSignBit,
};

export const toBigInt = (bytes: Buffer): bigint => BigInt(`0x${bytes.toString('hex') || '0'}`);

export function toBytes(value: bigint, least = 0): Buffer {
  const hex = value.toString(16);
  return Buffer.from(hex.padStart(Math.max(hex.length + (hex.length % 2), 2 * least), '0'), 'hex');
}

/** The bytes of Java's `BigInteger.toByteArray()`, as Cognito hashes them. */
export function withSignBit(value: bigint): Buffer {
  const bytes = toBytes(value);
  return (bytes[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.alloc(1), bytes]) : bytes;
}

function hashOf({ hash }: SrpGroup, ...parts: readonly (Buffer | string)[]): Buffer {
  return parts.reduce((sum, part) => sum.update(part), createHash(hash)).digest();
}

export function power(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n;
  // From the highest bit on, so that a small base such as g costs no multiplication of two large numbers.
  for (const bit of exponent.toString(2)) {
    result = (result * result) % modulus;
    if (bit === '1') result = (result * base) % modulus;
  }
  return result;
}

/** k = H(N, g) */
export const multiplierOf = (group: SrpGroup): bigint =>
  toBigInt(hashOf(group, group.encode(group.N), group.encode(group.g)));

/** x = H(salt, H(identity ":" password)) */
export const privateKeyOf = (group: SrpGroup, salt: Buffer, identity: string, password: string): bigint =>
  toBigInt(hashOf(group, salt, hashOf(group, `${identity}:${password}`)));

/** v = g^x */
export const verifierOf = ({ N, g }: SrpGroup, x: bigint): bigint => power(g, x, N);

/** B = kv + g^b */
export const serverPublicOf = (group: SrpGroup, verifier: bigint, b: bigint): bigint =>
  (multiplierOf(group) * verifier + power(group.g, b, group.N)) % group.N;

/** u = H(A, B) */
export const scramblerOf = (group: SrpGroup, A: bigint, B: bigint): bigint =>
  toBigInt(hashOf(group, group.encode(A), group.encode(B)));

/** S = (A v^u)^b. @throws {RangeError} if A is a multiple of N, which would make S 0 for every password */
export function premasterOf(group: SrpGroup, { A, B, verifier, b }: Exchange): bigint {
  const { N } = group;
  if (A % N === 0n) throw new RangeError('A is a multiple of N');
  return power((A * power(verifier, scramblerOf(group, A, B), N)) % N, b, N);
}

interface Exchange {
  readonly A: bigint;
  readonly B: bigint;
  readonly verifier: bigint;
  readonly b: bigint;
}
