import { accountIsOpen } from '../../../shared/items/account.ts';
import { type StoredWorkspace, workspace } from '../../../shared/items/workspace.ts';
import type { AccountId } from '../../../shared/resources.ts';
import type { Part, Table } from '../../../shared/table/table.ts';
import { untilSettled } from '../../../shared/table/until-settled.ts';
import { changing, joining } from './memberships.ts';
import { findWithRole } from './roles.ts';

/**
 * A workspace has at most one owner. Its `ownerId`, the membership of the new owner and that of the one before move in one
 * transaction: of two assignments at once each is made in turn.
 */
type AssignOutcome =
  | { readonly kind: 'assigned'; readonly workspace: StoredWorkspace }
  | { readonly kind: 'workspace_not_found' | 'owner_account_closed' };

/** Makes an open account the owner; it joins unless it is a member, and the owner before becomes a member. */
export async function assignOwner(
  table: Table,
  { workspaceId, accountId }: { readonly workspaceId: string; readonly accountId: AccountId },
  found: Awaited<ReturnType<typeof findWithRole>>,
  at: Date,
): Promise<AssignOutcome> {
  const again = () => findWithRole(table, accountId, workspaceId);
  return untilSettled(found, again, async ({ workspace: one, role }) => {
    if (!one) return { kind: 'workspace_not_found' };
    const { ownerId: before } = one;
    const key = { accountId, workspaceId };
    const refused = await table.transact({
      account: accountIsOpen(accountId),
      ...(before !== accountId && {
        ownerId: replaceOwner(one, accountId),
        owner: role
          ? changing(key, ['hr_admin', 'member', 'staff'], { role: 'owner' })
          : joining({ ...key, role: 'owner', joinedAt: at.toISOString() }),
        ...(before && {
          before: changing({ accountId: before, workspaceId }, ['owner'], { role: 'member' }),
        }),
      }),
    });
    if (!refused) return { kind: 'assigned', workspace: { ...one, ownerId: accountId } };
    if (refused.account) return { kind: 'owner_account_closed' };
    return undefined;
  });
}

function replaceOwner({ id, ownerId }: StoredWorkspace, accountId: AccountId): Part {
  return {
    Update: {
      Key: workspace.key({ id }),
      UpdateExpression: 'SET ownerId = :owner',
      // Where there is an owner, the part `before` asks whether that membership is still the owner's.
      ...(ownerId === undefined && { ConditionExpression: 'attribute_not_exists(ownerId)' }),
      ExpressionAttributeValues: { ':owner': accountId },
    },
  };
}
