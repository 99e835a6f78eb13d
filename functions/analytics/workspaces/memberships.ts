import type * as z from 'zod/mini';
import { finalOutcome } from '../../../shared/table/final-outcome.ts';
import type { Condition, Part, Reads, Table } from '../../../shared/table/table.ts';
import { assigning } from '../../../shared/table/update.ts';
import { timeOrderedId } from '../../../shared/values/clock.ts';
import type { ConsentMoment } from '../../../shared/values/consents.ts';
import type { AccountId } from '../../../shared/values/resources.ts';
import {
  inRole,
  type Membership,
  type MembershipOf,
  membership,
  membershipsOf,
  membersOf,
  type SharingConsent,
} from '../../../shared/workspaces/items.ts';
import { presentOwn, readWorkspaces } from '../../../shared/workspaces/presenters.ts';
import { ROLES_BESIDE_OWNER, type Role } from '../../../shared/workspaces/roles.ts';
import type { OwnMembership } from '../../../shared/workspaces/schemas.ts';
import { changedConsent, endedConsent, findConsent, type SharedThing } from '../consents.ts';
import { findRole, roleIn } from './roles.ts';

/**
 * An account has at most one membership in a workspace. Joining again replaces a membership that has ended. The owner's
 * membership ends or changes its role only when another owner is assigned.
 */
type MembershipKey = Parameters<typeof membership.key>[0];

/** Finds the membership with an id. The index may lag, so each write compares the id again. */
export async function findMember(
  table: Reads,
  { workspaceId, memberId }: Pick<Membership, 'workspaceId' | 'memberId'>,
): Promise<Membership | undefined> {
  const [item] = await table.query({ ...membersOf(workspaceId), from: memberId, to: memberId });
  return membership.parseIfAny(item);
}

/** Reads the role of the calling officer and the membership with an id concurrently. */
export async function findForOfficer(
  table: Reads,
  officerId: AccountId,
  { workspaceId, memberId }: Pick<Membership, 'workspaceId' | 'memberId'>,
) {
  const [role, member] = await Promise.all([
    findRole(table, officerId, workspaceId),
    findMember(table, { workspaceId, memberId }),
  ]);
  return { role, member };
}

/**
 * The membership of an account that joins. Rejoining keeps the id of the former membership, and the time at which an officer
 * ended it.
 */
export function newMembership(
  joining: Pick<Membership, 'accountId' | 'workspaceId' | 'role'>,
  former: Membership | undefined,
  at: Date,
  newId: () => string,
): Membership {
  return {
    ...joining,
    memberId: former?.memberId ?? timeOrderedId(at, newId()),
    joinedAt: at.toISOString(),
    ...(former?.removedAt && { removedAt: former.removedAt }),
  };
}

/**
 * The transaction part that creates a membership. It fails if the account is a current member, or was removed.
 * @param former the membership that it replaces, as it was read.
 * @param invitedAt when the account was invited. It fails if an officer has removed the account since then.
 */
export function createMembership(
  member: Membership,
  former: Membership | undefined,
  invitedAt?: string,
): Part {
  return { Put: { Item: membership.stored(member), ...hasEnded(former, invitedAt) } };
}

function hasEnded(former: Membership | undefined, invitedAt: string | undefined): Condition {
  if (!former) return { ConditionExpression: 'attribute_not_exists(pk)' };
  const { memberId, removedAt } = former;
  return {
    ConditionExpression: [
      'attribute_exists(endedAt)',
      'memberId = :member',
      removedAt ? 'removedAt = :removed' : 'attribute_not_exists(removedAt)',
      ...(removedAt && invitedAt ? ['removedAt <= :invited'] : []),
    ].join(' AND '),
    ExpressionAttributeValues: {
      ':member': memberId,
      ...(removedAt && { ':removed': removedAt }),
      ...(removedAt && invitedAt && { ':invited': invitedAt }),
    },
  };
}

/**
 * The transaction part that changes a membership. It fails unless the membership is current and has one of `roles`. The
 * reference ends with the membership.
 */
export function changeMembership(
  of: MembershipOf,
  roles: readonly Role[],
  changes: Pick<Membership, 'role'> | Pick<Membership, 'endedAt' | 'removedAt'>,
): Part {
  const ending = 'endedAt' in changes ? { reference: undefined, shareReference: undefined } : {};
  return { Update: { Key: membership.key(of), ...assigning({ ...changes, ...ending }, inRole(roles, of)) } };
}

/** The record of a member's consent to show the reference to the officers. */
export const ofReference = ({ accountId, workspaceId }: MembershipKey): SharedThing => ({
  accountId,
  shared: 'reference',
  id: workspaceId,
});

/** Reads a membership and the record of the consent to show its reference concurrently. */
export async function findWithConsent(table: Reads, key: MembershipKey) {
  const [own, consent] = await Promise.all([
    table.get(membership.key(key)),
    findConsent(table, ofReference(key)),
  ]);
  return { own: membership.parseIfAny(own), consent };
}

/**
 * Changes the consent of a member to show the reference to the officers. Only a current membership has a reference.
 * @param found the result of `findWithConsent`. It is read again if a concurrent write fails the transaction.
 * @throws {TryAgain} if concurrent writes still win at the deadline.
 */
export async function shareOwnReference(
  table: Table,
  key: MembershipKey,
  shareReference: boolean,
  found: Awaited<ReturnType<typeof findWithConsent>>,
  moment: ConsentMoment,
): Promise<'changed' | 'workspace_not_found' | 'no_reference'> {
  return finalOutcome(
    found,
    () => findWithConsent(table, key),
    async ({ own, consent }) => {
      if (!roleIn(own)) return 'workspace_not_found';
      if (own?.reference === undefined) return 'no_reference';
      if (own.shareReference === shareReference) return 'changed';
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
        consent: changedConsent(ofReference(key), consent, { given: shareReference, ...moment }),
      });
      return refused ? undefined : 'changed';
    },
  );
}

/**
 * Ends the caller's own membership, and the consent to show its reference. The owner cannot leave.
 * @param found the record of the consent. It is read again if a concurrent write changes it.
 * @throws {TryAgain} if concurrent writes still win at the deadline.
 */
export async function leave(
  table: Table,
  key: MembershipKey,
  found: SharingConsent | undefined,
  moment: ConsentMoment,
): Promise<'left' | 'workspace_not_found' | 'owner_stays'> {
  const again = () => findConsent(table, ofReference(key));
  return finalOutcome(found, again, async (consent) => {
    const refused = await table.transact({
      membership: changeMembership(key, ROLES_BESIDE_OWNER, { endedAt: moment.at }),
      consent: endedConsent(ofReference(key), consent, moment),
    });
    if (!refused) return 'left';
    if (!refused.membership) return undefined;
    return roleIn(membership.parseIfAny(refused.membership.item)) ? 'owner_stays' : 'workspace_not_found';
  });
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
