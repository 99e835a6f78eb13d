import * as z from 'zod/mini';
import { MAX_BATCH_INVITATIONS, MAX_LIST_ROWS, MAX_REFERENCE } from '../values/limits.ts';
import { calendarDate, line, Timestamp, Uuid } from '../values/resources.ts';
import { CERTIFICATE_STATUSES } from './certificate-statuses.ts';
import { ROLES, ROLES_BESIDE_OWNER, WORKSPACE_KINDS } from './roles.ts';

/** Items of workspaces, as their operations and `getAccountData` return them. */

export const WorkspaceKind = z.enum(WORKSPACE_KINDS);
export const WorkspaceRole = z.enum(ROLES);
export const RoleBesideOwner = z.enum(ROLES_BESIDE_OWNER);

/** A workspace of the caller, with the caller's role. */
export const OwnMembership = z.strictObject({
  workspaceId: Uuid,
  memberId: Uuid,
  memberCode: z.string(),
  name: z.string(),
  workspaceKind: WorkspaceKind,
  role: WorkspaceRole,
  joinedAt: Timestamp,
  reference: z.optional(z.string()),
  /** Absent without a reference. */
  shareReference: z.optional(z.boolean()),
});

/** What is stored of an invitation and also shown. */
export const invitationFields = {
  workspaceId: Uuid,
  role: RoleBesideOwner,
  createdAt: Timestamp,
  expiresAt: Timestamp,
  revokedAt: z.optional(Timestamp),
};

/** What an officer calls an invited person, such as a staff number. */
export const reference = () => line(MAX_REFERENCE);

export const InvitationStatus = z.enum(['pending', 'closed', 'revoked']);

/** The list that an officer uploaded, and the row of it that is the first one of a batch. */
export const BatchInList = z.strictObject({
  listId: Uuid,
  firstRow: z.int().check(z.minimum(1), z.maximum(MAX_LIST_ROWS)),
});

/** The batch with which an invitation was created: what repeats the call that returned its token. */
export const BatchOfInvitation = z.strictObject({
  batchId: Uuid,
  row: z.int().check(z.minimum(1), z.maximum(MAX_BATCH_INVITATIONS)),
  createdBy: Uuid,
  list: z.optional(BatchInList),
});

/** An invitation, as the officers of its workspace see it. Accepting it changes nothing in this form. */
export const Invitation = z.strictObject({
  id: Uuid,
  status: InvitationStatus,
  ...invitationFields,
  reference: z.optional(z.string()),
  /** Absent once the invitation has expired. */
  batch: z.optional(BatchOfInvitation),
});

/** An invitation, as the account that accepted it sees it. */
export const AcceptedInvitation = z.strictObject({ id: Uuid, ...invitationFields, acceptedAt: Timestamp });

/** A request, as returned to its employee. It has the days of an absence and never a diagnosis. */
export const MedicalCertificate = z.strictObject({
  id: Uuid,
  workspaceId: Uuid,
  status: z.enum(CERTIFICATE_STATUSES),
  firstDay: calendarDate(),
  lastDay: calendarDate(),
  /** The employee shares this request with the workspace. Withdrawing the consent resets it. */
  sharingConsent: z.boolean(),
  createdAt: Timestamp,
  /** Absent on a draft, and on a draft that was withdrawn. */
  submittedAt: z.optional(Timestamp),
  decidedAt: z.optional(Timestamp),
  /** In the words of the officer. It is not called a reason, because that could be the one of the absence. */
  rejectionReason: z.optional(z.string()),
  withdrawnAt: z.optional(Timestamp),
});
