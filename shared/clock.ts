import { createHash, randomBytes, randomUUID } from 'node:crypto';

/**
 * Time, ids, secrets and chance: all that a rule may not make up by itself. It comes in from outside, so that
 * a test can hold it still and a simulation can replay it.
 */
export interface Clock {
  /** The time of day, as every rule sees it. */
  readonly now: () => Date;
  /** Milliseconds of a monotonic clock: deadlines and durations. */
  readonly elapsed: () => number;
  readonly sleep: (milliseconds: number) => Promise<void>;
  /** A new UUID (v4), lower case. */
  readonly newId: () => string;
  /** 256 random bits, base64url (43 characters). */
  readonly newSecret: () => string;
  /** A number in [0, 1): jitter and the choice of a shard. */
  readonly chance: () => number;
}

export const systemClock: Clock = {
  now: () => new Date(),
  elapsed: () => performance.now(),
  sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  newId: () => randomUUID(),
  newSecret: () => randomBytes(32).toString('base64url'),
  chance: () => Math.random(),
};

/** Durations in milliseconds. */
export const seconds = (n: number): number => n * 1000;
export const minutes = (n: number): number => n * 60_000;
export const hours = (n: number): number => n * 3_600_000;
export const days = (n: number): number => n * 86_400_000;

export const later = (time: Date, milliseconds: number): Date => new Date(time.getTime() + milliseconds);

/** How a secret is stored: its SHA-256, in hexadecimal. A stored hash cannot be shown again as the secret. */
export const fingerprint = (secret: string): string => createHash('sha256').update(secret).digest('hex');
