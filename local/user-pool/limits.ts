import { hours, later, minutes, seconds } from '../../shared/values/clock.ts';
import { CognitoError, notAuthorized } from './cognito-error.ts';

/**
 * Cognito's limits for one user, with the lowest number where Cognito chooses by risk.
 * https://docs.aws.amazon.com/cognito/latest/developerguide/quotas.html
 */
const ATTEMPTS_AN_HOUR = {
  ForgotPassword: 5,
  ConfirmForgotPassword: 5,
  ResendConfirmationCode: 5,
  ConfirmSignUp: 15,
  ChangePassword: 5,
  GetUserAttributeVerificationCode: 5,
  VerifyUserAttribute: 15,
} as const;
export type LimitedOperation = keyof typeof ATTEMPTS_AN_HOUR;

/** The time for which a mailed code is valid, by its purpose. */
export const CODE_VALIDITY = { signUp: hours(24), newMail: hours(24), password: hours(1) } as const;

/** The time for which a challenge can be answered. */
export const CHALLENGE_VALIDITY = minutes(3);

/** Counts attempts, and throws `LimitExceededException` above the limit of an hour. */
export function attemptLimits(now: () => Date) {
  const times = new Map<string, readonly Date[]>();
  return (operation: LimitedOperation, sub: string): void => {
    const key = `${operation} ${sub}`;
    const anHourAgo = later(now(), -hours(1));
    const recent = (times.get(key) ?? []).filter((time) => time > anHourAgo);
    if (recent.length >= ATTEMPTS_AN_HOUR[operation])
      throw new CognitoError('LimitExceededException', 'Attempt limit exceeded, please try after some time.');
    times.set(key, [...recent, now()]);
  };
}

/** The first lockout comes with this failure in a row. */
const FAILURES_BEFORE_LOCKOUT = 5;
const LONGEST_LOCKOUT = minutes(15);

/**
 * Locks a user out after wrong passwords: for a second after the fifth, and twice as long after each further one, up to 15
 * minutes. 15 minutes without an attempt begin again.
 * https://docs.aws.amazon.com/cognito/latest/developerguide/authentication-flow-things-to-know.html
 */
export function lockouts(now: () => Date) {
  const failed = new Map<string, { readonly count: number; readonly until: Date; readonly at: Date }>();
  return {
    /** @throws {CognitoError} during a lockout */
    assertNone(sub: string): void {
      const { until } = failed.get(sub) ?? {};
      if (until && now() < until) throw notAuthorized('Password attempts exceeded');
    },
    fail(sub: string): void {
      const earlier = failed.get(sub);
      const isRecent = earlier !== undefined && now() < later(earlier.at, LONGEST_LOCKOUT);
      const count = (isRecent ? earlier.count : 0) + 1;
      const lasts = count < FAILURES_BEFORE_LOCKOUT ? 0 : seconds(2 ** (count - FAILURES_BEFORE_LOCKOUT));
      failed.set(sub, { count, until: later(now(), Math.min(lasts, LONGEST_LOCKOUT)), at: now() });
    },
    reset: (sub: string) => void failed.delete(sub),
  };
}
