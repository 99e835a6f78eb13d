import * as z from 'zod/mini';
import { epochSeconds, indexList, kind, partition } from '../table/item.ts';
import { addDays, endOfDay, malaysianDate } from '../values/calendar.ts';
import { days, later } from '../values/clock.ts';
import { INVITATION_DAYS } from '../values/limits.ts';
import { Timestamp, Uuid } from '../values/resources.ts';
import { BatchInList, invitationFields, RoleBesideOwner } from './schemas.ts';

/**
 * WORKSPACE#INVITATION#<invitationId> | INVITATION            an invitation and its outcome
 *   gsi1 WORKSPACE#INVITATIONS#<workspaceId> | <createdAt>#<invitationId>
 * WORKSPACE#INVITATION-TOKEN#<sha256 of the token> | TOKEN    the invitation of a token; ttl = one day after its expiry
 * WORKSPACE#BATCH#<workspaceId> | <batchId>                   invitations that were created together, and their references;
 *                                                             ttl = their expiry
 * WORKSPACE#LIST#<workspaceId> | <listId>                     the batches of one upload; ttl = the expiry of the last one
 *
 * A deletion request sets `accountClosed` on the invitations that the account has accepted, so that reports can exclude them without
 * reading the account.
 */

/** A token is kept for one day after its expiry, so that an expired token is not reported as unknown. */
const TOKEN_REMEMBERED = days(1);

/** The invitations to a workspace, sorted by creation time. */
export const invitationsInto = (workspaceId: string) =>
  indexList('gsi1', 'WORKSPACE#INVITATIONS#', workspaceId);

export const invitation = kind({
  prefix: 'WORKSPACE#INVITATION#',
  shape: z.object({
    invitationId: Uuid,
    /** The batch with which it was created, which holds its reference. */
    batchId: Uuid,
    ...invitationFields,
    /** Officers never see it: it is also the time at which a member joined. */
    acceptedAt: z.optional(Timestamp),
    accountClosed: z.optional(z.boolean()),
  }),
  key: ({ invitationId }: { invitationId: string }) => ({
    pk: partition('WORKSPACE#INVITATION#', invitationId),
    sk: 'INVITATION',
  }),
  indexes: ({ workspaceId, createdAt, invitationId }) => ({
    gsi1: { ...invitationsInto(workspaceId), sk: `${createdAt}#${invitationId}` },
  }),
});
export type Invitation = ReturnType<typeof invitation.parse>;

/** The time at which an invitation expires: the end of a Malaysian day, so that all invitations of a day expire together. */
export const invitationExpiry = (createdAt: Date): Date =>
  endOfDay(addDays(malaysianDate(createdAt), INVITATION_DAYS));

/**
 * The status of an invitation that its officers see at a moment. It does not depend on whether the invitation was accepted, and
 * the invitation is closed from `expiresAt` on, inclusive.
 */
export function invitationStatus(
  { revokedAt, expiresAt }: Pick<Invitation, 'revokedAt' | 'expiresAt'>,
  at: Date,
) {
  if (revokedAt) return 'revoked';
  return expiresAt <= at.toISOString() ? 'closed' : 'pending';
}

export const invitationToken = kind({
  prefix: 'WORKSPACE#INVITATION-TOKEN#',
  shape: z.object({
    tokenHash: z.string(),
    invitationId: Uuid,
    workspaceId: Uuid,
    batchId: Uuid,
    expiresAt: Timestamp,
  }),
  key: ({ tokenHash }: { tokenHash: string }) => ({
    pk: partition('WORKSPACE#INVITATION-TOKEN#', tokenHash),
    sk: 'TOKEN',
  }),
  ttl: ({ expiresAt }) => epochSeconds(later(new Date(expiresAt), TOKEN_REMEMBERED)),
});

export const invitationBatch = kind({
  prefix: 'WORKSPACE#BATCH#',
  shape: z.object({
    workspaceId: Uuid,
    batchId: Uuid,
    /** The membership of the officer who created it. Whether it may still give the roles is decided when they are accepted. */
    createdBy: Uuid,
    list: z.optional(BatchInList),
    /** In the order of the rows, as the following lists. */
    invitationIds: z.array(Uuid),
    roles: z.array(RoleBesideOwner),
    /** Recognize the rows when the call is repeated. */
    rowHashes: z.array(z.string()),
    /** By the id of the invitation. A revoked invitation has no reference. */
    references: z.record(z.string(), z.string()),
    /** Set when the whole list was revoked. */
    revokedAt: z.optional(Timestamp),
    expiresAt: Timestamp,
  }),
  key: ({ workspaceId, batchId }: { workspaceId: string; batchId: string }) => ({
    pk: partition('WORKSPACE#BATCH#', workspaceId),
    sk: batchId,
  }),
  ttl: ({ expiresAt }) => epochSeconds(new Date(expiresAt)),
});
export type InvitationBatch = ReturnType<typeof invitationBatch.parse>;

/** The batches of one upload, whose id the client chooses. Only the officer who began a list adds batches to it. */
export const invitationList = kind({
  prefix: 'WORKSPACE#LIST#',
  shape: z.object({
    workspaceId: Uuid,
    listId: Uuid,
    /** The membership of that officer. */
    createdBy: Uuid,
    batchIds: z.array(Uuid),
    /** No batch is added from then on. */
    revokedAt: z.optional(Timestamp),
    expiresAt: Timestamp,
  }),
  key: ({ workspaceId, listId }: { workspaceId: string; listId: string }) => ({
    pk: partition('WORKSPACE#LIST#', workspaceId),
    sk: listId,
  }),
  ttl: ({ expiresAt }) => epochSeconds(new Date(expiresAt)),
});
export type InvitationList = ReturnType<typeof invitationList.parse>;
