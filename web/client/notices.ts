import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import type { components } from './api.generated.ts';

export type Notice = components['schemas']['Notice'];

/** Takes the notices that an app gets, and ends the waiting for what they tell. */
export interface NoticeFeed {
  /** Passes a notice on, as `listNotices` shows it. */
  readonly pass: (notice: Pick<Notice, 'kind' | 'about'>) => void;
  /** @returns what ends the listening */
  readonly listen: (listener: (notice: Parameters<NoticeFeed['pass']>[0]) => void) => () => void;
}

/** Makes a feed. An app has one, and gives it to everything that waits. */
export function noticeFeed(): NoticeFeed {
  const listeners = new Set<Parameters<NoticeFeed['listen']>[0]>();
  return {
    pass: (notice) => {
      for (const listener of [...listeners]) listener(notice);
    },
    listen: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** 32 characters that people do not mistake for each other. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const MARK_CHARACTERS = 8;
const BITS = 5;

/**
 * The mark of an access request, which the patient and the practitioner compare: the first 40 bits of the SHA-256 of its id, five bits a
 * character. Show the first four characters large, and the next four small.
 */
export function accessMark(accessRequestId: string): string {
  const hash = sha256(utf8ToBytes(accessRequestId.toLowerCase()));
  const bits = Array.from(hash.slice(0, (MARK_CHARACTERS * BITS) / 8), (byte) =>
    byte.toString(2).padStart(8, '0'),
  ).join('');
  return Array.from({ length: MARK_CHARACTERS }, (_, n) =>
    ALPHABET.charAt(Number.parseInt(bits.slice(n * BITS, (n + 1) * BITS), 2)),
  ).join('');
}
