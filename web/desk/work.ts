import type { Account, Api, Workplace } from './api.ts';
import type { SignIn } from './sign-in.ts';
import { PLATFORM_TABS, tabsOf, type WorkspaceTab } from './tabs.ts';

/** One sign-in with what it may do. It ends with the sign-out, and with the lock. */
export interface Work {
  readonly signIn: SignIn;
  readonly api: Api;
  readonly account: Account;
  /** Reads the account again, which may have got a role. */
  readonly checkAgain: () => void;
  /** Ends the sign-in until the same person enters the password again. */
  readonly lock: () => void;
  /** The same, when the platform takes the sign-in no longer. */
  readonly signInEnded: () => void;
  readonly signOut: () => void;
}

/** What a page of a workspace gets. */
export interface ViewProps {
  readonly work: Work;
  readonly workplace: Workplace;
  readonly sound: boolean;
}

/** What a page of administrators gets. */
export interface PlatformViewProps {
  readonly work: Work;
  /** What the address names behind the tab, such as the code of an exhibition. */
  readonly at: string;
  /** Shows a number on the tab of what waits. */
  readonly tellWaiting: (count: number) => void;
}

/** Where a person works: in a workspace, as a verified practitioner, or as an administrator of the platform. */
export type Place =
  | {
      readonly kind: 'workspace';
      readonly id: string;
      readonly name: string;
      readonly tabs: readonly WorkspaceTab[];
      readonly workplace: Workplace;
    }
  | {
      readonly kind: 'clinic';
      readonly id: 'clinic';
      readonly name: string;
      readonly tabs: readonly ['clinic'];
      readonly practitioner: Practitioner;
    }
  | typeof PLATFORM;
const PLATFORM = { kind: 'platform', id: 'platform', tabs: PLATFORM_TABS } as const;
export type Practitioner = NonNullable<Account['verification']>;

export function placesOf({ platformAdmin, workspaces, verification }: Account): readonly Place[] {
  const ofWorkspaces = workspaces.map((workplace) => {
    const { workspaceId: id, name } = workplace;
    return { kind: 'workspace', id, name, tabs: tabsOf(workplace), workplace } as const;
  });
  const isVerified =
    verification?.verifiedSince !== undefined && Date.parse(verification.verificationValidUntil) > Date.now();
  const ofPractitioner = {
    kind: 'clinic',
    id: 'clinic',
    name: verification?.name ?? '',
    tabs: ['clinic'],
  } as const;
  return [
    ...(platformAdmin ? [PLATFORM] : []),
    ...(isVerified ? [{ ...ofPractitioner, practitioner: verification }] : []),
    ...ofWorkspaces.filter(({ tabs }) => tabs.length > 0),
  ];
}

const CHOICE = 'sihat-desk-workplace';

/** The place that was chosen in this tab, or the only one. */
export function chosenPlace(account: Account): Place | undefined {
  const places = placesOf(account);
  const chosen = sessionStorage.getItem(CHOICE);
  return places.length === 1 ? places[0] : places.find(({ id }) => id === chosen);
}

export const rememberPlace = (id: string): void => sessionStorage.setItem(CHOICE, id);
export const forgetPlace = (): void => sessionStorage.removeItem(CHOICE);
