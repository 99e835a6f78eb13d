import type * as z from 'zod/mini';
import {
  inRole,
  type Membership,
  membership,
  membershipsOf,
  type Role,
  type StoredWorkspace,
  workspace,
} from '../../../shared/items/workspace.ts';
import type { AccountId } from '../../../shared/resources.ts';
import type { Part, Reads, Table } from '../../../shared/table/table.ts';
import { assigning } from '../../../shared/table/update.ts';
import type { OwnMembership } from './members-contract.ts';
import { roleIn } from './roles.ts';

/**
 * An account has one membership of a workspace: joining again overwrites the one that has ended. The owner's membership
 * neither ends nor changes its role except when the workspace gets another owner.
 */
type MembershipKey = Parameters<typeof membership.key>[0];

/** The part of a transaction that makes an account a member, unless it is one. */
export function joining(member: Membership): Part {
  return {
    Put: {
      Item: membership.stored(member),
      ConditionExpression: 'attribute_not_exists(pk) OR attribute_exists(endedAt)',
    },
  };
}

/** The part of a transaction that changes a membership, unless it has ended or has another role than one of these. */
export function changing(
  key: MembershipKey,
  roles: readonly Role[],
  changes: Pick<Membership, 'role'> | Required<Pick<Membership, 'endedAt'>>,
): Part {
  return { Update: { Key: membership.key(key), ...assigning(changes, inRole(roles)) } };
}

/** Ends a membership for its own member. The owner stays. */
export async function leave(
  table: Table,
  key: MembershipKey,
  at: Date,
): Promise<'left' | 'workspace_not_found' | 'owner_stays'> {
  const refused = await table.transact({
    membership: changing(key, ['hr_admin', 'member', 'staff'], { endedAt: at.toISOString() }),
  });
  if (!refused) return 'left';
  return roleIn(membership.parseIfAny(refused.membership?.item)) ? 'owner_stays' : 'workspace_not_found';
}

/** The workspaces that an account is in: those that it was invited into, so never many. */
export async function listOwn(table: Reads, accountId: AccountId): Promise<z.input<typeof OwnMembership>[]> {
  const items = await table.query(membershipsOf(accountId));
  const own = items.map(membership.parse).filter(({ endedAt }) => endedAt === undefined);
  const keys = own.map(({ workspaceId: id }) => workspace.key({ id }));
  const found = new Map((await table.getAll(keys)).map(workspace.parse).map((one) => [one.id, one]));
  return own.flatMap((one) => {
    const workspaceOf = found.get(one.workspaceId);
    return workspaceOf ? [presentOwn(one, workspaceOf)] : [];
  });
}

/** A workspace as its member sees it. */
export function presentOwn(
  { workspaceId, role, joinedAt }: Membership,
  { name, workspaceKind }: StoredWorkspace,
): z.input<typeof OwnMembership> {
  return { workspaceId, name, workspaceKind, role, joinedAt };
}
