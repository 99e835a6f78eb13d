import { hashOfRow, tokenOf } from '../../functions/analytics/invitations/tokens.ts';
import type { StoredItem } from '../../shared/table/item.ts';
import { fingerprint } from '../../shared/values/clock.ts';
import {
  type InvitationBatch,
  invitation,
  invitationBatch,
  invitationExpiry,
  invitationList,
  invitationToken,
} from '../../shared/workspaces/invitations.ts';
import type { RoleBesideOwner } from '../../shared/workspaces/roles.ts';
import { INVITATION_SECRET } from './people.ts';

interface Invited {
  readonly invitationId: string;
  readonly role: RoleBesideOwner;
  readonly reference: string;
  readonly acceptedAt?: string;
  readonly revokedAt?: string;
}

interface Batch {
  readonly workspaceId: string;
  readonly batchId: string;
  /** The membership of the officer. */
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly listId?: string;
  readonly rows: readonly Invited[];
}

/** A batch of invitations as `createInvitations` stores it. At `at`, TTL has deleted what it deletes after their expiry. */
export function invited({ rows, listId, createdAt, ...of }: Batch, at: Date): StoredItem[] {
  const expiresAt = invitationExpiry(createdAt).toISOString();
  const made = rows.map((row) => ({ ...of, ...row, createdAt: createdAt.toISOString(), expiresAt }));
  const batch: InvitationBatch = {
    ...of,
    ...(listId !== undefined && { list: { listId, firstRow: 1 } }),
    invitationIds: rows.map(({ invitationId }) => invitationId),
    roles: rows.map(({ role }) => role),
    rowHashes: rows.map((row) => hashOfRow(INVITATION_SECRET, of.batchId, row)),
    references: Object.fromEntries(
      rows.flatMap(({ invitationId, reference, revokedAt }) =>
        revokedAt ? [] : [[invitationId, reference]],
      ),
    ),
    expiresAt,
  };
  const invitations = made.map(invitation.stored);
  if (expiresAt <= at.toISOString()) return invitations;
  return [
    ...invitations,
    invitationBatch.stored(batch),
    ...made.map((each) =>
      invitationToken.stored({
        ...each,
        tokenHash: fingerprint(tokenOf(INVITATION_SECRET, each.invitationId)),
      }),
    ),
    ...(listId === undefined ? [] : [invitationList.stored({ ...batch, listId, batchIds: [batch.batchId] })]),
  ];
}
