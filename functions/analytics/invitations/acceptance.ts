import type * as z from 'zod/mini';
import { accountIsOpen } from '../../../shared/identity/account.ts';
import type { Reads, Table } from '../../../shared/table/table.ts';
import { fingerprint } from '../../../shared/values/clock.ts';
import type { AccountId } from '../../../shared/values/resources.ts';
import {
  acceptance,
  invitation,
  invitationBatch,
  invitationToken,
  membership,
} from '../../../shared/workspaces/items.ts';
import { presentOwn } from '../../../shared/workspaces/presenters.ts';
import type { OwnMembership } from '../../../shared/workspaces/schemas.ts';
import { createMembership } from '../workspaces/memberships.ts';
import { findWorkspace } from '../workspaces/workspaces.ts';
import { findInvitation } from './invitations.ts';

/**
 * An invitation is accepted at most once, by any signed-in account that has its token. One transaction updates the
 * invitation and creates the membership. The update fails if the invitation is accepted, revoked or expired.
 */
type Found = NonNullable<Awaited<ReturnType<typeof findByToken>>>;

/** Finds the invitation of a token, its batch and its workspace; `undefined` for an unknown or malformed token. */
export async function findByToken(table: Reads, token: string) {
  const pointer = invitationToken.parseIfAny(
    await table.get(invitationToken.key({ tokenHash: fingerprint(token) })),
  );
  if (!pointer) return undefined;
  const { invitationId, workspaceId, batchId } = pointer;
  const [found, workspace, batch] = await Promise.all([
    findInvitation(table, invitationId),
    findWorkspace(table, workspaceId),
    table.get(invitationBatch.key({ workspaceId, batchId })),
  ]);
  return found && workspace && { invitation: found, workspace, batch: invitationBatch.parseIfAny(batch) };
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
 * @param found the result of `findByToken`.
 * @param shareReference whether the officers see the reference on the membership.
 * @returns `joined_before` with the membership if the same account accepted the invitation earlier and is still a
 * member. `already_member` means that a member sent another invitation, which stays pending.
 */
export async function accept(
  table: Table,
  accountId: AccountId,
  found: Found | undefined,
  { shareReference, at }: { readonly shareReference: boolean; readonly at: Date },
): Promise<AcceptOutcome> {
  if (!found) return { kind: 'invitation_unknown' };
  const now = at.toISOString();
  const { invitationId, workspaceId, role } = found.invitation;
  // If the invitation has been revoked or has expired, the transaction fails.
  const reference = found.batch?.references[invitationId];
  const member = {
    accountId,
    workspaceId,
    role,
    joinedAt: now,
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
        ExpressionAttributeValues: { ':now': now },
      },
    },
    membership: createMembership(member),
    acceptance: { Put: { Item: acceptance.stored({ accountId, invitationId }) } },
  });
  if (!refused) return { kind: 'joined', membership: presentOwn(member, found.workspace) };
  if (refused.account) return { kind: 'account_closed' };
  if (!refused.invitation) return { kind: 'already_member' };
  const current = invitation.parseIfAny(refused.invitation.item);
  if (current?.acceptedAt) return acceptedBefore(table, accountId, found);
  return { kind: current?.revokedAt ? 'invitation_revoked' : 'invitation_expired' };
}

/** The outcome for an accepted invitation: the account that accepted it gets its membership if that has not ended. */
async function acceptedBefore(
  table: Reads,
  accountId: AccountId,
  { invitation: { invitationId, workspaceId }, workspace }: Found,
): Promise<AcceptOutcome> {
  const [accepted, item] = await Promise.all([
    table.get(acceptance.key({ accountId, invitationId })),
    table.get(membership.key({ accountId, workspaceId })),
  ]);
  const current = membership.parseIfAny(item);
  if (!accepted || !current || current.endedAt !== undefined) return { kind: 'invitation_used' };
  return { kind: 'joined_before', membership: presentOwn(current, workspace) };
}
