import type * as z from 'zod/mini';
import { type PageRequest, readPage } from '../../../shared/table/page.ts';
import type { Part, Reads, Table } from '../../../shared/table/table.ts';
import { fingerprint } from '../../../shared/values/clock.ts';
import {
  type InvitationBatch,
  invitation,
  invitationBatch,
  invitationExpiry,
  invitationList,
  invitationStatus,
  invitationsInto,
  invitationToken,
  type Invitation as StoredInvitation,
} from '../../../shared/workspaces/invitations.ts';
import { holdsRole, type Membership, type StoredWorkspace } from '../../../shared/workspaces/items.ts';
import { hasBatch, presentInvitation } from '../../../shared/workspaces/presenters.ts';
import { rolesIn } from '../../../shared/workspaces/roles.ts';
import type { InvitationStatus } from '../../../shared/workspaces/schemas.ts';
import { type Actor, lostRoleRefusal, type NoOfficer, officerOf, roleIn } from '../workspaces/roles.ts';
import type { IssuedInvitation } from './contract.ts';
import { addToList, type InList, type ListRefusal, listRefusal } from './lists.ts';
import { hashOfRow, type Row, tokenOf } from './tokens.ts';

/**
 * Officers create, list and revoke invitations. An invitation names neither its recipient nor who accepted it, and nothing that
 * officers see of it depends on whether it was accepted.
 */

/**
 * Reads one page of the invitations to a workspace, latest first, with their references. Like the index, a reference may lag by
 * milliseconds.
 * @param page its `status` leaves out invitations with another one.
 */
export async function readInvitations(
  table: Reads,
  workspaceId: string,
  page: PageRequest & { readonly query: { readonly status?: z.infer<typeof InvitationStatus> | undefined } },
  at: Date,
) {
  const { status: wanted } = page.query;
  const range = { ...invitationsInto(workspaceId), descending: true };
  const { items, ...rest } = await readPage(table, range, page);
  const listed = items
    .map(invitation.parse)
    .filter((stored) => wanted === undefined || invitationStatus(stored, at) === wanted);
  const keys = listed.filter((stored) => hasBatch(stored, at)).map(invitationBatch.key);
  const batches = (await table.getAll(keys, { consistent: false })).map(invitationBatch.parse);
  const batchOf = new Map(batches.map((batch) => [batch.batchId, batch]));
  return {
    invitations: listed.map((stored) => presentInvitation(stored, batchOf.get(stored.batchId), at)),
    ...rest,
  };
}

/** Finds an invitation by its id, in any workspace. The caller must compare the workspace. */
export async function findInvitation(
  table: Reads,
  invitationId: string,
): Promise<StoredInvitation | undefined> {
  return invitation.parseIfAny(await table.get(invitation.key({ invitationId })));
}

type InviteOutcome =
  | {
      readonly kind: 'invited' | 'invited_before';
      readonly invitations: readonly z.input<typeof IssuedInvitation>[];
    }
  | { readonly kind: 'roles_refused'; readonly roles: readonly [RefusedRole, ...RefusedRole[]] }
  | { readonly kind: 'list_refused'; readonly refusal: ListRefusal }
  | { readonly kind: NoOfficer | 'invitation_id_taken' };

/** The role of a row that the officer cannot give. */
interface RefusedRole {
  readonly row: number;
  readonly refusal: 'role_not_of_workspace' | 'not_workspace_officer';
}

/**
 * Creates all invitations of a batch or none, with roles that the officer manages.
 * @param by the membership of the caller, whose id the batch stores.
 * @param batch its id is chosen by the client. Its rows have the ids that new invitations get. It may be one of a list.
 * @param secret the `INVITATION_SECRET` of the stage.
 * @returns the invitations and their tokens, in the order of the rows. `invited_before` returns those of the first call, until
 * they expire; `invitation_id_taken` means that the first call had other rows. A list that was revoked or is full takes no new batch,
 * and one of another officer takes none at all.
 */
export async function invite(
  table: Table,
  by: Membership | undefined,
  workspace: StoredWorkspace,
  given: NewBatch,
  { secret, at }: { readonly secret: string; readonly at: Date },
): Promise<InviteOutcome> {
  if (!by) return { kind: 'workspace_not_found' };
  const officer = officerOf(roleIn(by));
  if (officer.kind !== 'officer') return { kind: officer.kind };
  const { rows, inList } = given;
  const [refusedRole, ...others] = rows.flatMap(({ role }, row): RefusedRole[] => {
    if (!rolesIn(workspace.workspaceKind).includes(role)) return [{ row, refusal: 'role_not_of_workspace' }];
    return officer.over.includes(role) ? [] : [{ row, refusal: 'not_workspace_officer' }];
  });
  if (refusedRole) return { kind: 'roles_refused', roles: [refusedRole, ...others] };
  if (listRefusal(inList?.found, by) === 'list_id_taken')
    return { kind: 'list_refused', refusal: 'list_id_taken' };
  const batch = newBatch(by, given, secret, at);
  const { workspaceId, batchId, expiresAt } = batch;
  const created = rows.map(({ invitationId, role }) => ({
    workspaceId,
    invitationId,
    batchId,
    role,
    createdAt: at.toISOString(),
    expiresAt,
  }));
  const refused = await table.transact<'officer' | 'batch' | 'list' | `${'invitation' | 'token'} ${string}`>({
    officer: holdsRole(by, officer.orAbove),
    batch: {
      Put: {
        Item: invitationBatch.stored(batch),
        ConditionExpression: 'attribute_not_exists(pk) OR expiresAt <= :now',
        ExpressionAttributeValues: { ':now': at.toISOString() },
      },
    },
    ...(inList && { list: addToList(batch, inList, at) }),
    ...Object.fromEntries(created.flatMap((made) => invitationParts(made, secret))),
  });
  if (refused?.officer) return { kind: lostRoleRefusal(refused.officer.item) };
  const issue = (stored: StoredInvitation, of: InvitationBatch) => ({
    invitation: presentInvitation(stored, of, at),
    invitationToken: tokenOf(secret, stored.invitationId),
  });
  if (!refused) return { kind: 'invited', invitations: created.map((stored) => issue(stored, batch)) };
  const existing = invitationBatch.parseIfAny(refused.batch?.item);
  if (!existing) {
    if (!inList || !refused.list) return { kind: 'invitation_id_taken' };
    const found = invitationList.parseIfAny(refused.list.item);
    const refusal = listRefusal(found, by);
    if (refusal) return { kind: 'list_refused', refusal };
    // A concurrent call has changed the list.
    return invite(table, by, workspace, { ...given, inList: { ...inList, found } }, { secret, at });
  }
  const stored = (
    await table.getAll(existing.invitationIds.map((invitationId) => invitation.key({ invitationId })))
  ).map(invitation.parse);
  const found = new Map(stored.map((item) => [item.invitationId, item]));
  const ordered = existing.invitationIds.flatMap((id) => found.get(id) ?? []);
  if (!isRepeated(given, existing, ordered, secret)) return { kind: 'invitation_id_taken' };
  return { kind: 'invited_before', invitations: ordered.map((item) => issue(item, existing)) };
}

