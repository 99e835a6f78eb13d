import type { AccountId } from '../resources.ts';

/** Where people sign in: erasure ends their way in. */
export interface SignIns {
  /** Removes the sign-in of an account; one that is gone already is no error. */
  readonly remove: (accountId: AccountId) => Promise<void>;
}
