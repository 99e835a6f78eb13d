import { fingerprint } from '../values/clock.ts';

/**
 * An index partition takes 1,000 write units a second. Lists that many people write to at the same time are therefore
 * spread over 16 partitions by account.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-design.html
 */
const SPREAD = 16;

/** One of several partitions, from 0, for a text of any kind. The hash fills them evenly. */
export const partitionFor = (text: string, partitions: number): number =>
  Number.parseInt(fingerprint(text).slice(0, 8), 16) % partitions;

/** The names of all partitions of a spread list. */
export const spreads: readonly string[] = Array.from({ length: SPREAD }, (_, n) => `${n}`);

/**
 * The partition of an account, `0` to `15`: the XOR of all hexadecimal digits of its id. The partitions fill evenly as
 * long as one digit is random, whichever digits the issuer of the ids fixes.
 */
export function spreadOf(accountId: string): string {
  const digits = [...accountId.replaceAll('-', '')].map((digit) => Number.parseInt(digit, SPREAD));
  return `${digits.reduce((mixed, digit) => mixed ^ digit, 0)}`;
}
