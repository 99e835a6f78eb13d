import * as z from 'zod/mini';
import { beginningWith, epochSeconds, indexList, kind, partition } from '../table/item.ts';
import type { Condition, Part } from '../table/table.ts';
import { addDays, endOfDay, malaysianDate } from '../values/calendar.ts';
import { days, later } from '../values/clock.ts';
import { ConsentChange } from '../values/consents.ts';
import { INVITATION_DAYS } from '../values/limits.ts';
import { AccountId, Timestamp, Uuid, version } from '../values/resources.ts';
import type { Role } from './roles.ts';
import {
  BatchInList,
  invitationFields,
  MedicalCertificate,
  RoleBesideOwner,
  WorkspaceKind,
  WorkspaceRole,
} from './schemas.ts';

/**
 * WORKSPACE#ID#<workspaceId> | WORKSPACE                      a corporate or merchant workspace
 *   gsi1 WORKSPACE#ALL | <createdAt>#<workspaceId>
 * WORKSPACE#INVITATION#<invitationId> | INVITATION            an invitation and its outcome
 *   gsi1 WORKSPACE#INVITATIONS#<workspaceId> | <createdAt>#<invitationId>
 * WORKSPACE#INVITATION-TOKEN#<sha256 of the token> | TOKEN    the invitation of a token; ttl = one day after its expiry
 * WORKSPACE#BATCH#<workspaceId> | <batchId>                   invitations that were created together, and their references;
 *                                                             ttl = their expiry
 * WORKSPACE#LIST#<workspaceId> | <listId>                     the batches of one upload; ttl = the expiry of the last one
 * WORKSPACE#ACCOUNT#<accountId> | MEMBER#<workspaceId>        an account's latest membership of a workspace
 *   gsi1 WORKSPACE#MEMBERS#<workspaceId> | <memberId>
 * WORKSPACE#ACCOUNT#<accountId> | CERTIFICATE#<certificateId>   a medical-certificate request: its days, never a diagnosis
 *   gsi1 WORKSPACE#CERTIFICATES#<workspaceId> | <lastDay>#<certificateId>   once submitted, while shared
 *   gsi2 WORKSPACE#CERTIFICATES-OF#<accountId> | <createdAt>#<certificateId>
 * WORKSPACE#ACCOUNT#<accountId> | ACCEPTED#<invitationId>     an invitation that the account has accepted
 * WORKSPACE#ACCOUNT#<accountId> | CONSENTS#REFERENCE#<workspaceId>, CONSENTS#CERTIFICATE#<certificateId>
 *                                                             the record of the consent to share a reference or a certificate
 * WORKSPACE#DRAFTS#<accountId> | COUNT                        the number of medical-certificate drafts of an account
 *
 * The `ownerId` of a workspace and the one membership with the role `owner` change in one transaction.
 * A deletion request sets `accountClosed` on the memberships, and on the invitations that the account has accepted, so that
 * reports can exclude them without reading the account. Medical certificates count only with an open membership.
 */
export const allWorkspaces = indexList('gsi1', 'WORKSPACE#ALL');

export const workspace = kind({
  prefix: 'WORKSPACE#ID#',
  shape: z.object({
    id: Uuid,
    name: z.string(),
    workspaceKind: WorkspaceKind,
    /** Absent after the erasure of the owner's account. */
    ownerId: z.optional(AccountId),
    createdAt: Timestamp,
  }),
  key: ({ id }: { id: string }) => ({ pk: partition('WORKSPACE#ID#', id), sk: 'WORKSPACE' }),
  indexes: ({ id, createdAt }) => ({
    gsi1: { ...allWorkspaces, sk: `${createdAt}#${id}` },
  }),
});
export type StoredWorkspace = ReturnType<typeof workspace.parse>;

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

/** All workspace items of an account. */
export const workspacesOfAccount = (accountId: AccountId) => ({
  pk: partition('WORKSPACE#ACCOUNT#', accountId),
});
export const membershipsOf = (accountId: AccountId) => ({
  ...workspacesOfAccount(accountId),
  ...beginningWith('MEMBER#'),
});
export const acceptancesOf = (accountId: AccountId) => ({
  ...workspacesOfAccount(accountId),
  ...beginningWith('ACCEPTED#'),
});
/** An account's medical-certificate requests in any state, sorted by id. */
export const certificatesById = (accountId: AccountId) => ({
  ...workspacesOfAccount(accountId),
  ...beginningWith('CERTIFICATE#'),
});
/** The memberships of a workspace, including ended ones, sorted by the time at which the account first joined. */
export const membersOf = (workspaceId: string) => indexList('gsi1', 'WORKSPACE#MEMBERS#', workspaceId);

interface MembershipKey {
  readonly accountId: AccountId;
  readonly workspaceId: string;
}

