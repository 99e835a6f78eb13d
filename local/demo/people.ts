import { accountStanding } from '../../shared/identity/account.ts';
import type { StoredItem } from '../../shared/table/item.ts';
import type { Reads } from '../../shared/table/table.ts';
import { days } from '../../shared/values/clock.ts';
import type { AccountId } from '../../shared/values/resources.ts';
import { fixedAccount, fixedId } from './ids.ts';
import type { Times } from './times.ts';

/** A demo account for which the platform issues tokens. */
export interface Persona {
  readonly name: PersonaName;
  readonly accountId: AccountId;
  readonly description: string;
  /** The email address and the password with which the persona signs in at the user pool. */
  readonly mail: string;
  readonly password: string;
  readonly workspaceId?: string;
}

export const PERSONA_NAMES = [
  'patient',
  'practitioner',
  'lapsed-practitioner',
  'platform-admin',
  'hr-admin',
  'merchant-staff',
  'club-owner',
  'walker',
  'merchant-owner',
] as const;
export type PersonaName = (typeof PERSONA_NAMES)[number];

export const CORPORATE_WORKSPACE = fixedId('workspace', 1);
export const MERCHANT_WORKSPACE = fixedId('workspace', 2);

const accounts = Object.fromEntries(
  PERSONA_NAMES.map((name, n) => [name, fixedAccount('persona', n + 1)]),
) as Readonly<Record<PersonaName, AccountId>>;

export const accountOf = (name: PersonaName): AccountId => accounts[name];

const DESCRIPTIONS: Readonly<Record<PersonaName, string>> = {
  patient: 'Nurul Izzah binti Hamdan, a teacher in Shah Alam: issues QR tokens, reserves rewards',
  practitioner: 'Dr Lim Wei Han, a family physician whose verification holds for a year',
  'lapsed-practitioner': 'Dr Ganesan a/l Muthu, whose verification ended a month ago',
  'platform-admin':
    'Farah binti Osman, who runs the platform: onboarding drafts, workspaces and their analytics',
  'hr-admin':
    'Tan Mei Ling, who looks after the people of Teknologi Maju Sdn Bhd: invitations, certificates and their totals',
  'merchant-staff': 'Kavitha a/p Subramaniam, at the counter of Pasar Segar Sdn Bhd',
  'club-owner': 'Amirul bin Zakaria, who owns a public and a private club',
  walker: 'Chong Jia Hui, who walks in the challenge of the KL Wellness Expo and is shown on its display',
  'merchant-owner':
    'Rosnah binti Jaafar, who owns Pasar Segar Sdn Bhd: its counter, staff, campaigns and report',
};

const WORKSPACES: Partial<Record<PersonaName, string>> = {
  'hr-admin': CORPORATE_WORKSPACE,
  'merchant-staff': MERCHANT_WORKSPACE,
  'merchant-owner': MERCHANT_WORKSPACE,
};

/** The password of all demo people. */
const PASSWORD = 'Sihat-2026-demo';

export const personas: readonly Persona[] = PERSONA_NAMES.map((name) => {
  const workspaceId = WORKSPACES[name];
  return {
    name,
    accountId: accountOf(name),
    description: DESCRIPTIONS[name],
    mail: `${name}@sihat.example`,
    password: PASSWORD,
    ...(workspaceId && { workspaceId }),
  };
});

/** Returns the personas whose account was erased, for a table with the data of an earlier start. */
export async function erasedPersonas(reads: Reads): Promise<Set<string>> {
  const standings = await reads.getAll(personas.map(accountStanding.key));
  const erased = standings.map(accountStanding.parse).filter(({ erasedAt }) => erasedAt !== undefined);
  return new Set(erased.map(({ accountId }) => accountId));
}

/** A closed account whose deletion is pending. */
export const LEAVER = fixedAccount('employee', 999);

/** The notice under which the demo people consented. */
export const NOTICE_VERSION = '2026-01-01';

/** The secret of a laptop, from which the tokens of all its invitations follow. */
export const INVITATION_SECRET = 'the secret of the invitations on a laptop';

/** Only closed accounts and accounts with a platform role have an item. */
export function people({ ago }: Times): StoredItem[] {
  return [
    accountStanding.stored({ accountId: LEAVER, closedAt: ago(days(9)) }),
    accountStanding.stored({
      accountId: accountOf('platform-admin'),
      platformAdmin: true,
      platformAdminSince: ago(days(300)),
    }),
  ];
}
