import type { Examples } from './example.ts';
import { ACCESS_REQUEST_ID, CURSOR, EMPLOYEE_ID, PRACTITIONER_ID } from './names.ts';

const verification = {
  name: 'Dr Nurul Aisyah binti Rahman',
  licenseAuthority: 'Majlis Perubatan Malaysia',
  licenseNumber: 'MPM 58231',
  specialistRegistration: 'NSR 134502',
  specialty: 'Family medicine',
  organization: 'Klinik Kesihatan Ampang',
  verificationValidUntil: '2026-12-31T15:59:59.000Z',
};

const practitioner = { id: PRACTITIONER_ID, ...verification, verifiedAt: '2025-11-20T03:00:00.000Z' };

const accessRequest = {
  id: ACCESS_REQUEST_ID,
  status: 'pending' as const,
  practitioner,
  requestedAt: '2026-03-02T02:15:09.412Z',
  pendingExpiresAt: '2026-03-02T02:30:09.412Z',
  purpose: 'consultation_recordkeeping' as const,
  scope: 'read_and_add' as const,
  noticeVersion: '2026-01-01',
};

const approved = {
  ...accessRequest,
  status: 'approved' as const,
  approvedAt: '2026-03-02T02:17:41.003Z',
  expiresAt: '2026-03-03T02:17:41.003Z',
};

const note = {
  id: '0195f3b0-11aa-7c3d-9e52-8a7b6c5d4e3f',
  accessRequestId: ACCESS_REQUEST_ID,
  practitionerId: PRACTITIONER_ID,
  title: 'Blood pressure check',
  body: '128/82 at rest. Walks daily since January. Next check in three months.',
  consultedAt: '2026-03-02T02:25:00.000Z',
  createdAt: '2026-03-02T02:31:20.554Z',
};

const mark = { at: '2026-03-02T02:48:03.117Z', reason: 'The note belongs to another patient.' };

export const examples = {
  issueQrToken: {
    success: {
      201: { token: '3q2-7wABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhs', expiresAt: '2026-03-02T02:20:09.412Z' },
    },
  },
  createAccessRequest: {
    body: { token: '3q2-7wABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhs' },
    success: { 201: accessRequest },
  },
  listAccessRequests: { success: { 200: { accessRequests: [accessRequest] } } },
  getAccessRequest: { success: { 200: accessRequest } },
  approveAccessRequest: { success: { 200: approved } },
  denyAccessRequest: {
    success: { 200: { ...accessRequest, status: 'denied', deniedAt: '2026-03-02T02:17:41.003Z' } },
  },
  revokeAccessRequest: {
    success: { 200: { ...approved, status: 'revoked', revokedAt: '2026-03-02T03:05:12.880Z' } },
  },
  listRecords: { success: { 200: { records: [note] } } },
  addRecord: {
    body: { recordId: note.id, title: note.title, body: note.body },
    success: { 200: note, 201: note },
  },
  markRecordInError: {
    body: { reason: mark.reason },
    success: { 200: { ...note, enteredInError: mark } },
  },
  listOwnRecords: { success: { 200: { records: [note], nextCursor: CURSOR } } },
  listAccessLog: {
    success: {
      200: {
        entries: [
          {
            id: '5a3f6f2e-0b1d-4c8e-9f7a-2d4b6c8e0a13',
            at: '2026-03-02T02:31:20.554Z',
            action: 'record_added',
            accessRequestId: accessRequest.id,
            practitionerId: practitioner.id,
            practitionerName: practitioner.name,
            recordId: note.id,
          },
        ],
      },
    },
  },
  searchAccessLog: {
    body: { reason: 'Stolen phone, incident 2026-14' },
    success: {
      200: {
        entries: [
          {
            id: '0e9ad8d5-5a6b-4f51-9a8b-3b3f6e0f27c1',
            at: '2026-03-02T02:31:20.554Z',
            action: 'records_read',
            patientId: EMPLOYEE_ID,
          },
        ],
        nextCursor: CURSOR,
      },
    },
  },
  verifyPractitioner: {
    body: verification,
    success: { 200: practitioner },
  },
  withdrawVerification: { success: { 204: undefined } },
  getVerification: { success: { 200: { ...practitioner, withdrawnAt: '2026-02-11T07:20:00.000Z' } } },
  listVerifications: {
    success: { 200: { practitioners: [{ ...practitioner, verifiedSince: '2024-12-02T06:45:00.000Z' }] } },
  },
} satisfies Partial<Examples>;
