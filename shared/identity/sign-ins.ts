import type { AccountId } from '../values/resources.ts';

/** The service that people sign in with. Erasure removes an account's sign-in there. */
export interface SignIns {
  /** Removes the sign-in of an account. A missing sign-in is not an error. */
  readonly remove: (accountId: AccountId) => Promise<void>;
}
