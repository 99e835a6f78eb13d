import { accountIsOpen } from '../../../shared/identity/account.ts';
import { finalOutcome } from '../../../shared/table/final-outcome.ts';
import { type PageRequest, readPage } from '../../../shared/table/page.ts';
import type { FailedConditions, Reads, Table } from '../../../shared/table/table.ts';
import type { ConsentMoment } from '../../../shared/values/consents.ts';
import type { Presented } from '../../../shared/values/public-fields.ts';
import {
  holdsRole,
  type Membership,
  membership,
  membersOf,
  type StoredWorkspace,
  sharedReference,
} from '../../../shared/workspaces/items.ts';
import {
  ROLES_BESIDE_OWNER,
  type RoleBesideOwner,
  rolesIn,
  rolesWith,
} from '../../../shared/workspaces/roles.ts';
import { endedConsent, findConsent } from '../consents.ts';
import { changeMembership, ofReference } from '../workspaces/memberships.ts';
import {
  type Actor,
  lostRoleRefusal,
  type NoOfficer,
  officerOf,
  refusalWithout,
  roleIn,
} from '../workspaces/roles.ts';
import type { Member } from './contract.ts';

/** Officers list the members of a workspace, change their roles and remove them. */

/**
 * Reads one page of the current and former memberships of a workspace, without closed accounts. They are sorted by the time of first
 * joining, the latest first.
 */
export async function readMembers(table: Reads, workspaceId: string, page: PageRequest) {
  const range = { ...membersOf(workspaceId), descending: true };
  const { items, ...rest } = await readPage(table, range, page);
  const open = items.map(membership.parse).filter(({ accountClosed }) => !accountClosed);
  return { members: open.map(presentMember), ...rest };
}

function presentMember(found: Membership): Presented<typeof Member> {
  const { memberId, role, joinedAt, endedAt } = found;
  return { memberId, role, joinedAt, endedAt, reference: sharedReference(found) };
}

type MemberRefusal = NoOfficer | 'owner_stays' | 'member_not_found';

/**
 * Changes the role of a member for the owner. The owner's own role changes only when another owner is assigned.
 * @param member the membership that `findForOfficer` found.
 */
export async function setRole(
  table: Table,
  by: Actor,
  { workspaceKind }: StoredWorkspace,
  member: Membership | undefined,
  role: RoleBesideOwner,
): Promise<'set' | 'role_not_of_workspace' | MemberRefusal> {
  const refusal = refusalWithout('changesRoles', by.role);
  if (refusal) return refusal;
  if (!rolesIn(workspaceKind).includes(role)) return 'role_not_of_workspace';
  if (!member) return 'member_not_found';
  if (member.accountId === by.accountId) return 'owner_stays';
  const refused = await table.transact({
    officer: holdsRole(by, rolesWith('changesRoles')),
    account: accountIsOpen(member.accountId),
    membership: changeMembership(member, ROLES_BESIDE_OWNER, { role }),
  });
  return refused ? memberRefusal(refused) : 'set';
}

/**
 * Ends a membership for an officer who manages the member's role, and the member's consent to show the reference. Invitations that
 * were created before no longer admit the account.
 * @param member the membership that `findForOfficer` found.
 * @throws {TryAgain} if concurrent writes still win at the deadline.
 */
export async function remove(
  table: Table,
  by: Actor,
  member: Membership | undefined,
  moment: ConsentMoment,
): Promise<'removed' | MemberRefusal> {
  const officer = officerOf(by.role);
  if (officer.kind !== 'officer') return officer.kind;
  if (!member) return 'member_not_found';
  // HR admins cannot remove themselves; they leave the workspace instead.
  if (member.accountId === by.accountId) return by.role === 'owner' ? 'owner_stays' : 'not_workspace_officer';
  const { at } = moment;
  const find = () => findConsent(table, ofReference(member));
  return finalOutcome(await find(), find, async (consent) => {
    const refused = await table.transact({
      officer: holdsRole(by, officer.orAbove),
      account: accountIsOpen(member.accountId),
      membership: changeMembership(member, officer.over, { endedAt: at, removedAt: at }),
      consent: endedConsent(ofReference(member), consent, moment),
    });
    if (!refused) return 'removed';
    const isOnlyConsent = !refused.officer && !refused.account && !refused.membership;
    return isOnlyConsent ? undefined : memberRefusal(refused);
  });
}

function memberRefusal(refused: FailedConditions<'officer' | 'account' | 'membership'>): MemberRefusal {
  if (refused.officer) return lostRoleRefusal(refused.officer.item);
  // A closed account counts as unknown, as in the list of members.
  const role = refused.account ? undefined : roleIn(membership.parseIfAny(refused.membership?.item));
  if (role === undefined) return 'member_not_found';
  return role === 'owner' ? 'owner_stays' : 'not_workspace_officer';
}
