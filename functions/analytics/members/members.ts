import { accountIsOpen } from '../../../shared/identity/account.ts';
import { type PageRequest, readPage } from '../../../shared/table/page.ts';
import type { FailedConditions, Reads, Table } from '../../../shared/table/table.ts';
import type { Presented } from '../../../shared/values/public-fields.ts';
import type { AccountId } from '../../../shared/values/resources.ts';
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
import { changeMembership } from '../workspaces/memberships.ts';
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

/** Reads one page of the current and former memberships of a workspace, latest first, without closed accounts. */
export async function readMembers(table: Reads, workspaceId: string, page: PageRequest) {
  const range = { ...membersOf(workspaceId), descending: true };
  const { items, ...rest } = await readPage(table, range, page);
  const open = items.map(membership.parse).filter(({ accountClosed }) => !accountClosed);
  return { members: open.map(presentMember), ...rest };
}

function presentMember(found: Membership): Presented<typeof Member> {
  const { accountId, role, joinedAt, endedAt } = found;
  return { accountId, role, joinedAt, endedAt, reference: sharedReference(found) };
}

type MemberRefusal = NoOfficer | 'owner_stays' | 'member_not_found';

/** Changes the role of a member for the owner. The owner's own role changes only when another owner is assigned. */
export async function setRole(
  table: Table,
  by: Actor,
  { workspaceKind }: StoredWorkspace,
  { accountId, role }: { readonly accountId: AccountId; readonly role: RoleBesideOwner },
): Promise<'set' | 'role_not_of_workspace' | MemberRefusal> {
  const refusal = refusalWithout('changesRoles', by.role);
  if (refusal) return refusal;
  if (!rolesIn(workspaceKind).includes(role)) return 'role_not_of_workspace';
  if (accountId === by.accountId) return 'owner_stays';
  const refused = await table.transact({
    officer: holdsRole(by, rolesWith('changesRoles')),
    account: accountIsOpen(accountId),
    membership: changeMembership({ accountId, workspaceId: by.workspaceId }, ROLES_BESIDE_OWNER, { role }),
  });
  return refused ? memberRefusal(refused) : 'set';
}

/** Ends a membership for an officer who manages the member's role. */
export async function remove(
  table: Table,
  by: Actor,
  accountId: AccountId,
  at: Date,
): Promise<'removed' | MemberRefusal> {
  const officer = officerOf(by.role);
  if (officer.kind !== 'officer') return officer.kind;
  // HR admins cannot remove themselves; they leave the workspace instead.
  if (accountId === by.accountId) return by.role === 'owner' ? 'owner_stays' : 'not_workspace_officer';
  const refused = await table.transact({
    officer: holdsRole(by, officer.orAbove),
    account: accountIsOpen(accountId),
    membership: changeMembership({ accountId, workspaceId: by.workspaceId }, officer.over, {
      endedAt: at.toISOString(),
    }),
  });
  return refused ? memberRefusal(refused) : 'removed';
}

function memberRefusal(refused: FailedConditions<'officer' | 'account' | 'membership'>): MemberRefusal {
  if (refused.officer) return lostRoleRefusal(refused.officer.item);
  // A closed account counts as unknown, as in the list of members.
  const role = refused.account ? undefined : roleIn(membership.parseIfAny(refused.membership?.item));
  if (role === undefined) return 'member_not_found';
  return role === 'owner' ? 'owner_stays' : 'not_workspace_officer';
}
