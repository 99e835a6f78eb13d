import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** Short codes that people type or compare: the beginning of the SHA-256 of an id. */

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
