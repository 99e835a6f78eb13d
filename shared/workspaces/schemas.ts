import * as z from 'zod/mini';
import { calendarDate, Timestamp, Uuid } from '../values/resources.ts';

/** Items of workspaces, as their operations and `getAccountData` return them. */

export const WorkspaceKind = z.enum(['corporate', 'merchant']);
export const WorkspaceRole = z.enum(['owner', 'hr_admin', 'member', 'staff']);

/** A workspace of the caller, with the caller's role. */
export const OwnMembership = z.strictObject({
  workspaceId: Uuid,
  name: z.string(),
  workspaceKind: WorkspaceKind,
  role: WorkspaceRole,
  joinedAt: Timestamp,
});

export const Invitation = z.strictObject({
  id: Uuid,
  workspaceId: Uuid,
  role: z.enum(['hr_admin', 'member', 'staff']),
  status: z.enum(['pending', 'accepted', 'revoked', 'expired']),
  createdAt: Timestamp,
  expiresAt: Timestamp,
  acceptedAt: z.optional(Timestamp),
  revokedAt: z.optional(Timestamp),
});

/** A request, as returned to its employee. It has the days of an absence and never a diagnosis. */
export const MedicalCertificate = z.strictObject({
  id: Uuid,
  workspaceId: Uuid,
  status: z.enum(['draft', 'submitted', 'approved', 'rejected', 'withdrawn']),
  firstDay: calendarDate(),
  lastDay: calendarDate(),
  sharingConsent: z.boolean(),
  createdAt: Timestamp,
  submittedAt: z.optional(Timestamp),
  decidedAt: z.optional(Timestamp),
  withdrawnAt: z.optional(Timestamp),
});
