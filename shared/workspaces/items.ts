import * as z from 'zod/mini';
import { beginningWith, indexList, kind, partition } from '../table/item.ts';
import type { Condition, Part } from '../table/table.ts';
import { ConsentChange } from '../values/consents.ts';
import { AccountId, Timestamp, Uuid, version } from '../values/resources.ts';
import type { Role } from './roles.ts';
import { MedicalCertificate, WorkspaceKind, WorkspaceRole } from './schemas.ts';

/**
 * WORKSPACE#ID#<workspaceId> | WORKSPACE                      a corporate or merchant workspace
 *   gsi1 WORKSPACE#ALL | <createdAt>#<workspaceId>
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
 * A deletion request sets `accountClosed` on the memberships, so that reports can exclude them without reading the account. Medical
 * certificates count only with an open membership.
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

/** The memberships, accepted invitations and certificates of an account, which its data and its erasure read together. */
export const workspacesOfAccount = (accountId: AccountId) => ({
  pk: partition('WORKSPACE#ACCOUNT#', accountId),
});
/** The memberships of an account, including ended ones. */
export const membershipsOf = (accountId: AccountId) => ({
  ...workspacesOfAccount(accountId),
  ...beginningWith('MEMBER#'),
});
/** The invitations that an account has accepted. */
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
