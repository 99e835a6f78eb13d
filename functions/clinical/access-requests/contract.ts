import * as z from 'zod/mini';
import { AccessRequest } from '../../../shared/clinical/schemas.ts';
import { contract } from '../../../shared/contract/contract.ts';
import { APPROVED_ACCESS_HOURS, QR_TOKEN_MINUTES } from '../../../shared/values/limits.ts';
import { pageOf, pageQuery, Timestamp, Uuid } from '../../../shared/values/resources.ts';

export const practitioner_not_verified = [
  403,
  'The caller is not a verified practitioner, or the verification has ended.',
] as const;

/** The SHA-256 of the token, which is stored instead of it. It is no secret. */
const QrTokenId = z
  .string()
  .check(z.regex(/^[0-9a-f]{64}$/, { error: 'must be 64 hexadecimal digits in lower case' }));
export const IssuedQrToken = z.strictObject({ token: z.string(), id: QrTokenId, expiresAt: Timestamp });
export const QrToken = z.strictObject({
  id: QrTokenId,
  status: z.enum(['open', 'used', 'expired']),
  expiresAt: Timestamp,
  accessRequestId: z.optional(Uuid),
});

export const issueQrToken = contract({
  operationId: 'issueQrToken',
  area: 'clinical',
  method: 'POST',
  path: '/v1/clinical/qr-tokens',
  summary: 'Issue a one-use token for a QR code',
  description: `The caller shows the token to a practitioner, who exchanges it for an access request. It is valid for ${QR_TOKEN_MINUTES} minutes and for one exchange. Only the hash of its 256 random bits is stored, so it cannot be retrieved again.`,
  caller: 'account',
  success: { 201: IssuedQrToken },
  refusals: {},
  touches: { table: { 'CLINICAL#TOKEN#': ['PutItem'] } },
});

export const qrTokenParams = z.strictObject({ id: QrTokenId });

export const getQrToken = contract({
  operationId: 'getQrToken',
  area: 'clinical',
  method: 'GET',
  path: '/v1/clinical/qr-tokens/{id}',
  summary: 'Find out whether a QR token was used',
  caller: 'account',
  params: qrTokenParams,
  success: { 200: QrToken },
  refusals: { qr_token_not_found: [404, 'The caller has no QR token with this id.'] },
  touches: { table: { 'CLINICAL#TOKEN#': ['GetItem'] } },
});

export const createAccessRequest = contract({
  operationId: 'createAccessRequest',
  area: 'clinical',
  method: 'POST',
  path: '/v1/clinical/access-requests',
  summary: 'Exchange a QR token for a pending access request',
  description:
    'The caller must be a verified practitioner. The exchange consumes the token. The practitioner can neither read nor add records until the patient approves the request. If the response is lost, the practitioner finds the request in the list of access requests.',
  caller: 'account',
  body: z.strictObject({ token: z.string() }),
  success: { 201: AccessRequest },
  refusals: {
    practitioner_not_verified,
    token_unknown: [404, 'The token is unknown.'],
    own_token: [409, 'Practitioners cannot exchange their own tokens.'],
    token_used: [409, 'The token has already been exchanged. Ask the patient for a new one.'],
    token_expired: [
      410,
      `The token has expired: tokens are valid for ${QR_TOKEN_MINUTES} minutes. Ask the patient for a new one.`,
    ],
  },
  settings: ['ACCESS_NOTICE_VERSION'],
  touches: {
    table: {
      'NOTICE#': ['PutItem'],
      'CLINICAL#TOKEN#': ['GetItem', 'UpdateItem'],
      'CLINICAL#PRACTITIONER#': ['GetItem', 'ConditionCheckItem'],
      'CLINICAL#REQUEST#': ['PutItem'],
      'ACCOUNT#': ['ConditionCheckItem'],
    },
  },
});

export const params = z.strictObject({ id: Uuid });
export const access_request_not_found = [404, 'The caller has no access request with this id.'] as const;
const not_the_patient = [403, 'Only the patient can approve or deny an access request.'] as const;
const not_pending = [409, 'The access request is no longer pending.'] as const;
const request_expired = [410, 'The access request has expired.'] as const;

export const listAccessRequests = contract({
  operationId: 'listAccessRequests',
  area: 'clinical',
  method: 'GET',
  path: '/v1/clinical/access-requests',
  summary: "List the caller's access requests as patient or as practitioner",
  description: 'The latest requests come first.',
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
  summary: 'Get an access request as its patient or its practitioner',
  caller: 'account',
  params,
  success: { 200: AccessRequest },
  refusals: { access_request_not_found },
  touches: { table: { 'CLINICAL#REQUEST#': ['GetItem'] } },
});

/** The fields that the contracts of all transitions share. */
const transition = {
  area: 'clinical',
  method: 'POST',
  caller: 'account',
  params,
  success: { 200: AccessRequest },
  touches: { table: { 'CLINICAL#REQUEST#': ['GetItem', 'UpdateItem'], 'NOTICE#': ['PutItem'] } },
} as const;
const patientsDecision = { access_request_not_found, not_the_patient, not_pending, request_expired };

export const approveAccessRequest = contract({
  ...transition,
  operationId: 'approveAccessRequest',
  path: '/v1/clinical/access-requests/{id}/approval',
  summary: 'Approve a pending access request',
  description: `Only the patient can approve. The practitioner can then read and add records for ${APPROVED_ACCESS_HOURS} hours.`,
  refusals: patientsDecision,
});

export const denyAccessRequest = contract({
  ...transition,
  operationId: 'denyAccessRequest',
  path: '/v1/clinical/access-requests/{id}/denial',
  summary: 'Deny a pending access request',
  description: 'Only the patient can deny.',
  refusals: patientsDecision,
});

export const revokeAccessRequest = contract({
  ...transition,
  operationId: 'revokeAccessRequest',
  path: '/v1/clinical/access-requests/{id}/revocation',
  summary: 'Revoke an approved access request',
  description:
    'The patient can revoke the access, and the practitioner can give it up. Reading and adding records is refused from then on.',
  refusals: {
    access_request_not_found,
    not_approved: [409, 'The request is not approved.'],
    request_expired,
  },
});
