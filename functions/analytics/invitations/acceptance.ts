import type * as z from 'zod/mini';
import { fingerprint } from '../../../shared/clock.ts';
import { accountIsOpen } from '../../../shared/items/account.ts';
import { acceptance, invitation, invitationToken, membership } from '../../../shared/items/workspace.ts';
import type { AccountId } from '../../../shared/resources.ts';
import type { Reads, Table } from '../../../shared/table/table.ts';
import type { OwnMembership } from '../workspaces/members-contract.ts';
import { joining, presentOwn } from '../workspaces/memberships.ts';
import { findWorkspace } from '../workspaces/workspaces.ts';
import { findInvitation } from './invitations.ts';

/**
 * An invitation is accepted once, by whoever is signed in with its token: the update on it carries `neither accepted
 * nor revoked nor expired`, in one transaction with the membership that it makes.
 */
type Found = NonNullable<Awaited<ReturnType<typeof findByToken>>>;

/** The invitation of a token and its workspace; `undefined` for any string that is no token. */
export async function findByToken(table: Reads, token: string) {
  const pointer = invitationToken.parseIfAny(
    await table.get(invitationToken.key({ tokenHash: fingerprint(token) })),
  );
  if (!pointer) return undefined;
  const [one, workspace] = await Promise.all([
    findInvitation(table, pointer.invitationId),
    findWorkspace(table, pointer.workspaceId),
  ]);
  return one && workspace && { invitation: one, workspace };
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
 * Makes an open account a member by an invitation that is pending.
 * @returns `joined_before` with the membership when the same account accepted the invitation and is still a member; a
 * current member who sends another invitation does not use it up (`already_member`).
 */
export async function accept(
  table: Table,
  accountId: AccountId,
  found: Found | undefined,
  at: Date,
): Promise<AcceptOutcome> {
  if (!found) return { kind: 'invitation_unknown' };
  const now = at.toISOString();
  const { invitationId, workspaceId, role } = found.invitation;
  const member = { accountId, workspaceId, role, joinedAt: now };
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
    membership: joining(member),
    acceptance: { Put: { Item: acceptance.stored({ accountId, invitationId }) } },
  });
  if (!refused) return { kind: 'joined', membership: presentOwn(member, found.workspace) };
  if (refused.account) return { kind: 'account_closed' };
  if (!refused.invitation) return { kind: 'already_member' };
  const there = invitation.parseIfAny(refused.invitation.item);
  if (there?.acceptedAt) return acceptedBefore(table, accountId, found);
  return { kind: there?.revokedAt ? 'invitation_revoked' : 'invitation_expired' };
}

/** An invitation that is used up: to whoever used it and is still in the workspace, the membership that it made. */
async function acceptedBefore(
  table: Reads,
  accountId: AccountId,
  { invitation: { invitationId, workspaceId }, workspace }: Found,
): Promise<AcceptOutcome> {
  const [accepted, item] = await Promise.all([
    table.get(acceptance.key({ accountId, invitationId })),
    table.get(membership.key({ accountId, workspaceId })),
  ]);
  const present = membership.parseIfAny(item);
  if (!accepted || !present || present.endedAt !== undefined) return { kind: 'invitation_used' };
  return { kind: 'joined_before', membership: presentOwn(present, workspace) };
}
