import { FRESH_SESSION_MINUTES } from '../values/limits.ts';
import type { Contract } from './contract.ts';

/** Who may call an operation, as sentences with which the descriptions of operations end. */
export const CALLER_SENTENCES: Readonly<Record<Contract['caller'], string>> = {
  nobody: 'Needs no token.',
  optional: 'A token is optional. With one, the response also has what belongs to the caller.',
  account: 'For any signed-in account.',
  platform_admin: 'For platform administrators.',
};

export const FRESH_SESSION_SENTENCE = `Requires a sign-in with the password at most ${FRESH_SESSION_MINUTES} minutes ago.`;
