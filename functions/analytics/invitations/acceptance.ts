import type * as z from 'zod/mini';
import { accountIsOpen } from '../../../shared/identity/account.ts';
import { finalOutcome } from '../../../shared/table/final-outcome.ts';
import type { Part, Reads, Table } from '../../../shared/table/table.ts';
import { type Clock, fingerprint } from '../../../shared/values/clock.ts';
import type { AccountId } from '../../../shared/values/resources.ts';
import {
  type Invitation,
  invitation,
  invitationBatch,
  invitationToken,
} from '../../../shared/workspaces/invitations.ts';
import { acceptance, inRole, type Membership, membership } from '../../../shared/workspaces/items.ts';
import { presentOwn } from '../../../shared/workspaces/presenters.ts';
import { hasPowers, type RoleBesideOwner, rolesOver } from '../../../shared/workspaces/roles.ts';
import type { OwnMembership } from '../../../shared/workspaces/schemas.ts';
import { changedConsent, findConsent } from '../consents.ts';
import { createMembership, findMember, newMembership, ofReference } from '../workspaces/memberships.ts';
import { findMembership, findWithMembership, roleIn } from '../workspaces/roles.ts';
import { findInvitation } from './invitations.ts';

/**
 * An invitation is accepted at most once, by any signed-in account that has its token. One transaction updates the
 * invitation and creates the membership. The update fails if the invitation is accepted, revoked or expired. A role with powers
 * is given only while the creator of the invitation may give it, which the same transaction checks.
 */
type Found = NonNullable<Awaited<ReturnType<typeof findByToken>>>;

/**
 * Finds the invitation of a token, its batch, its workspace, and the latest membership of the account there with the record of its
 * consent to show a reference; `undefined` for an unknown or malformed token.
 */
export async function findByToken(table: Reads, token: string, accountId: AccountId) {
  const pointer = invitationToken.parseIfAny(
    await table.get(invitationToken.key({ tokenHash: fingerprint(token) })),
  );
  if (!pointer) return undefined;
  const { invitationId, workspaceId, batchId } = pointer;
  const [found, { workspace, own }, batch, consent] = await Promise.all([
    findInvitation(table, invitationId),
    findWithMembership(table, accountId, workspaceId),
    table.get(invitationBatch.key({ workspaceId, batchId })),
    findConsent(table, ofReference({ accountId, workspaceId })),
  ]);
  return (
    found &&
    workspace && { invitation: found, workspace, own, batch: invitationBatch.parseIfAny(batch), consent }
  );
}

type AcceptOutcome =
  | { readonly kind: 'joined' | 'joined_before'; readonly membership: z.input<typeof OwnMembership> }
  | {
      readonly kind:
        | 'account_closed'
        | 'invitation_unknown'
        | 'invitation_used'
        | 'invitation_revoked'
        | 'invitation_expired'
        | 'already_member';
    };

/**
 * Accepts a pending invitation for an account. The membership gets a copy of the invitation's reference.
 * @param first the result of `findByToken`. It is read again with `again` if a concurrent write changes the membership.
 * @param shareReference whether the officers see the reference on the membership.
 * @returns `joined_before` with the membership if the same account accepted the invitation earlier and is still a
 * member. `already_member` means that a member sent another invitation, which stays pending. `invitation_revoked` also means that
 * the creator may no longer give the role, or that an officer has removed the account since the invitation was created.
 * @throws {TryAgain} if concurrent writes still win at the deadline.
 */
