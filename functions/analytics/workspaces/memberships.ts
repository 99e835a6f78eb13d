import type * as z from 'zod/mini';
import type { Part, Reads, Table } from '../../../shared/table/table.ts';
import { assigning } from '../../../shared/table/update.ts';
import type { AccountId } from '../../../shared/values/resources.ts';
import { inRole, type Membership, membership, membershipsOf } from '../../../shared/workspaces/items.ts';
import { presentOwn, readWorkspaces } from '../../../shared/workspaces/presenters.ts';
import { ROLES_BESIDE_OWNER, type Role } from '../../../shared/workspaces/roles.ts';
import type { OwnMembership } from '../../../shared/workspaces/schemas.ts';
import { roleIn } from './roles.ts';

/**
 * An account has at most one membership in a workspace. Joining again replaces a membership that has ended. The owner's
 * membership ends or changes its role only when another owner is assigned.
 */
type MembershipKey = Parameters<typeof membership.key>[0];

/** The transaction part that creates a membership. It fails if the account is a current member. */
export function createMembership(member: Membership): Part {
  return {
    Put: {
      Item: membership.stored(member),
      ConditionExpression: 'attribute_not_exists(pk) OR attribute_exists(endedAt)',
    },
  };
}

/**
 * The transaction part that changes a membership. It fails unless the membership is current and has one of `roles`. The
 * reference ends with the membership.
 */
export function changeMembership(
  key: MembershipKey,
  roles: readonly Role[],
  changes: Pick<Membership, 'role'> | Required<Pick<Membership, 'endedAt'>>,
): Part {
  const ending = 'endedAt' in changes ? { reference: undefined, shareReference: undefined } : {};
  return { Update: { Key: membership.key(key), ...assigning({ ...changes, ...ending }, inRole(roles)) } };
}

/** Changes the consent of a member to show the reference to the officers. Only a current membership has a reference. */
export async function shareOwnReference(
  table: Table,
  key: MembershipKey,
  shareReference: boolean,
): Promise<'changed' | 'workspace_not_found' | 'no_reference'> {
  const refused = await table.transact({
    membership: {
      Update: {
        Key: membership.key(key),
        ...assigning(
          { shareReference },
          {
            ConditionExpression: 'attribute_exists(#reference)',
            ExpressionAttributeNames: { '#reference': 'reference' },
          },
        ),
      },
    },
  });
  if (!refused) return 'changed';
  return roleIn(membership.parseIfAny(refused.membership?.item)) ? 'no_reference' : 'workspace_not_found';
}

/** Ends the caller's own membership. The owner cannot leave. */
export async function leave(
  table: Table,
  key: MembershipKey,
  at: Date,
): Promise<'left' | 'workspace_not_found' | 'owner_stays'> {
  const refused = await table.transact({
    membership: changeMembership(key, ROLES_BESIDE_OWNER, { endedAt: at.toISOString() }),
  });
  if (!refused) return 'left';
  return roleIn(membership.parseIfAny(refused.membership?.item)) ? 'owner_stays' : 'workspace_not_found';
}

/** Lists the current workspaces of an account. Each one needed an invitation or an assignment, so the list is short. */
export async function listOwn(table: Reads, accountId: AccountId): Promise<z.input<typeof OwnMembership>[]> {
  const items = await table.query(membershipsOf(accountId));
  const own = items.map(membership.parse).filter(({ endedAt }) => endedAt === undefined);
  const found = await readWorkspaces(table, own);
  return own.flatMap((current) => {
    const ownWorkspace = found.get(current.workspaceId);
    return ownWorkspace ? [presentOwn(current, ownWorkspace)] : [];
  });
}