/** A batch to create. */
interface NewBatch {
  readonly batchId: string;
  readonly rows: readonly (Row & { invitationId: string })[];
  readonly inList?: InList | undefined;
}

/**
 * Whether a call repeats the one that created a batch. The reference of an invitation that was revoked since may be omitted, because
 * officers no longer see it.
 */
function isRepeated(
  { rows, inList }: NewBatch,
  existing: InvitationBatch,
  stored: readonly StoredInvitation[],
  secret: string,
): boolean {
  const { place } = inList ?? {};
  if (place?.listId !== existing.list?.listId || place?.firstRow !== existing.list?.firstRow) return false;
  if (rows.length !== stored.length) return false;
  return stored.every(({ role, revokedAt }, n) => {
    const row = rows[n];
    if (revokedAt && row?.reference === undefined) return row?.role === role;
    return row !== undefined && hashOfRow(secret, existing.batchId, row) === existing.rowHashes[n];
  });
}

function newBatch(
  { workspaceId, memberId: createdBy }: Membership,
  { batchId, rows, inList }: NewBatch,
  secret: string,
  at: Date,
): InvitationBatch {
  return {
    workspaceId,
    batchId,
    createdBy,
    ...(inList && { list: inList.place }),
    invitationIds: rows.map(({ invitationId }) => invitationId),
    roles: rows.map(({ role }) => role),
    rowHashes: rows.map((row) => hashOfRow(secret, batchId, row)),
    references: Object.fromEntries(
      rows.flatMap(({ invitationId, reference }) =>
        reference === undefined ? [] : [[invitationId, reference]],
      ),
    ),
    expiresAt: invitationExpiry(at).toISOString(),
  };
}

/** An invitation and its token, of which only the hash is stored. */
function invitationParts(created: StoredInvitation, secret: string): [string, Part][] {
  const { invitationId } = created;
  const tokenHash = fingerprint(tokenOf(secret, invitationId));
  return [
    [
      `invitation ${invitationId}`,
      { Put: { Item: invitation.stored(created), ConditionExpression: 'attribute_not_exists(pk)' } },
    ],
    [`token ${invitationId}`, { Put: { Item: invitationToken.stored({ ...created, tokenHash }) } }],
  ];
}

/**
 * Revokes an invitation until it expires, also one that was accepted, whose membership it leaves as it is. Otherwise the
 * outcome would tell the officer who has joined. Its reference is deleted. Revoking it again changes nothing.
 * @param found the result of `findInvitation`, in any workspace.
 */
export async function revoke(
  table: Table,
  by: Actor,
  found: StoredInvitation | undefined,
  at: Date,
): Promise<'revoked' | NoOfficer | 'invitation_not_found' | 'invitation_closed'> {
  const officer = officerOf(by.role);
  if (officer.kind !== 'officer') return officer.kind;
  if (found?.workspaceId !== by.workspaceId) return 'invitation_not_found';
  if (!officer.over.includes(found.role)) return 'not_workspace_officer';
  const refused = await table.transact({
    officer: holdsRole(by, officer.orAbove),
    invitation: {
      Update: {
        Key: invitation.key(found),
        UpdateExpression: 'SET revokedAt = if_not_exists(revokedAt, :now)',
        ConditionExpression: 'expiresAt > :now',
        ExpressionAttributeValues: { ':now': at.toISOString() },
      },
    },
    batch: removeReference(found),
  });
  if (!refused) return 'revoked';
  if (refused.officer) return lostRoleRefusal(refused.officer.item);
  return invitation.parseIfAny(refused.invitation?.item)?.revokedAt ? 'revoked' : 'invitation_closed';
}

/** A batch is kept until its invitations expire. Later, the transaction part fails, as that of the invitation does. */
function removeReference(of: StoredInvitation): Part {
  return {
    Update: {
      Key: invitationBatch.key(of),
      UpdateExpression: 'REMOVE #references.#id',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeNames: { '#references': 'references', '#id': of.invitationId },
    },
  };
}
