import * as z from 'zod/mini';
import { contract } from '../../shared/contract.ts';
import { Timestamp, Uuid } from '../../shared/resources.ts';

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

const QrToken = z.strictObject({ token: z.string(), expiresAt: Timestamp });

export const issueQrToken = contract({
  operationId: 'issueQrToken',
  area: 'clinical',
  method: 'POST',
  path: '/v1/clinical/qr-tokens',
  summary: 'Issue a one-use token for the caller to show as a QR code',
  description:
    'The token is 256 random bits, shown this once and stored as a hash. It is good for 5 minutes and for one exchange.',
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
    practitioner_not_verified: [
      403,
      'An administrator has not verified the caller as a practitioner, or not any more.',
    ],
    token_unknown: [404, 'There is no such token.'],
    own_token: [409, 'A practitioner cannot exchange a token of their own.'],
    token_used: [409, 'The token was exchanged already; ask the patient for a new one.'],
    token_expired: [410, 'The token is older than 5 minutes; ask the patient for a new one.'],
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
