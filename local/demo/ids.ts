import { fingerprint, timeOrderedId } from '../../shared/values/clock.ts';
import { AccountId } from '../../shared/values/resources.ts';

/** Ids that are the same at every start, so that documented curl commands keep working. */
const PREFIXES = {
  persona: 'a0000000',
  participant: 'a1000000',
  employee: 'a2000000',
  club: 'b0000000',
  campaign: 'c0000000',
  claim: 'c1000000',
  redemption: 'c2000000',
  workspace: 'd0000000',
  invitation: 'd1000000',
  certificate: 'd2000000',
  event: 'e0000000',
  challenge: 'e1000000',
  entry: 'e2000000',
  flow: 'f0000000',
  accessRequest: 'f1000000',
  deletion: 'f2000000',
  practitioner: 'f3000000',
} as const;

export function fixedId(of: keyof typeof PREFIXES, n: number): string {
  return `${PREFIXES[of]}-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;
}

export function fixedAccount(of: 'persona' | 'participant' | 'employee', n: number): AccountId {
  return AccountId.parse(fixedId(of, n));
}

/** The time of a membership in a workspace or a club, and its id, which does not reveal the account. */
export function joinedAs(accountId: AccountId, place: string, joinedAt: string) {
  return { memberId: timeOrderedId(new Date(joinedAt), hashedId(`${accountId} in ${place}`)), joinedAt };
}

/** The id of the ownership of a club. */
export const ownershipOf = (clubId: string): string => hashedId(`owner of ${clubId}`);

function hashedId(of: string): string {
  const digits = fingerprint(of);
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(12, 15)}-8${digits.slice(15, 18)}-${digits.slice(18, 30)}`;
}
