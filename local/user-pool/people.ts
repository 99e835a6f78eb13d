import { MIN_PASSWORD_LENGTH, PASSWORD_HISTORY } from '../../shared/values/limits.ts';
import { CognitoError, mailIsTaken } from './cognito-error.ts';

/** The people of a user pool. They exist only in memory. */

/** Somebody who is in the pool from its start, with a confirmed email address. */
export interface PoolUser {
  readonly mail: string;
  readonly sub: string;
  readonly password: string;
  /** The shared secret of the second factor, if the person has one. */
  readonly secret?: Buffer;
  /** The password is a temporary one, which the first sign-in replaces. */
  readonly mustChangePassword?: true;
}

export interface Person {
  readonly sub: string;
  mail: string;
  /** A new address, until its code is entered. */
  newMail: string | undefined;
  status: 'UNCONFIRMED' | 'CONFIRMED' | 'FORCE_CHANGE_PASSWORD';
  /** The password, followed by earlier ones, the latest first. */
  passwords: readonly string[];
  secondFactor: SecondFactor;
}

interface SecondFactor {
  /** The secret whose first code was entered. */
  secret: Buffer | undefined;
  /** A secret of which no code was entered so far. */
  newSecret: Buffer | undefined;
  /** Sign-ins ask for a code. */
  isEnabled: boolean;
  /** The latest step of 30 seconds whose code was used. A code is valid once. */
  usedStep: number;
}

export type People = ReturnType<typeof peopleOf>;

/** A directory that finds people by their `sub` or their email address, in any case. */
export function peopleOf(users: readonly PoolUser[]) {
  const people = new Map<string, Person>();

  function find(username: string): Person | undefined {
    const wanted = username.toLowerCase();
    return people.get(wanted) ?? [...people.values()].find(({ mail }) => mail.toLowerCase() === wanted);
  }

  function add({ mail, sub, password, secret }: PoolUser, status: Person['status']): Person {
    const secondFactor = { secret, newSecret: undefined, isEnabled: secret !== undefined, usedStep: 0 };
    const person: Person = { sub, mail, newMail: undefined, status, passwords: [password], secondFactor };
    people.set(sub, person);
    return person;
  }

  for (const user of users) add(user, user.mustChangePassword ? 'FORCE_CHANGE_PASSWORD' : 'CONFIRMED');
  return {
    find,
    /** Adds a person whose email address is not confirmed. @throws {CognitoError} if the address is in use */
    signUp(user: PoolUser): Person {
      if (find(user.mail)) throw mailIsTaken('UsernameExistsException');
      assertPassword(user.password);
      return add(user, 'UNCONFIRMED');
    },
    remove: (sub: string) => void people.delete(sub),
  };
}

/** https://docs.aws.amazon.com/cognito/latest/developerguide/managing-users-passwords.html */
const SYMBOLS = /[\^$*.[\]{}()?\-"!@#%&/\\,><':;|_~`+= ]/;

const RULES: readonly [isMet: (password: string) => boolean, message: string][] = [
  [(password) => password.length >= MIN_PASSWORD_LENGTH, 'Password not long enough'],
  [(password) => /[a-z]/.test(password), 'Password must have lowercase characters'],
  [(password) => /[A-Z]/.test(password), 'Password must have uppercase characters'],
  [(password) => /\d/.test(password), 'Password must have numeric characters'],
  [(password) => SYMBOLS.test(password), 'Password must have symbol characters'],
  [(password) => password.trim() === password, 'Password must not begin or end with a space'],
];

/** @throws {CognitoError} InvalidPasswordException, naming the first rule that the password breaks */
function assertPassword(password: string): void {
  const [, broken] = RULES.find(([isMet]) => !isMet(password)) ?? [];
  if (broken)
    throw new CognitoError('InvalidPasswordException', `Password did not conform with policy: ${broken}`);
}

/** Gives a person another password. @throws {CognitoError} if the password breaks a rule or is among the latest ones */
export function setPassword(person: Person, password: string): void {
  assertPassword(password);
  if (person.passwords.slice(0, PASSWORD_HISTORY).includes(password))
    throw new CognitoError('PasswordHistoryPolicyViolationException', 'Password has previously been used');
  person.passwords = [password, ...person.passwords].slice(0, PASSWORD_HISTORY);
}