export const membership = kind({
  prefix: 'WORKSPACE#ACCOUNT#',
  shape: z.object({
    accountId: AccountId,
    workspaceId: Uuid,
    /**
     * The time-ordered id by which the workspace knows the account, and which no other list has. The first joining creates it,
     * and rejoining keeps it.
     */
    memberId: Uuid,
    role: WorkspaceRole,
    joinedAt: Timestamp,
    endedAt: z.optional(Timestamp),
    /** When an officer last ended the membership. Invitations from before then no longer admit the account. */
    removedAt: z.optional(Timestamp),
    /** The copy of the invitation's reference. It ends with the membership. */
    reference: z.optional(z.string()),
    /** Whether the member shares the reference with the officers. */
    shareReference: z.optional(z.boolean()),
    accountClosed: z.optional(z.boolean()),
  }),
  key: ({ accountId, workspaceId }: MembershipKey) => ({
    ...workspacesOfAccount(accountId),
    sk: `MEMBER#${workspaceId}`,
  }),
  indexes: ({ workspaceId, memberId }) => ({
    gsi1: { ...membersOf(workspaceId), sk: memberId },
  }),
});
export type Membership = ReturnType<typeof membership.parse>;

/** A membership of an account, or the one with this id, which a list has shown. */
export type MembershipOf = MembershipKey & Partial<Pick<Membership, 'memberId'>>;

/** The condition that a membership has not ended and has one of these roles, and the id by which it was found, if any. */
export function inRole(
  roles: readonly Role[],
  { memberId }: Partial<Pick<Membership, 'memberId'>> = {},
): Condition & { readonly ConditionExpression: string } {
  const values = roles.map((role, n) => [`:role${n}`, role] as const);
  const conditions = [
    'attribute_not_exists(endedAt)',
    `#role IN (${values.map(([name]) => name).join(', ')})`,
    ...(memberId === undefined ? [] : ['memberId = :member']),
  ];
  return {
    ConditionExpression: conditions.join(' AND '),
    ExpressionAttributeNames: { '#role': 'role' },
    ExpressionAttributeValues: {
      ...Object.fromEntries(values),
      ...(memberId !== undefined && { ':member': memberId }),
    },
  };
}

/** A transaction part that fails when an account no longer has one of these roles in a workspace. */
export function holdsRole(of: MembershipOf, roles: readonly Role[]): Part {
  return { ConditionCheck: { Key: membership.key(of), ...inRole(roles, of) } };
}

/** The medical-certificate requests that are shared with a workspace, sorted by their last day. */
export const sharedCertificates = (workspaceId: string) =>
  indexList('gsi1', 'WORKSPACE#CERTIFICATES#', workspaceId);
/** An account's own medical-certificate requests, sorted by creation time. */
export const certificatesOf = (accountId: AccountId) =>
  indexList('gsi2', 'WORKSPACE#CERTIFICATES-OF#', accountId);

export const certificate = kind({
  prefix: 'WORKSPACE#ACCOUNT#',
  shape: z.object({
    accountId: AccountId,
    ...MedicalCertificate.shape,
  }),
  key: ({ accountId, id }: { accountId: AccountId; id: string }) => ({
    ...workspacesOfAccount(accountId),
    sk: `CERTIFICATE#${id}`,
  }),
  indexes: ({ id, accountId, workspaceId, lastDay, createdAt, submittedAt, sharingConsent }) => ({
    gsi1:
      submittedAt && sharingConsent
        ? { ...sharedCertificates(workspaceId), sk: `${lastDay}#${id}` }
        : undefined,
    gsi2: { ...certificatesOf(accountId), sk: `${createdAt}#${id}` },
  }),
});
export type Certificate = ReturnType<typeof certificate.parse>;

/** True while the account works in the workspace and is open. Its certificates count and are shown only then. */
export const isEmployed = (found: Membership | undefined): boolean =>
  found !== undefined && found.endedAt === undefined && !found.accountClosed;

/** The reference that the officers may see of a member. */
export const sharedReference = (found: Membership | undefined): string | undefined =>
  found?.shareReference ? found.reference : undefined;

export const certificateDrafts = kind({
  prefix: 'WORKSPACE#DRAFTS#',
  shape: z.object({ accountId: AccountId, drafts: z.int() }),
  key: ({ accountId }: { accountId: AccountId }) => ({
    pk: partition('WORKSPACE#DRAFTS#', accountId),
    sk: 'COUNT',
  }),
});

export const acceptance = kind({
  prefix: 'WORKSPACE#ACCOUNT#',
  shape: z.object({ accountId: AccountId, invitationId: Uuid }),
  key: ({ accountId, invitationId }: { accountId: AccountId; invitationId: string }) => ({
    ...workspacesOfAccount(accountId),
    sk: `ACCEPTED#${invitationId}`,
  }),
});

/** What a member shares with the officers of a workspace: the reference in the membership, or one certificate. */
const SHARED = { reference: 'REFERENCE', certificate: 'CERTIFICATE' } as const;

interface SharingKey {
  readonly accountId: AccountId;
  readonly shared: keyof typeof SHARED;
  /** The id of the workspace or of the certificate. */
  readonly id: string;
}

/** The record of the consent to share something. It outlives the membership. */
export const sharingConsent = kind({
  prefix: 'WORKSPACE#ACCOUNT#',
  shape: z.object({
    accountId: AccountId,
    shared: z.enum(['reference', 'certificate']),
    id: Uuid,
    changes: z.array(ConsentChange),
    version: version(),
  }),
  key: ({ accountId, shared, id }: SharingKey) => ({
    ...workspacesOfAccount(accountId),
    sk: `CONSENTS#${SHARED[shared]}#${id}`,
  }),
});
export type SharingConsent = ReturnType<typeof sharingConsent.parse>;
