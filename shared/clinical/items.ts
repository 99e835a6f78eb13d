import * as z from 'zod/mini';
import { epochSeconds, indexList, kind, partition } from '../table/item.ts';
import { keptUntil } from '../table/retention.ts';
import { days, later } from '../values/clock.ts';
import { AccountId, Timestamp, Uuid } from '../values/resources.ts';
import { Practitioner } from './schemas.ts';

/**
 * CLINICAL#TOKEN#<sha256 of the token> | TOKEN        a QR token: its patient, its expiry, and the request that it became
 * CLINICAL#PRACTITIONER#<accountId> | VERIFICATION    a verification that an administrator entered by hand
 *   gsi1 CLINICAL#PRACTITIONERS | <verificationValidUntil>#<accountId>    until the account is erased; then ttl = seven years later
 *   gsi2 CLINICAL#PRACTITIONER-ID#<practitionerId> | <accountId>
 * CLINICAL#REQUEST#<requestId> | REQUEST              an access request, with the practitioner as verified at that time
 *   gsi1 CLINICAL#OF-PATIENT#<accountId> | <requestedAt>#<requestId>
 *   gsi2 CLINICAL#OF-PRACTITIONER#<accountId> | <requestedAt>#<requestId>
 * CLINICAL#RECORDS#<patient's accountId> | <createdAt>#<recordId>   a consultation note
 * CLINICAL#RECORD-ID#<patient's accountId> | <recordId>           the record with this id, so that a retry does not add it again
 * CLINICAL#LOG#<patient's accountId> | <at>#<entryId>               one use of the records; entries never change
 *   gsi1 CLINICAL#LOG-OF-PRACTITIONER#<accountId> | <at>#<entryId>
 *
 * A practitioner has two ids. The `practitionerId` is public and belongs to the verification. The `accountId` is for keys and
 * rules: who the author of a record is, is decided by the account.
 *
 * Items that must be kept after the erasure of the patient's account get a TTL: seven years after their creation.
 */

/**
 * A practitioner as stored: `id` is the public practitioner id. Like every stored item, it may have fields that the code does
 * not know.
 */
export const StoredPractitioner = z.object({ ...Practitioner.shape, accountId: AccountId });

/** A token is kept for one day after its expiry, so that a used or expired token is not reported as unknown. */
const TOKEN_REMEMBERED = days(1);

export const qrToken = kind({
  prefix: 'CLINICAL#TOKEN#',
  shape: z.object({
    tokenHash: z.string(),
    patientId: AccountId,
    issuedAt: Timestamp,
    expiresAt: Timestamp,
    consumedAt: z.optional(Timestamp),
    requestId: z.optional(Uuid),
  }),
  key: ({ tokenHash }: { tokenHash: string }) => ({
    pk: partition('CLINICAL#TOKEN#', tokenHash),
    sk: 'TOKEN',
  }),
  ttl: ({ expiresAt }) => epochSeconds(later(new Date(expiresAt), TOKEN_REMEMBERED)),
});

/** The verifications of all accounts that are not erased, sorted by the end of their validity. */
export const practitioners = indexList('gsi1', 'CLINICAL#PRACTITIONERS');

/** Holds one verification at most: a practitioner keeps the id when the verification is renewed. */
export const verificationWithId = (id: string) => indexList('gsi2', 'CLINICAL#PRACTITIONER-ID#', id);

export const practitionerVerification = kind({
  prefix: 'CLINICAL#PRACTITIONER#',
  shape: z.extend(StoredPractitioner, {
    /** The start of the uninterrupted verification. A renewal keeps it, and a withdrawal removes it. */
    verifiedSince: z.optional(Timestamp),
    withdrawnAt: z.optional(Timestamp),
    /** When the account was erased. What was verified is kept, so that entries in logs still lead to a person. */
    erasedAt: z.optional(Timestamp),
  }),
  key: ({ accountId }: { accountId: AccountId }) => ({
    pk: partition('CLINICAL#PRACTITIONER#', accountId),
    sk: 'VERIFICATION',
  }),
  indexes: ({ id, accountId, verificationValidUntil, erasedAt }) => ({
    gsi1: erasedAt ? undefined : { ...practitioners, sk: `${verificationValidUntil}#${accountId}` },
    gsi2: { ...verificationWithId(id), sk: accountId },
  }),
  ttl: ({ erasedAt }) => (erasedAt === undefined ? undefined : keptUntil(erasedAt)),
});
export type StoredVerification = ReturnType<typeof practitionerVerification.parse>;

/** The access requests of a patient in any state, sorted by creation time. */
export const requestsOfPatient = (accountId: AccountId) =>
  indexList('gsi1', 'CLINICAL#OF-PATIENT#', accountId);
