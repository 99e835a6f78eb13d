import type * as z from 'zod/mini';
import type { Reads } from '../../../shared/table/table.ts';
import { fingerprint } from '../../../shared/values/clock.ts';
import { invitationStatus, invitationToken } from '../../../shared/workspaces/invitations.ts';
import { findWorkspace } from '../workspaces/workspaces.ts';
import type { InvitationPreview } from './contract.ts';
import { findInvitation } from './invitations.ts';

/**
 * What anybody with the link of an invitation sees. It never depends on whether the invitation was accepted: officers get the links
 * again when they repeat the call that created them, and would learn who joined when.
 * @returns `undefined` for an unknown token, and for an invitation that has expired or was revoked.
 */
export async function previewOf(
  table: Reads,
  token: string,
  at: Date,
): Promise<z.input<typeof InvitationPreview> | undefined> {
  const key = invitationToken.key({ tokenHash: fingerprint(token) });
  const pointer = invitationToken.parseIfAny(await table.get(key));
  if (!pointer) return undefined;
  const [found, workspace] = await Promise.all([
    findInvitation(table, pointer.invitationId),
    findWorkspace(table, pointer.workspaceId),
  ]);
  if (!found || !workspace || invitationStatus(found, at) !== 'pending') return undefined;
  const { name, workspaceKind } = workspace;
  return { name, workspaceKind, role: found.role, expiresAt: found.expiresAt };
}
