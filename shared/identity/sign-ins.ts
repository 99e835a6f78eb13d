import type { AccountId } from '../resources.ts';

/** The service that people sign in with. Erasure removes an account's sign-in there. */
export interface SignIns {
  /** Removes the sign-in of an account; one that is gone already is no error. */
  readonly remove: (accountId: AccountId) => Promise<void>;
}
