import * as z from 'zod/mini';
import { contract } from '../../shared/contract.ts';
import { APPROVED_ACCESS_HOURS, QR_TOKEN_MINUTES } from '../../shared/limits.ts';
import { pageOf, pageQuery, prose, Timestamp, title, Uuid } from '../../shared/resources.ts';

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

const practitioner_not_verified = [
  403,
  'An administrator has not verified the caller as a practitioner, or not any more.',
] as const;

const QrToken = z.strictObject({ token: z.string(), expiresAt: Timestamp });

export const issueQrToken = contract({
  operationId: 'issueQrToken',
  area: 'clinical',
  method: 'POST',
  path: '/v1/clinical/qr-tokens',
  summary: 'Issue a one-use token for the caller to show as a QR code',
  description: `The token is 256 random bits, shown this once and stored as a hash. It is good for ${QR_TOKEN_MINUTES} minutes and for one exchange.`,
  caller: 'account',
  success: { 201: QrToken },
  refusals: {},
  touches: { table: { 'CLINICAL#TOKEN#': ['PutItem'] } },
});

export const createAccessRequest = contract({
  operationId: 'createAccessRequest',
  area: 'clinical',
  method: 'POST',
  path: '/v1/clinical/access-requests',
  summary: 'Exchange a QR token for a pending access request',
  description:
    'Consumes the token once, whoever sends it. Until the patient approves, the practitioner can neither read nor add. A practitioner whose answer was lost finds the request in the list of access requests.',
  caller: 'account',
  body: z.strictObject({ token: z.string() }),
  success: { 201: AccessRequest },
  refusals: {
    practitioner_not_verified,
    token_unknown: [404, 'There is no such token.'],
    own_token: [409, 'A practitioner cannot exchange a token of their own.'],
    token_used: [409, 'The token was exchanged already; ask the patient for a new one.'],
    token_expired: [
      410,
      `The token is older than ${QR_TOKEN_MINUTES} minutes; ask the patient for a new one.`,
    ],
  },
  settings: ['ACCESS_NOTICE_VERSION'],
  touches: {
    table: {
      'CLINICAL#TOKEN#': ['GetItem', 'UpdateItem'],
      'CLINICAL#PRACTITIONER#': ['GetItem', 'ConditionCheckItem'],
      'CLINICAL#REQUEST#': ['PutItem'],
      'ACCOUNT#': ['ConditionCheckItem'],
    },
  },
});

const params = z.strictObject({ id: Uuid });
const access_request_not_found = [404, 'There is no such access request of the caller.'] as const;
const not_the_patient = [403, 'Only the patient decides on a request.'] as const;
const not_pending = [409, 'The request was decided already.'] as const;
const request_expired = [410, 'The time for this is over.'] as const;

export const listAccessRequests = contract({
  operationId: 'listAccessRequests',
  area: 'clinical',
  method: 'GET',
  path: '/v1/clinical/access-requests',
  summary: "List the caller's access requests, as their patient or as their practitioner",
  description: 'Latest first. A request that has lapsed is `expired`, whether or not anyone wrote that down.',
  caller: 'account',
  query: z.object({ as: z.enum(['patient', 'practitioner']), ...pageQuery }),
  success: { 200: pageOf('accessRequests', AccessRequest) },
  refusals: {},
  paged: true,
  settings: ['CURSOR_SECRET'],
  touches: { gsi1: ['CLINICAL#OF-PATIENT#'], gsi2: ['CLINICAL#OF-PRACTITIONER#'] },
});

export const getAccessRequest = contract({
  operationId: 'getAccessRequest',
  area: 'clinical',
  method: 'GET',
  path: '/v1/clinical/access-requests/{id}',
  summary: 'Get an access request, as its patient or its practitioner',
  caller: 'account',
  params,
  success: { 200: AccessRequest },
  refusals: { access_request_not_found },
  touches: { table: { 'CLINICAL#REQUEST#': ['GetItem'] } },
});

/** The contract that all transitions of a request share. */
const transition = {
  area: 'clinical',
  method: 'POST',
  caller: 'account',
  params,
  success: { 200: AccessRequest },
  touches: { table: { 'CLINICAL#REQUEST#': ['GetItem', 'UpdateItem'] } },
} as const;
const patientsDecision = { access_request_not_found, not_the_patient, not_pending, request_expired };

export const approveAccessRequest = contract({
  ...transition,
  operationId: 'approveAccessRequest',
  path: '/v1/clinical/access-requests/{id}/approval',
  summary: 'Approve a pending access request, as its patient',
  description: `The practitioner may read and add for ${APPROVED_ACCESS_HOURS} hours from now.`,
  refusals: patientsDecision,
});

