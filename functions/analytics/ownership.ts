import { accountIsOpen } from '../../shared/items/account.ts';
import { membership, type Role, type StoredWorkspace, workspace } from '../../shared/items/workspace.ts';
import type { AccountId } from '../../shared/resources.ts';
import type { Part, Table } from '../../shared/table/client.ts';
import { joining } from './members.ts';
import { findWithRole } from './officers.ts';

/**
 * A workspace has at most one owner. Its `ownerId`, the edge of the new owner and that of the one before move in one
 * transaction: of two assignments at once each is made in turn.
 */
type AssignOutcome =
  | { readonly kind: 'assigned'; readonly workspace: StoredWorkspace }
  | { readonly kind: 'workspace_not_found' | 'owner_account_closed' };

export async function assignOwner(
  table: Table,
  { workspaceId, accountId }: { readonly workspaceId: string; readonly accountId: AccountId },
  found: Awaited<ReturnType<typeof findWithRole>>,
  at: Date,
): Promise<AssignOutcome> {
  // Someone who joins, leaves or becomes the owner in between starts a turn anew; the table's deadline ends the loop.
  for (
    let { workspace: one, role } = found;
    ;
    { workspace: one, role } = await findWithRole(table, accountId, workspaceId)
  ) {
    if (!one) return { kind: 'workspace_not_found' };
    const becomesOwner =
      role === undefined
        ? joining({ accountId, workspaceId, role: 'owner', joinedAt: at.toISOString() })
        : withRole(accountId, workspaceId, 'owner', { ConditionExpression: 'attribute_not_exists(endedAt)' });
    const refused = await table.transact({
      account: accountIsOpen(accountId),
      ...(one.ownerId !== accountId && { ownerId: replaceOwner(one, accountId), owner: becomesOwner }),
      // The owner's edge has not ended while the workspace names them.
      ...(one.ownerId !== undefined &&
        one.ownerId !== accountId && { before: withRole(one.ownerId, workspaceId, 'member') }),
    });
    if (!refused) return { kind: 'assigned', workspace: { ...one, ownerId: accountId } };
    if (refused.account) return { kind: 'owner_account_closed' };
  }
}

function replaceOwner({ id, ownerId }: StoredWorkspace, accountId: AccountId): Part {
  return {
    Update: {
      Key: workspace.key({ id }),
      UpdateExpression: 'SET ownerId = :owner',
      ConditionExpression: ownerId === undefined ? 'attribute_not_exists(ownerId)' : 'ownerId = :before',
      ExpressionAttributeValues: { ':owner': accountId, ':before': ownerId },
    },
  };
}

function withRole(
  accountId: AccountId,
  workspaceId: string,
  role: Role,
  condition: { readonly ConditionExpression?: string } = {},
): Part {
  return {
    Update: {
      Key: membership.key({ accountId, workspaceId }),
      UpdateExpression: 'SET #role = :role',
      ...condition,
      ExpressionAttributeNames: { '#role': 'role' },
      ExpressionAttributeValues: { ':role': role },
    },
  };
}
