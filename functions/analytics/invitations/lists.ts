import type * as z from 'zod/mini';
import type { Part, Reads, Table } from '../../../shared/table/table.ts';
import { MAX_LIST_BATCHES } from '../../../shared/values/limits.ts';
import {
  type InvitationBatch,
  type InvitationList,
  invitation,
  invitationBatch,
  invitationList,
} from '../../../shared/workspaces/invitations.ts';
import { holdsRole, type Membership } from '../../../shared/workspaces/items.ts';
import type { BatchInList } from '../../../shared/workspaces/schemas.ts';
import { type Actor, lostRoleRefusal, type NoOfficer, officerOf } from '../workspaces/roles.ts';

/**
 * A list is what an officer uploaded: several batches under one id, which can be revoked as one. Only the officer who began it adds
 * batches, and nobody does after it was revoked.
 */

/** The place of a new batch in a list, and the list as it was read; `undefined` if it is unknown or has expired. */
export interface InList {
  readonly place: z.infer<typeof BatchInList>;
  readonly found: InvitationList | undefined;
}

/** Finds a list that has not expired. TTL deletes it some time later. */
export async function findList(
  table: Reads,
  of: { readonly workspaceId: string; readonly listId: string },
  at: Date,
): Promise<InvitationList | undefined> {
  const found = invitationList.parseIfAny(await table.get(invitationList.key(of)));
  return found && found.expiresAt > at.toISOString() ? found : undefined;
}

export type ListRefusal = 'list_id_taken' | 'list_revoked' | 'list_full';

/** Why a new batch of an officer cannot be added to a list, or `undefined`. */
export function listRefusal(
  found: InvitationList | undefined,
  by: Pick<Membership, 'memberId'>,
): ListRefusal | undefined {
  if (!found) return undefined;
  if (found.createdBy !== by.memberId) return 'list_id_taken';
  if (found.revokedAt) return 'list_revoked';
  return found.batchIds.length >= MAX_LIST_BATCHES ? 'list_full' : undefined;
}

/** A transaction part that adds a batch to a list, which must still be as it was read. */
export function addToList(
  { workspaceId, batchId, createdBy, expiresAt }: InvitationBatch,
  { place: { listId }, found }: InList,
  at: Date,
): Part {
  const batchIds = [...(found?.batchIds ?? []), batchId];
  return {
    Put: {
      Item: invitationList.stored({ workspaceId, listId, createdBy, batchIds, expiresAt }),
      ConditionExpression: found
        ? 'createdBy = :creator AND attribute_not_exists(revokedAt) AND size(batchIds) = :batches AND size(batchIds) < :most'
        : 'attribute_not_exists(pk) OR expiresAt <= :now',
      ExpressionAttributeValues: found
        ? { ':creator': createdBy, ':batches': found.batchIds.length, ':most': MAX_LIST_BATCHES }
        : { ':now': at.toISOString() },
    },
  };
}

type RevokeOutcome = 'revoked' | NoOfficer | 'invitation_list_not_found';

/** A transaction has the officer and the batch beside the invitations. */
const AT_ONCE = 5;

/**
 * Closes a list, so that no batch is added, and then revokes its invitations in one transaction for each batch, also those that
 * were accepted. A repeated call revokes what an interrupted one has left.
 * @param found the result of `findList`. @param again reads it again if a concurrent call added a batch.
 * @throws {TryAgain} at the deadline. The list may be closed then, and some batches revoked.
 */
export async function revokeList(
  table: Table,
  by: Actor,
  found: InvitationList | undefined,
  again: () => Promise<InvitationList | undefined>,
  at: Date,
): Promise<RevokeOutcome> {
  const officer = officerOf(by.role);
  if (officer.kind !== 'officer') return officer.kind;
  for (let list = found; ; list = await again()) {
    if (!list) return 'invitation_list_not_found';
    const { workspaceId, batchIds } = list;
    const keys = batchIds.map((batchId) => invitationBatch.key({ workspaceId, batchId }));
    const batches = (await table.getAll(keys)).map(invitationBatch.parse);
    if (batches.some(({ roles }) => roles.some((role) => !officer.over.includes(role))))
      return 'not_workspace_officer';
    const holds = holdsRole(by, officer.orAbove);
    const refused = await table.transact({ officer: holds, list: closing(list, at) });
    if (refused?.officer) return lostRoleRefusal(refused.officer.item);
    if (refused) continue;
    const open = batches.filter(({ revokedAt }) => revokedAt === undefined);
    while (open.length > 0) {
      const written = await Promise.all(
        open.splice(0, AT_ONCE).map((batch) => table.transact(revoking(batch, holds, at))),
      );
      const lost = written.find((failed) => failed?.officer);
      if (lost?.officer) return lostRoleRefusal(lost.officer.item);
    }
    return 'revoked';
  }
}

/** A transaction part that closes a list, unless a batch was added since it was read. */
function closing(list: InvitationList, at: Date): Part {
  return {
    Update: {
      Key: invitationList.key(list),
      UpdateExpression: 'SET revokedAt = if_not_exists(revokedAt, :now)',
      ConditionExpression: 'size(batchIds) = :batches',
      ExpressionAttributeValues: { ':now': at.toISOString(), ':batches': list.batchIds.length },
    },
  };
}

/** Revokes the invitations of a batch, and deletes their references. All of them expire together, and only then is nothing written. */
function revoking(
  { invitationIds, ...batch }: InvitationBatch,
  officer: Part,
  at: Date,
): Record<string, Part> & { readonly officer: Part } {
  const now = at.toISOString();
  return {
    officer,
    batch: {
      Update: {
        Key: invitationBatch.key(batch),
        UpdateExpression: 'SET revokedAt = if_not_exists(revokedAt, :now), #references = :none',
        ConditionExpression: 'expiresAt > :now',
        ExpressionAttributeNames: { '#references': 'references' },
        ExpressionAttributeValues: { ':now': now, ':none': {} },
      },
    },
    ...Object.fromEntries(
      invitationIds.map((invitationId) => [
        invitationId,
        {
          Update: {
            Key: invitation.key({ invitationId }),
            UpdateExpression: 'SET revokedAt = if_not_exists(revokedAt, :now)',
            ConditionExpression: 'expiresAt > :now',
            ExpressionAttributeValues: { ':now': now },
          },
        },
      ]),
    ),
  };
}
