import type { Account, Api, Workplace } from './api.ts';
import type { SignIn } from './sign-in.ts';
import { tabsOf } from './tabs.ts';

/** One sign-in with what it may do. It ends with the sign-out, and with the lock. */
export interface Work {
  readonly signIn: SignIn;
  readonly api: Api;
  readonly account: Account;
  /** Reads the account again, which may have got a role. */
  readonly checkAgain: () => void;
  /** Ends the sign-in until the same person enters the password again. */
  readonly lock: () => void;
  readonly signOut: () => void;
}

export const workplacesOf = ({ workspaces }: Account): readonly Workplace[] =>
  workspaces.filter((workplace) => tabsOf(workplace).length > 0);

const CHOICE = 'sihat-desk-workplace';

/** The workplace that was chosen in this tab, or the only one. */
export function chosenWorkplace(account: Account): Workplace | undefined {
  const workplaces = workplacesOf(account);
  const chosen = sessionStorage.getItem(CHOICE);
  if (workplaces.length === 1) return workplaces[0];
  return workplaces.find(({ workspaceId }) => workspaceId === chosen);
}

export const rememberWorkplace = (workspaceId: string): void => sessionStorage.setItem(CHOICE, workspaceId);
export const forgetWorkplace = (): void => sessionStorage.removeItem(CHOICE);
