import type * as z from 'zod/mini';
import { accountIsOpen } from '../../shared/items/account.ts';
import {
  holdsRole,
  inRole,
  type Membership,
  membership,
  type RoleBesideOwner,
  rolesBesideOwner,
  type StoredWorkspace,
  workspace,
  workspacesOfAccount,
} from '../../shared/items/workspace.ts';
import type { AccountId } from '../../shared/resources.ts';
import type { Part, Reads, Table } from '../../shared/table/client.ts';
import { partition, type StoredItem } from '../../shared/table/item.ts';
import { type OpenedPage, readPage } from '../../shared/table/page.ts';
import { type Actor, type NoOfficer, powerOf, roleIn, whyNotAnyMore } from './officers.ts';
import type { Member, OwnMembership } from './workspace-contract.ts';

/**
 * Between an account and a workspace there is one edge: joining again overwrites the one that has ended. The owner's
 * edge neither ends nor changes its role but by giving the workspace another owner.
 */

/** The part of a transaction that makes an account a member, unless it is one. */
export function joining(edge: Membership): Part {
  return {
    Put: {
      Item: membership.stored(edge),
      ConditionExpression: 'attribute_not_exists(pk) OR attribute_exists(endedAt)',
    },
  };
}

/** A page of a workspace's edges, latest first, without closed accounts. */
export async function listMembers(table: Reads, workspaceId: string, page: OpenedPage) {
  const range = {
    index: 'gsi1',
    pk: partition('WORKSPACE#MEMBERS#', workspaceId),
    descending: true,
  } as const;
  const { items, ...rest } = await readPage(table, range, page);
  const open = items.map(membership.parse).filter(({ accountClosed }) => !accountClosed);
  return { members: open.map(presentMember), ...rest };
}

function presentMember({ accountId, role, joinedAt, endedAt }: Membership): z.input<typeof Member> {
  return { accountId, role, joinedAt, endedAt };
}

type NotMoved = NoOfficer | 'owner_stays' | 'member_not_found';

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
  const { ExpressionAttributeValues, ...condition } = inRole(power.over);
  const refused = await table.transact({
    officer: holdsRole(by, power.orAbove),
    account: accountIsOpen(accountId),
    edge: {
      Update: {
        Key: membership.key({ accountId, workspaceId: by.workspaceId }),
        UpdateExpression: 'SET #role = :role',
        ...condition,
        ExpressionAttributeValues: { ...ExpressionAttributeValues, ':role': role },
      },
    },
  });
  return refused ? whyNotMoved(refused) : 'set';
}

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
    edge: ending({ accountId, workspaceId: by.workspaceId }, power.over, at),
  });
  return refused ? whyNotMoved(refused) : 'removed';
}

export async function leave(
  table: Table,
  edge: { readonly accountId: AccountId; readonly workspaceId: string },
  at: Date,
): Promise<'left' | 'workspace_not_found' | 'owner_stays'> {
  const refused = await table.transact({ edge: ending(edge, ['hr_admin', 'member', 'staff'], at) });
  if (!refused) return 'left';
  return roleIn(membership.parseIfAny(refused.edge?.item)) ? 'owner_stays' : 'workspace_not_found';
}

/** The workspaces that an account is in: those that it was invited into, so never many. */
export async function listOwn(table: Reads, accountId: AccountId): Promise<z.input<typeof OwnMembership>[]> {
  const items = await table.query({ pk: workspacesOfAccount(accountId), from: 'MEMBER#', to: 'MEMBER$' });
  const edges = items.map(membership.parse).filter(({ endedAt }) => endedAt === undefined);
  const keys = edges.map(({ workspaceId: id }) => workspace.key({ id }));
  const found = new Map((await table.getAll(keys)).map(workspace.parse).map((one) => [one.id, one]));
  return edges.flatMap((edge) => {
    const one = found.get(edge.workspaceId);
    return one ? [presentOwn(edge, one)] : [];
  });
}

export function presentOwn(
  { workspaceId, role, joinedAt }: Membership,
  { name, workspaceKind }: StoredWorkspace,
): z.input<typeof OwnMembership> {
  return { workspaceId, name, workspaceKind, role, joinedAt };
}

function ending(
  edge: Parameters<typeof membership.key>[0],
  roles: readonly RoleBesideOwner[],
  at: Date,
): Part {
  const { ExpressionAttributeValues, ...condition } = inRole(roles);
  return {
    Update: {
      Key: membership.key(edge),
      UpdateExpression: 'SET endedAt = :now',
      ...condition,
      ExpressionAttributeValues: { ...ExpressionAttributeValues, ':now': at.toISOString() },
    },
  };
}

function whyNotMoved(
  refused: Partial<Record<'officer' | 'account' | 'edge', { readonly item?: StoredItem }>>,
): NotMoved {
  if (refused.officer) return whyNotAnyMore(refused.officer.item);
  // A closed account is in no list of members either.
  const role = refused.account ? undefined : roleIn(membership.parseIfAny(refused.edge?.item));
  if (role === undefined) return 'member_not_found';
  return role === 'owner' ? 'owner_stays' : 'not_workspace_officer';
}
