import { createHmac } from 'node:crypto';

/** The codes of authenticator apps: RFC 6238 with six digits, SHA-1 and steps of 30 seconds, as Cognito uses it. */

export const STEP_SECONDS = 30;

/** The code of the step that contains a time. @param second seconds since 1970 */
export function totp(secret: Buffer, second: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(second / STEP_SECONDS)));
  const digest = createHmac('sha1', secret).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 0xf;
  return String((digest.readUInt32BE(offset) & 0x7fff_ffff) % 1_000_000).padStart(6, '0');
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The form in which people type a secret into an authenticator app. https://www.rfc-editor.org/rfc/rfc4648#section-6 */
export function base32(secret: Buffer): string {
  const bits = [...secret].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((group) => ALPHABET[Number.parseInt(group.padEnd(5, '0'), 2)]).join('');
}
