import {
  ACCESS_REQUEST_ID,
  PRACTITIONER_ACCOUNT_ID,
  PRACTITIONER_ID,
  RECORD_ID,
} from '../values/ids.examples.ts';
import { APPROVED_ACCESS_HOURS, PENDING_REQUEST_MINUTES } from '../values/limits.ts';
import { type Meanings, meaningsOf } from '../values/meanings.ts';
import { AccessLogEntry, AccessRequest, ClinicalRecord, Practitioner, Verification } from './schemas.ts';

const verified = {
  id: 'The id of the practitioner, which stays the same after a renewal, a withdrawal and a new verification. It is not the account id.',
  name: 'The name of the practitioner',
  licenseAuthority: 'The authority that issued the licence',
  licenseNumber: 'The number of the licence',
  specialistRegistration: 'The registration as a specialist; omitted for practitioners without one',
  specialty: 'The field of medicine',
  organization: 'The clinic or hospital',
  verifiedAt: 'When an administrator entered or renewed the verification',
  verificationValidUntil: 'When the verification ends',
} satisfies Meanings<typeof Practitioner.shape>;

export const meanings = [
  meaningsOf(Practitioner, verified),
  meaningsOf(Verification, {
    ...verified,
    accountId: 'The account of the practitioner',
    verifiedSince:
      'Since when the verification has been valid without interruption; omitted after a withdrawal',
    withdrawnAt:
      'When an administrator withdrew the verification, or when it ended with the account; omitted while it stands',
  }),
  meaningsOf(AccessRequest, {
    id: 'The id of the request',
    status:
      'The state of the request. Only `approved` allows reading and adding records. `expired` also follows from the time alone.',
    practitioner: 'The practitioner, as verified when the request was made',
    requestedAt: 'When the practitioner made the request',
    pendingExpiresAt: `When the request expires if the patient does not decide: ${PENDING_REQUEST_MINUTES} minutes after it was made`,
    approvedAt: 'When the patient approved the request; omitted before',
    expiresAt: `When the approved access ends: ${APPROVED_ACCESS_HOURS} hours after the approval; omitted before`,
    deniedAt: 'When the patient denied the request; omitted otherwise',
    revokedAt: 'When the patient revoked the access, or the practitioner gave it up; omitted otherwise',
    purpose: 'What the patient allows the access for',
    scope: 'What the patient allows',
    noticeVersion: 'The version of the notice that the patient sees, labelled with its date',
  }),
  meaningsOf(ClinicalRecord, {
    id: 'The id of the note',
    accessRequestId: 'The access request under which the note was added',
    practitionerId: 'The id of the author',
    practitionerName: 'The author, as verified when the note was written',
    practitionerOrganization: 'The clinic or hospital of the author at that time',
    title: 'The title of the note, one line of plain text',
    body: 'The text of the note',
    consultedAt: 'When the consultation took place',
    createdAt: 'When the note was added',
    enteredInError: {
      meaning: 'When and why the author marked the note as entered in error; omitted for other notes',
      properties: {
        at: 'When the author marked the note',
        reason: 'Why the note is wrong, in the words of its author',
      },
    },
  }),
  meaningsOf(AccessLogEntry, {
    id: 'The id of the entry',
    at: 'When the practitioner used the records',
    action: 'What the practitioner did',
    accessRequestId: 'The access request under which it happened',
    practitionerId: 'The id of the practitioner',
    practitionerName: 'The name of the practitioner, as verified at that time',
    recordId: 'The note that was added, marked or returned again; omitted for pages of notes',
  }),
];

export const enteredVerification = {
  name: 'Dr Nurul Aisyah binti Rahman',
  licenseAuthority: 'Majlis Perubatan Malaysia',
  licenseNumber: 'MPM 58231',
  specialistRegistration: 'NSR 134502',
  specialty: 'Family medicine',
  organization: 'Klinik Kesihatan Ampang',
  verificationValidUntil: '2026-12-31T15:59:59.000Z',
};

export const practitioner = {
  id: PRACTITIONER_ID,
  ...enteredVerification,
  verifiedAt: '2025-11-20T03:00:00.000Z',
};
export const verification = {
  ...practitioner,
  accountId: PRACTITIONER_ACCOUNT_ID,
  verifiedSince: '2024-12-02T06:45:00.000Z',
};

export const accessRequest = {
  id: ACCESS_REQUEST_ID,
  status: 'pending' as const,
  practitioner,
  requestedAt: '2026-03-02T02:15:09.412Z',
  pendingExpiresAt: '2026-03-02T02:30:09.412Z',
  purpose: 'consultation_recordkeeping' as const,
  scope: 'read_and_add' as const,
  noticeVersion: '2026-01-01',
};

export const record = {
  id: RECORD_ID,
  accessRequestId: ACCESS_REQUEST_ID,
  practitionerId: PRACTITIONER_ID,
  practitionerName: practitioner.name,
  practitionerOrganization: practitioner.organization,
  title: 'Blood pressure check',
  body: '128/82 at rest. Walks daily since January. Next check in three months.',
  consultedAt: '2026-03-02T02:25:00.000Z',
  createdAt: '2026-03-02T02:31:20.554Z',
};

export const accessLogEntry = {
  id: '5a3f6f2e-0b1d-4c8e-9f7a-2d4b6c8e0a13',
  at: record.createdAt,
  action: 'record_added' as const,
  accessRequestId: ACCESS_REQUEST_ID,
  practitionerId: PRACTITIONER_ID,
  practitionerName: practitioner.name,
  recordId: RECORD_ID,
};