export async function accept(
  table: Table,
  accountId: AccountId,
  first: Found | undefined,
  again: () => Promise<Found | undefined>,
  {
    shareReference,
    noticeVersion,
    clock: { now, newId },
  }: { readonly shareReference: boolean; readonly noticeVersion: string; readonly clock: Clock },
): Promise<AcceptOutcome> {
  return finalOutcome(first, again, async (found) => {
    if (!found) return { kind: 'invitation_unknown' };
    const at = now();
    const { invitationId, workspaceId, role, createdAt } = found.invitation;
    const giver = await findGiver(table, found, accountId);
    if (giver === 'has_lost_role') {
      const why = whyClosed(found.invitation, at);
      if (why) return refusedFor(table, accountId, found, why);
      return { kind: roleIn(found.own) ? 'already_member' : 'invitation_revoked' };
    }
    // If the invitation has been revoked or has expired, the transaction fails.
    const reference = found.batch?.references[invitationId];
    const member = {
      ...newMembership({ accountId, workspaceId, role }, found.own, at, newId),
      ...(reference !== undefined && { reference, shareReference }),
    };
    const refused = await table.transact({
      account: accountIsOpen(accountId),
      invitation: {
        Update: {
          Key: invitation.key({ invitationId }),
          UpdateExpression: 'SET acceptedAt = :now',
          ConditionExpression:
            'attribute_not_exists(acceptedAt) AND attribute_not_exists(revokedAt) AND expiresAt > :now',
          ExpressionAttributeValues: { ':now': at.toISOString() },
        },
      },
      ...(giver && { giver: mayGive(giver, role) }),
      membership: createMembership(member, found.own, createdAt),
      acceptance: { Put: { Item: acceptance.stored({ accountId, invitationId }) } },
      ...(member.shareReference && {
        consent: changedConsent(ofReference(member), found.consent, {
          given: true,
          at: at.toISOString(),
          noticeVersion,
        }),
      }),
    });
    if (!refused) return { kind: 'joined', membership: presentOwn(member, found.workspace) };
    if (refused.account) return { kind: 'account_closed' };
    const current = invitation.parseIfAny(refused.invitation?.item);
    const why = current ? whyClosed(current, at) : refused.giver && 'invitation_revoked';
    if (why) return refusedFor(table, accountId, found, why);
    const own = membership.parseIfAny(refused.membership?.item);
    if (roleIn(own)) return { kind: 'already_member' };
    return own?.removedAt && own.removedAt > createdAt ? { kind: 'invitation_revoked' } : undefined;
  });
}

/**
 * Finds the membership that must still be able to give the role of an invitation: that of its creator. A role without powers
 * outlives its creator, so that the invitations of an officer who leaves stay valid.
 */
async function findGiver(
  table: Reads,
  { invitation: { workspaceId, role }, batch }: Found,
  accountId: AccountId,
): Promise<Membership | 'has_lost_role' | undefined> {
  if (!hasPowers(role)) return undefined;
  const giver = batch && (await findMember(table, { workspaceId, memberId: batch.createdBy }));
  // A creator who accepts their own invitation has left, so they can no longer give a role.
  return giver && giver.accountId !== accountId ? giver : 'has_lost_role';
}

/** A transaction part that fails when a membership can no longer give a role, or its account was closed. */
function mayGive(giver: Membership, role: RoleBesideOwner): Part {
  const { ConditionExpression, ...rest } = inRole(rolesOver([role]), giver);
  return {
    ConditionCheck: {
      Key: membership.key(giver),
      ...rest,
      ConditionExpression: `${ConditionExpression} AND attribute_not_exists(accountClosed)`,
    },
  };
}

type Closed = 'invitation_used' | 'invitation_revoked' | 'invitation_expired';

/** Why nobody can accept an invitation any more, or `undefined` while it is pending. */
function whyClosed({ acceptedAt, revokedAt, expiresAt }: Invitation, at: Date): Closed | undefined {
  if (acceptedAt) return 'invitation_used';
  if (revokedAt) return 'invitation_revoked';
  return expiresAt <= at.toISOString() ? 'invitation_expired' : undefined;
}

/** The account that accepted an invitation gets its membership if that has not ended. */
async function refusedFor(
  table: Reads,
  accountId: AccountId,
  { invitation: { invitationId, workspaceId }, workspace }: Found,
  why: Closed,
): Promise<AcceptOutcome> {
  if (why !== 'invitation_used') return { kind: why };
  const [accepted, current] = await Promise.all([
    table.get(acceptance.key({ accountId, invitationId })),
    findMembership(table, accountId, workspaceId),
  ]);
  if (!accepted || !current || current.endedAt !== undefined) return { kind: why };
  return { kind: 'joined_before', membership: presentOwn(current, workspace) };
}
