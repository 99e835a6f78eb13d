import type { attemptLimits, lockouts } from './limits.ts';
import type { mailedCodes } from './mailed-codes.ts';
import type { People } from './people.ts';
import type { sessions } from './sessions.ts';

/** What the operations of a user pool share. */
export interface PoolState {
  /** The id of the pool without its region. */
  readonly poolName: string;
  readonly people: People;
  readonly codes: ReturnType<typeof mailedCodes>;
  readonly countAttempt: ReturnType<typeof attemptLimits>;
  readonly lockouts: ReturnType<typeof lockouts>;
  readonly sessions: ReturnType<typeof sessions>;
  readonly now: () => Date;
  /** The time of authenticator apps. */
  readonly authenticatorNow: () => Date;
}