export const denyAccessRequest = contract({
  ...transition,
  operationId: 'denyAccessRequest',
  path: '/v1/clinical/access-requests/{id}/denial',
  summary: 'Deny a pending access request, as its patient',
  refusals: patientsDecision,
});

export const revokeAccessRequest = contract({
  ...transition,
  operationId: 'revokeAccessRequest',
  path: '/v1/clinical/access-requests/{id}/revocation',
  summary: 'End an approved access, as its patient, or hand it back, as its practitioner',
  description: 'From this moment every read and addition is refused.',
  refusals: {
    access_request_not_found,
    not_approved: [409, 'The request is not approved.'],
    request_expired,
  },
});

export const ClinicalRecord = z.strictObject({
  id: Uuid,
  accessRequestId: Uuid,
  practitionerId: Uuid,
  title: z.string(),
  body: z.string(),
  consultedAt: Timestamp,
  createdAt: Timestamp,
});

const access_not_approved = [403, 'The patient has not approved this access, or it is over.'] as const;

export const listRecords = contract({
  operationId: 'listRecords',
  area: 'clinical',
  method: 'GET',
  path: '/v1/clinical/access-requests/{id}/records',
  summary: "Read the patient's whole record under an approved access",
  description:
    "Latest first. Each page read is an entry in the patient's access log, written before the answer.",
  caller: 'account',
  params,
  query: z.object(pageQuery),
  success: { 200: pageOf('records', ClinicalRecord) },
  refusals: { access_request_not_found, practitioner_not_verified, access_not_approved },
  paged: true,
  settings: ['CURSOR_SECRET'],
  touches: {
    table: {
      'CLINICAL#REQUEST#': ['GetItem', 'ConditionCheckItem'],
      'CLINICAL#PRACTITIONER#': ['ConditionCheckItem'],
      'CLINICAL#RECORDS#': ['Query'],
      'CLINICAL#LOG#': ['PutItem'],
      'ACCOUNT#': ['ConditionCheckItem'],
    },
  },
});

export const addRecord = contract({
  operationId: 'addRecord',
  area: 'clinical',
  method: 'POST',
  path: '/v1/clinical/access-requests/{id}/records',
  summary: "Add a consultation note to the patient's record under an approved access",
  description:
    'The write itself checks the approval: a revocation and an addition can never both win. `consultedAt` is now by default.',
  caller: 'account',
  params,
  body: z.strictObject({ title: title(), body: prose(5000, 1), consultedAt: z.optional(Timestamp) }),
  success: { 201: ClinicalRecord },
  refusals: {
    access_request_not_found,
    practitioner_not_verified,
    access_not_approved,
    consultation_in_future: [409, 'The consultation lies in the future.'],
  },
  touches: {
    table: {
      'CLINICAL#REQUEST#': ['GetItem', 'ConditionCheckItem'],
      'CLINICAL#PRACTITIONER#': ['ConditionCheckItem'],
      'CLINICAL#RECORDS#': ['PutItem'],
      'CLINICAL#LOG#': ['PutItem'],
      'ACCOUNT#': ['ConditionCheckItem'],
    },
  },
});

export const listOwnRecords = contract({
  operationId: 'listOwnRecords',
  area: 'clinical',
  method: 'GET',
  path: '/v1/clinical/records',
  summary: "Read one's own record, as the patient",
  description: 'Latest first.',
  caller: 'account',
  query: z.object(pageQuery),
  success: { 200: pageOf('records', ClinicalRecord) },
  refusals: {},
  paged: true,
  settings: ['CURSOR_SECRET'],
  touches: { table: { 'CLINICAL#RECORDS#': ['Query'] } },
});

export const AccessLogEntry = z.strictObject({
  id: Uuid,
  at: Timestamp,
  action: z.enum(['records_read', 'record_added']),
  accessRequestId: Uuid,
  practitionerId: Uuid,
  practitionerName: z.string(),
  recordId: z.optional(Uuid),
});

export const listAccessLog = contract({
  operationId: 'listAccessLog',
  area: 'clinical',
  method: 'GET',
  path: '/v1/clinical/access-log',
  summary: "See who read or added to one's record, as the patient",
  description: 'Latest first. Entries are only ever added.',
  caller: 'account',
  query: z.object(pageQuery),
  success: { 200: pageOf('entries', AccessLogEntry) },
  refusals: {},
  paged: true,
  settings: ['CURSOR_SECRET'],
  touches: { table: { 'CLINICAL#LOG#': ['Query'], 'CLINICAL#REQUEST#': ['BatchGetItem'] } },
});
