import { type OpenedPage, readPage } from '../../../shared/table/page.ts';
import type { Reads, Table } from '../../../shared/table/table.ts';
import { type Clock, fingerprint } from '../../../shared/values/clock.ts';
import {
  holdsRole,
  invitation,
  invitationExpiry,
  invitationsInto,
  invitationToken,
  type RoleBesideOwner,
  rolesBesideOwner,
  type Invitation as StoredInvitation,
  type StoredWorkspace,
} from '../../../shared/workspaces/items.ts';
import { presentInvitation } from '../../../shared/workspaces/presenters.ts';
import { type Actor, lostRoleRefusal, type NoOfficer, powerOf } from '../workspaces/roles.ts';

/**
 * Officers create, list and revoke invitations. An invitation names neither its recipient nor who accepted it, and nothing that
 * officers see of it depends on whether it was accepted.
 */

/** Reads one page of the invitations to a workspace, latest first. */
export async function readInvitations(table: Reads, workspaceId: string, page: OpenedPage, at: Date) {
  const range = { ...invitationsInto(workspaceId), descending: true };
  const { items, ...rest } = await readPage(table, range, page);
  return { invitations: items.map((item) => presentInvitation(invitation.parse(item), at)), ...rest };
}

/** Finds an invitation by its id, in any workspace. The caller must compare the workspace. */
export async function findInvitation(
  table: Reads,
  invitationId: string,
): Promise<StoredInvitation | undefined> {
  return invitation.parseIfAny(await table.get(invitation.key({ invitationId })));
}

/**
 * Creates an invitation with a role that the officer manages.
 * @returns the invitation and its token (256 random bits, base64url). Only the hash of the token is stored.
 */
export async function invite(
  table: Table,
  by: Actor,
  { workspaceKind }: StoredWorkspace,
  role: RoleBesideOwner,
  { now, newId, newSecret }: Clock,
): Promise<
  | { readonly kind: 'invited'; readonly invitation: StoredInvitation; readonly invitationToken: string }
  | { readonly kind: NoOfficer | 'role_not_of_workspace' }
> {
  const power = powerOf(by.role);
  if (power.kind !== 'officer') return { kind: power.kind };
  if (!rolesBesideOwner[workspaceKind].includes(role)) return { kind: 'role_not_of_workspace' };
  if (!power.over.includes(role)) return { kind: 'not_workspace_officer' };
  const at = now();
  const secret = newSecret();
  const { workspaceId } = by;
  const created = {
    workspaceId,
    invitationId: newId(),
    role,
    createdAt: at.toISOString(),
    expiresAt: invitationExpiry(at).toISOString(),
  };
  const refused = await table.transact({
    officer: holdsRole(by, power.orAbove),
    invitation: { Put: { Item: invitation.stored(created) } },
    token: { Put: { Item: invitationToken.stored({ ...created, tokenHash: fingerprint(secret) }) } },
  });
  if (refused) return { kind: lostRoleRefusal(refused.officer?.item) };
  return { kind: 'invited', invitation: created, invitationToken: secret };
}

/**
 * Revokes an invitation until it expires, also one that was accepted, whose membership it leaves as it is. Otherwise the
 * outcome would tell the officer who has joined. Revoking it again changes nothing.
 * @param found the result of `findInvitation`, in any workspace.
 */
export async function revoke(
  table: Table,
  by: Actor,
  found: StoredInvitation | undefined,
  at: Date,
): Promise<'revoked' | NoOfficer | 'invitation_not_found' | 'invitation_closed'> {
  const power = powerOf(by.role);
  if (power.kind !== 'officer') return power.kind;
  if (found?.workspaceId !== by.workspaceId) return 'invitation_not_found';
  if (!power.over.includes(found.role)) return 'not_workspace_officer';
  const refused = await table.transact({
    officer: holdsRole(by, power.orAbove),
    invitation: {
      Update: {
        Key: invitation.key(found),
        UpdateExpression: 'SET revokedAt = if_not_exists(revokedAt, :now)',
        ConditionExpression: 'expiresAt > :now',
        ExpressionAttributeValues: { ':now': at.toISOString() },
      },
    },
  });
  if (!refused) return 'revoked';
  if (refused.officer) return lostRoleRefusal(refused.officer.item);
  return invitation.parseIfAny(refused.invitation?.item)?.revokedAt ? 'revoked' : 'invitation_closed';
}
