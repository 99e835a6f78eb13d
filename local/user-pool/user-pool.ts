import type { HandlerAnswer } from '../http/gateway.ts';
import type { Received } from '../http/requests.ts';
import { attemptLimits, lockouts } from './limits.ts';
import { type Mail, mailedCodes } from './mailed-codes.ts';
import { ownAccountOperations } from './own-account.ts';
import { passwordOperations } from './passwords.ts';
import { type PoolUser, peopleOf } from './people.ts';
import { cognitoProtocol } from './protocol.ts';
import { secondFactorOperations } from './second-factor.ts';
import { type IssueToken, sessions } from './sessions.ts';
import { signInOperations } from './sign-in.ts';
import { signUpOperations } from './sign-up.ts';

export interface UserPoolOptions {
  /** It begins with the region: `ap-southeast-5_AbCdEfGhI`. */
  readonly userPoolId: string;
  readonly clientId: string;
  readonly users: readonly PoolUser[];
  readonly issue: IssueToken;
  readonly now: () => Date;
  /** The time of authenticator apps, which nobody can move on a phone. By default the same as `now`. */
  readonly authenticatorNow?: () => Date;
}

/** A user pool in memory. It speaks the part of Cognito's protocol that apps need, with the settings of a stage. */
export interface UserPool {
  readonly answer: (request: Pick<Received, 'headers' | 'body'>) => Promise<HandlerAnswer>;
  /** The latest mails that a real user pool would have sent, the newest first. */
  readonly mails: () => readonly Mail[];
  /** The email address that a person has shown to be theirs. */
  readonly addressOf: (sub: string) => string | undefined;
  /** Deletes a person, as the erasure of an account does. The refresh tokens end, too. */
  readonly remove: (sub: string) => void;
}

export function userPool(options: UserPoolOptions): UserPool {
  const { userPoolId, clientId, users, issue, now, authenticatorNow = now } = options;
  const state = {
    poolName: userPoolId.split('_')[1] ?? '',
    people: peopleOf(users),
    codes: mailedCodes(now),
    countAttempt: attemptLimits(now),
    lockouts: lockouts(now),
    sessions: sessions(issue, now),
    now,
    authenticatorNow,
  };
  return {
    answer: cognitoProtocol(clientId, {
      ...signUpOperations(state),
      ...signInOperations(state),
      ...secondFactorOperations(state),
      ...passwordOperations(state),
      ...ownAccountOperations(state),
    }),
    mails: state.codes.mails,
    addressOf(sub) {
      const { mail, status = 'UNCONFIRMED' } = state.people.find(sub) ?? {};
      return status === 'UNCONFIRMED' ? undefined : mail;
    },
    remove(sub) {
      state.people.remove(sub);
      state.sessions.revokeAll(sub);
    },
  };
}
