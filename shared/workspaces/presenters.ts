import type { Reads } from '../table/table.ts';
import { typedCode } from '../values/clock.ts';
import { type Presented, publicFields } from '../values/public-fields.ts';
import {
  type InvitationBatch,
  invitationStatus,
  type Invitation as StoredInvitation,
} from './invitations.ts';
import { type Certificate, type Membership, type StoredWorkspace, workspace } from './items.ts';
import {
  type AcceptedInvitation,
  type BatchOfInvitation,
  type Invitation,
  MedicalCertificate,
  type OwnMembership,
} from './schemas.ts';

/** Converts a membership and its workspace to the form that the member sees. */
export function presentOwn(
  { workspaceId, memberId, role, joinedAt, reference, shareReference }: Membership,
  { name, workspaceKind }: StoredWorkspace,
): Presented<typeof OwnMembership> {
  const memberCode = typedCode(memberId);
  return {
    workspaceId,
    memberId,
    memberCode,
    name,
    workspaceKind,
    role,
    joinedAt,
    reference,
    shareReference,
  };
}

/** Reads the workspaces of memberships with one call. @returns them by id. */
export async function readWorkspaces(
  table: Reads,
  memberships: readonly Membership[],
): Promise<ReadonlyMap<string, StoredWorkspace>> {
  const keys = memberships.map(({ workspaceId: id }) => workspace.key({ id }));
  return new Map((await table.getAll(keys)).map(workspace.parse).map((item) => [item.id, item]));
}

/**
 * Converts a stored invitation to the form that officers see, with its status as of `at`.
 * @param batch the batch of the invitation, which is deleted after its expiry.
 */
export function presentInvitation(
  stored: StoredInvitation,
  batch: InvitationBatch | undefined,
  at: Date,
): Presented<typeof Invitation> {
  const { invitationId: id, workspaceId, role, createdAt, expiresAt, revokedAt } = stored;
  const status = invitationStatus(stored, at);
  // The batch may have been read before the invitation was revoked.
  const reference = status === 'pending' ? batch?.references[id] : undefined;
  const own = batch && hasBatch(stored, at) ? presentBatch(batch, id) : undefined;
  return { id, workspaceId, role, status, createdAt, expiresAt, revokedAt, reference, batch: own };
}

/** Whether an invitation still has its batch, which TTL deletes some time after the expiry. */
export const hasBatch = ({ expiresAt }: StoredInvitation, at: Date): boolean => expiresAt > at.toISOString();

function presentBatch(
  { batchId, createdBy, list, invitationIds }: InvitationBatch,
  invitationId: string,
): Presented<typeof BatchOfInvitation> {
  return { batchId, row: invitationIds.indexOf(invitationId) + 1, createdBy, list };
}

/**
 * Converts a stored invitation to the form that the account sees which accepted it.
 * @throws {Error} for an invitation that was not accepted.
 */
export function presentAccepted(stored: StoredInvitation): Presented<typeof AcceptedInvitation> {
  const { invitationId: id, workspaceId, role, createdAt, expiresAt, revokedAt, acceptedAt } = stored;
  if (!acceptedAt) throw new Error('an account has an invitation that nobody has accepted');
  return { id, workspaceId, role, createdAt, expiresAt, revokedAt, acceptedAt };
}

/** Converts a stored request to the form that its employee sees. */
export function presentOwnCertificate(own: Certificate): Presented<typeof MedicalCertificate> {
  return publicFields(MedicalCertificate, own);
}
