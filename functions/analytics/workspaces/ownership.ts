import { accountIsOpen } from '../../../shared/identity/account.ts';
import { finalOutcome } from '../../../shared/table/final-outcome.ts';
import type { Part, Table } from '../../../shared/table/table.ts';
import type { Clock } from '../../../shared/values/clock.ts';
import type { AccountId } from '../../../shared/values/resources.ts';
import { type StoredWorkspace, workspace } from '../../../shared/workspaces/items.ts';
import { ROLES_BESIDE_OWNER } from '../../../shared/workspaces/roles.ts';
import { changeMembership, createMembership, newMembership } from './memberships.ts';
import { findWithMembership, roleIn } from './roles.ts';

/**
 * A workspace has at most one owner. One transaction changes its `ownerId` and the memberships of the new and the
 * previous owner, so concurrent assignments take effect one after the other.
 */
type AssignOutcome =
  | { readonly kind: 'assigned'; readonly workspace: StoredWorkspace }
  | { readonly kind: 'workspace_not_found' | 'owner_account_closed' };

/**
 * Assigns the owner. The account joins the workspace if it is not a member, even if an officer has removed it, and the
 * previous owner becomes a member.
 * @param found the workspace and the membership of the account. They are read again if a concurrent write fails the
 * transaction.
 * @throws {TryAgain} if concurrent writes still win at the deadline.
 */
export async function assignOwner(
  table: Table,
  { workspaceId, accountId }: { readonly workspaceId: string; readonly accountId: AccountId },
  found: Awaited<ReturnType<typeof findWithMembership>>,
  { now, newId }: Clock,
): Promise<AssignOutcome> {
  const again = () => findWithMembership(table, accountId, workspaceId);
  return finalOutcome(found, again, async ({ workspace: current, own }) => {
    if (!current) return { kind: 'workspace_not_found' };
    const { ownerId: previousOwner } = current;
    const key = { accountId, workspaceId };
    const refused = await table.transact({
      account: accountIsOpen(accountId),
      ...(previousOwner !== accountId && {
        ownerId: replaceOwner(current, accountId),
        owner: roleIn(own)
          ? changeMembership(key, ROLES_BESIDE_OWNER, { role: 'owner' })
          : createMembership(newMembership({ ...key, role: 'owner' }, own, now(), newId), own),
        ...(previousOwner && {
          previous: changeMembership({ accountId: previousOwner, workspaceId }, ['owner'], {
            role: 'member',
          }),
        }),
      }),
    });
    if (!refused) return { kind: 'assigned', workspace: { ...current, ownerId: accountId } };
    if (refused.account) return { kind: 'owner_account_closed' };
    return undefined;
  });
}

function replaceOwner({ id, ownerId }: StoredWorkspace, accountId: AccountId): Part {
  return {
    Update: {
      Key: workspace.key({ id }),
      UpdateExpression: 'SET ownerId = :owner',
      // If there is an owner, the part `previous` checks that it is still the owner.
      ...(ownerId === undefined && { ConditionExpression: 'attribute_not_exists(ownerId)' }),
      ExpressionAttributeValues: { ':owner': accountId },
    },
  };
}