/** The access requests that a practitioner has made, in any state, sorted by creation time. */
export const requestsOfPractitioner = (accountId: AccountId) =>
  indexList('gsi2', 'CLINICAL#OF-PRACTITIONER#', accountId);

export const accessRequest = kind({
  prefix: 'CLINICAL#REQUEST#',
  shape: z.object({
    id: Uuid,
    status: z.enum(['pending', 'approved', 'denied', 'revoked']),
    patientId: AccountId,
    practitioner: StoredPractitioner,
    /** The verification under which the request was made. The access ends with it permanently. */
    verifiedSince: Timestamp,
    requestedAt: Timestamp,
    pendingExpiresAt: Timestamp,
    approvedAt: z.optional(Timestamp),
    expiresAt: z.optional(Timestamp),
    deniedAt: z.optional(Timestamp),
    revokedAt: z.optional(Timestamp),
    purpose: z.literal('consultation_recordkeeping'),
    scope: z.literal('read_and_add'),
    noticeVersion: z.string(),
  }),
  key: ({ id }: { id: string }) => ({ pk: partition('CLINICAL#REQUEST#', id), sk: 'REQUEST' }),
  indexes: ({ id, patientId, practitioner, requestedAt }) => ({
    gsi1: { ...requestsOfPatient(patientId), sk: `${requestedAt}#${id}` },
    gsi2: { ...requestsOfPractitioner(practitioner.accountId), sk: `${requestedAt}#${id}` },
  }),
});
export type StoredRequest = ReturnType<typeof accessRequest.parse>;

/** A patient's consultation notes, sorted by creation time. */
export const recordsOf = (patientId: AccountId) => ({ pk: partition('CLINICAL#RECORDS#', patientId) });

export const record = kind({
  prefix: 'CLINICAL#RECORDS#',
  shape: z.object({
    id: Uuid,
    patientId: AccountId,
    accessRequestId: Uuid,
    practitionerId: Uuid,
    practitionerAccountId: AccountId,
    /** The author as verified when the record was written. It is a part of the record, so no erasure and no renewal changes it. */
    practitionerName: z.string(),
    practitionerOrganization: z.string(),
    title: z.string(),
    body: z.string(),
    consultedAt: Timestamp,
    createdAt: Timestamp,
    /** Set once by the author. The record itself is never changed. */
    enteredInError: z.optional(z.object({ at: Timestamp, reason: z.string() })),
  }),
  key: ({ patientId, createdAt, id }: { patientId: AccountId; createdAt: string; id: string }) => ({
    ...recordsOf(patientId),
    sk: `${createdAt}#${id}`,
  }),
});
export type StoredRecord = ReturnType<typeof record.parse>;

/** The ids of a patient's records. Each id is unique for the patient and leads to its record. */
export const recordIdsOf = (patientId: AccountId) => ({ pk: partition('CLINICAL#RECORD-ID#', patientId) });

export const recordPointer = kind({
  prefix: 'CLINICAL#RECORD-ID#',
  shape: z.object({
    id: Uuid,
    patientId: AccountId,
    accessRequestId: Uuid,
    practitionerAccountId: AccountId,
    createdAt: Timestamp,
  }),
  key: ({ patientId, id }: { patientId: AccountId; id: string }) => ({ ...recordIdsOf(patientId), sk: id }),
});

/** A patient's access log, sorted by time. */
export const accessLogOf = (patientId: AccountId) => ({ pk: partition('CLINICAL#LOG#', patientId) });

/** What a practitioner has read and added, in the records of all patients, sorted by time. */
export const accessLogOfPractitioner = (accountId: AccountId) =>
  indexList('gsi1', 'CLINICAL#LOG-OF-PRACTITIONER#', accountId);

export const logEntry = kind({
  prefix: 'CLINICAL#LOG#',
  shape: z.object({
    id: Uuid,
    patientId: AccountId,
    at: Timestamp,
    action: z.enum(['records_read', 'record_added', 'record_marked_in_error']),
    accessRequestId: Uuid,
    practitionerId: Uuid,
    practitionerAccountId: AccountId,
    recordId: z.optional(Uuid),
  }),
  key: ({ patientId, at, id }: { patientId: AccountId; at: string; id: string }) => ({
    ...accessLogOf(patientId),
    sk: `${at}#${id}`,
  }),
  indexes: ({ practitionerAccountId, at, id }) => ({
    gsi1: { ...accessLogOfPractitioner(practitionerAccountId), sk: `${at}#${id}` },
  }),
});
export type LogEntry = ReturnType<typeof logEntry.parse>;
