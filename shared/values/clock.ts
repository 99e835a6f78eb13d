import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { TYPED_CODE_DIGITS } from './limits.ts';

/**
 * The source of time, ids, secrets and chance. It is an argument everywhere, so that a test can control it and a simulation
 * can replay it.
 */
export interface Clock {
  /** The current time, which all rules use. */
  readonly now: () => Date;
  /** The milliseconds of a monotonic clock, for deadlines and durations. */
  readonly elapsed: () => number;
  readonly sleep: (milliseconds: number) => Promise<void>;
  /** A new UUID (v4), lower case. */
  readonly newId: () => string;
  /** 256 random bits, base64url (43 characters). */
  readonly newSecret: () => string;
  /** A number in [0, 1), for jitter and the choice of a shard. */
  readonly chance: () => number;
}

export const systemClock: Clock = {
  now: () => new Date(),
  // The first use of `performance` would load a module, which takes 1 ms of a cold start.
  elapsed: () => Number(process.hrtime.bigint()) / 1e6,
  sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  newId: () => randomUUID(),
  newSecret: () => randomBytes(32).toString('base64url'),
  chance: () => Math.random(),
};

/** A duration in milliseconds. `minutes`, `hours` and `days` return milliseconds, too. */
export const seconds = (n: number): number => n * 1000;
export const minutes = (n: number): number => n * 60_000;
export const hours = (n: number): number => n * 3_600_000;
export const days = (n: number): number => n * 86_400_000;

/**
 * A time-ordered UUID (version 7): its first 48 bits are the milliseconds since 1970, so that it sorts by time.
 * https://www.rfc-editor.org/rfc/rfc9562#section-5.7
 * @param random a new UUID, which provides the other bits.
 */
export function timeOrderedId(at: Date, random: string): string {
  const time = at.getTime().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(15)}`;
}

/** @param milliseconds also negative, for an earlier time. */
export const later = (time: Date, milliseconds: number): Date => new Date(time.getTime() + milliseconds);

/** The form in which a secret is stored: its SHA-256 in hexadecimal. The secret cannot be recovered from it. */
export const fingerprint = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** A UUID whose digits are a hash of these words. */
export const idFrom = (words: readonly string[]): string =>
  fingerprint(JSON.stringify(words)).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5');

/**
 * What people type or compare instead of an id: the first eight hexadecimal digits of its SHA-256. The id itself may be a
 * time-ordered UUID, whose beginning a whole hall shares.
 */
export const typedCode = (id: string): string => fingerprint(id).slice(0, TYPED_CODE_DIGITS);
