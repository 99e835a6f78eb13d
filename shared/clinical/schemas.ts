import * as z from 'zod/mini';
import { AccountId, Timestamp, Uuid } from '../values/resources.ts';

/** Clinical items, as the clinical operations and `getAccountData` return them. */

/**
 * A verified practitioner. Verifications and access requests store the same fields. The id belongs to the practitioner's
 * verification and survives everything that happens to it. It is not the account id.
 */
export const Practitioner = z.strictObject({
  id: Uuid,
  name: z.string(),
  licenseAuthority: z.string(),
  licenseNumber: z.string(),
  specialistRegistration: z.optional(z.string()),
  specialty: z.string(),
  organization: z.string(),
  verifiedAt: Timestamp,
  verificationValidUntil: Timestamp,
});

export const AccessRequest = z.strictObject({
  id: Uuid,
  status: z.enum(['pending', 'approved', 'denied', 'revoked', 'expired']),
  practitioner: Practitioner,
  requestedAt: Timestamp,
  pendingExpiresAt: Timestamp,
  approvedAt: z.optional(Timestamp),
  expiresAt: z.optional(Timestamp),
  deniedAt: z.optional(Timestamp),
  revokedAt: z.optional(Timestamp),
  purpose: z.literal('consultation_recordkeeping'),
  scope: z.literal('read_and_add'),
  noticeVersion: z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/)),
});

export const ClinicalRecord = z.strictObject({
  id: Uuid,
  accessRequestId: Uuid,
  practitionerId: Uuid,
  practitionerName: z.string(),
  practitionerOrganization: z.string(),
  title: z.string(),
  body: z.string(),
  consultedAt: Timestamp,
  createdAt: Timestamp,
  enteredInError: z.optional(z.strictObject({ at: Timestamp, reason: z.string() })),
});

export const AccessLogEntry = z.strictObject({
  id: Uuid,
  at: Timestamp,
  action: z.enum(['records_read', 'record_added', 'record_marked_in_error']),
  accessRequestId: Uuid,
  practitionerId: Uuid,
  practitionerName: z.string(),
  recordId: z.optional(Uuid),
});

/** The verification of a practitioner, as administrators and the practitioner see it. */
export const Verification = z.extend(Practitioner, {
  accountId: AccountId,
  /** Start of the uninterrupted verification; omitted after a withdrawal. */
  verifiedSince: z.optional(Timestamp),
  withdrawnAt: z.optional(Timestamp),
});
