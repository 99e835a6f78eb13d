import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** The content of the platform's QR codes, the same for every app. */

export type ScannedCode =
  /** A practitioner exchanges it for an access request. */
  | { readonly kind: 'clinical_token'; readonly token: string }
  /** The staff of a merchant look the claim up, and redeem it. */
  | { readonly kind: 'claim'; readonly claimId: string }
  /** A visitor joins the exhibition. */
  | { readonly kind: 'exhibition'; readonly code: string }
  /** The invited person accepts it. */
  | { readonly kind: 'invitation'; readonly token: string }
  /** An administrator verifies the practitioner who shows it. */
  | { readonly kind: 'account'; readonly accountId: string };

const CLAIM = 'SIHAT:CLAIM:';
const ACCOUNT = 'SIHAT:ACCOUNT:';
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** 256 random bits in base64url. */
const SECRET = /^[\w-]{43}$/;
const JOIN_CODE = /^[a-z0-9-]{1,64}$/;

/** The content of a claim's code. Capitals make the code smaller, because QR codes have a mode for them. */
export const claimCode = (claimId: string): string => CLAIM + claimId.toUpperCase();

/** The content of the code of an account, which a practitioner shows to the administrator who verifies them, and to nobody else. */
export const accountCode = (accountId: string): string => ACCOUNT + accountId.toUpperCase();

/**
 * The code of a claim for typing, which apps show under its QR code: the beginning of the SHA-256 of its id. Devices without
 * `crypto.subtle`, such as React Native, need it too.
 */
export const typedCode = (claimId: string): string => hashOf(claimId, 8);

/** The first hexadecimal digits of the SHA-256 of an id. */
const hashOf = (id: string, digits: number): string =>
  bytesToHex(sha256(utf8ToBytes(id.toLowerCase()))).slice(0, digits);

/** 32 characters that people do not mistake for each other. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/**
 * The mark of an access request, which the patient and the practitioner compare: the first 40 bits of the SHA-256 of its id, five bits a
 * character. Show the first four characters large, and the next four small.
 */
export const accessMark = (accessRequestId: string): string =>
  Number.parseInt(hashOf(accessRequestId, 10), 16)
    .toString(32)
    .padStart(8, '0')
    .replace(/./g, (digit) => ALPHABET.charAt(Number.parseInt(digit, 32)));

/** The address in an invitation. The token is in the fragment, which browsers do not send to a server. */
export const invitationAddress = (origin: string, token: string): string => `${origin}/invitation#${token}`;

/**
 * Reads a scanned code. An app ignores the kinds that it has no use for, with a message that names the kind.
 * @returns `undefined` for a code that is not of the platform.
 */
export function readCode(text: string): ScannedCode | undefined {
  const trimmed = text.trim();
  if (SECRET.test(trimmed)) return { kind: 'clinical_token', token: trimmed };
  const claimId = idAfter(CLAIM, trimmed);
  if (claimId !== undefined) return { kind: 'claim', claimId };
  const accountId = idAfter(ACCOUNT, trimmed);
  if (accountId !== undefined) return { kind: 'account', accountId };
  const [, path = '', fragment = ''] =
    /^https?:\/\/[^/?#]+(\/[^?#]*)(?:\?[^#]*)?(?:#(.*))?$/i.exec(trimmed) ?? [];
  // As the pages do, this takes an address in capitals, and with a slash at its end.
  const [name, last = ''] = path.toLowerCase().replace(/\/$/, '').split('/').slice(-2);
  if (name === 'join' && JOIN_CODE.test(last)) return { kind: 'exhibition', code: last };
  if (last === 'invitation' && SECRET.test(fragment)) return { kind: 'invitation', token: fragment };
  return undefined;
}

function idAfter(prefix: string, text: string): string | undefined {
  if (!text.toUpperCase().startsWith(prefix)) return undefined;
  const id = text.slice(prefix.length).toLowerCase();
  return UUID.test(id) ? id : undefined;
}
