import type * as z from 'zod/mini';
import { accountIsOpen } from '../../../shared/items/account.ts';
import {
  holdsRole,
  type Membership,
  membership,
  membersOf,
  type RoleBesideOwner,
  rolesBesideOwner,
  type StoredWorkspace,
} from '../../../shared/items/workspace.ts';
import type { AccountId } from '../../../shared/resources.ts';
import { type OpenedPage, readPage } from '../../../shared/table/page.ts';
import type { FailedConditions, Reads, Table } from '../../../shared/table/table.ts';
import type { Member } from './members-contract.ts';
import { changing } from './memberships.ts';
import { type Actor, type NoOfficer, powerOf, roleIn, whyNotAnyMore } from './roles.ts';

/** The members of a workspace, as its officers see and change them. */

/** A page of a workspace's memberships, latest first, without closed accounts. */
export async function listMembers(table: Reads, workspaceId: string, page: OpenedPage) {
  const range = { ...membersOf(workspaceId), descending: true };
  const { items, ...rest } = await readPage(table, range, page);
  const open = items.map(membership.parse).filter(({ accountClosed }) => !accountClosed);
  return { members: open.map(presentMember), ...rest };
}

function presentMember({ accountId, role, joinedAt, endedAt }: Membership): z.input<typeof Member> {
  return { accountId, role, joinedAt, endedAt };
}

type NotMoved = NoOfficer | 'owner_stays' | 'member_not_found';

/** Gives a member another role, for the owner. The owner's own role changes with the ownership alone. */
export async function setRole(
  table: Table,
  by: Actor,
  { workspaceKind }: StoredWorkspace,
  { accountId, role }: { readonly accountId: AccountId; readonly role: RoleBesideOwner },
): Promise<'set' | 'role_not_of_workspace' | NotMoved> {
  const power = powerOf(by.role);
  if (power.kind !== 'officer') return power.kind;
  if (by.role !== 'owner') return 'not_workspace_officer';
  if (!rolesBesideOwner[workspaceKind].includes(role)) return 'role_not_of_workspace';
  if (accountId === by.accountId) return 'owner_stays';
  const refused = await table.transact({
    officer: holdsRole(by, power.orAbove),
    account: accountIsOpen(accountId),
    membership: changing({ accountId, workspaceId: by.workspaceId }, power.over, { role }),
  });
  return refused ? whyNotMoved(refused) : 'set';
}

/** Ends a membership, for the owner or an HR admin who decides on the member's role. */
export async function remove(
  table: Table,
  by: Actor,
  accountId: AccountId,
  at: Date,
): Promise<'removed' | NotMoved> {
  const power = powerOf(by.role);
  if (power.kind !== 'officer') return power.kind;
  // An HR admin who wants to go leaves by themselves.
  if (accountId === by.accountId) return by.role === 'owner' ? 'owner_stays' : 'not_workspace_officer';
  const refused = await table.transact({
    officer: holdsRole(by, power.orAbove),
    account: accountIsOpen(accountId),
    membership: changing({ accountId, workspaceId: by.workspaceId }, power.over, {
      endedAt: at.toISOString(),
    }),
  });
  return refused ? whyNotMoved(refused) : 'removed';
}

function whyNotMoved(refused: FailedConditions<'officer' | 'account' | 'membership'>): NotMoved {
  if (refused.officer) return whyNotAnyMore(refused.officer.item);
  // A closed account is in no list of members either.
  const role = refused.account ? undefined : roleIn(membership.parseIfAny(refused.membership?.item));
  if (role === undefined) return 'member_not_found';
  return role === 'owner' ? 'owner_stays' : 'not_workspace_officer';
}
