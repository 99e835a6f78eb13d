import { accessRequest } from '../../../shared/clinical/schemas.examples.ts';
import type { ExamplesOf } from '../../../shared/contract/examples.ts';
import { ACCESS_REQUEST_ID, CURSOR } from '../../../shared/values/ids.examples.ts';
import { QR_TOKEN_MINUTES } from '../../../shared/values/limits.ts';
import { meaningsOf, parametersOf } from '../../../shared/values/meanings.ts';
import { nextCursor, page } from '../../../shared/values/resources.examples.ts';
import type * as contract from './contract.ts';
import {
  createAccessRequest,
  IssuedQrToken,
  listAccessRequests,
  params,
  QrToken,
  qrTokenParams,
} from './contract.ts';

const QR_TOKEN_ID = '9b0d1f0f6c3c2c8f5a0b6ad1c1f2b1f4c0f6f3d7a4b5e6f7081929303a4b5c6d';

export const meanings = [
  meaningsOf(IssuedQrToken, {
    token: 'The text of the QR code, which is secret. It works once.',
    id: 'The id of the token, which is not secret',
    expiresAt: `When the token expires: after ${QR_TOKEN_MINUTES} minutes`,
  }),
  meaningsOf(QrToken, {
    id: 'The id of the token',
    status: 'The state of the token: `used` once a practitioner has exchanged it',
    expiresAt: 'When the token expires',
    accessRequestId: 'The access request that the token became',
  }),
  parametersOf(qrTokenParams, { id: { meaning: 'The id of the QR token', example: QR_TOKEN_ID } }),
  meaningsOf(createAccessRequest.body, { token: "The text of the patient's QR code" }),
  parametersOf(params, { id: { meaning: 'The id of the access request', example: ACCESS_REQUEST_ID } }),
  parametersOf(listAccessRequests.query, {
    as: { meaning: "The caller's role in the listed requests", example: 'patient' },
    ...page,
  }),
  meaningsOf(listAccessRequests.success[200], {
    accessRequests: 'The requests of this page, the latest first',
    nextCursor,
  }),
];

const token = '3q2-7wABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhs';
const expiresAt = '2026-03-02T02:20:09.412Z';
const approved = {
  ...accessRequest,
  status: 'approved' as const,
  approvedAt: '2026-03-02T02:17:41.003Z',
  expiresAt: '2026-03-03T02:17:41.003Z',
};

export const examples = {
  issueQrToken: { success: { 201: { token, id: QR_TOKEN_ID, expiresAt } } },
  getQrToken: {
    success: { 200: { id: QR_TOKEN_ID, status: 'used', expiresAt, accessRequestId: ACCESS_REQUEST_ID } },
  },
  createAccessRequest: { body: { token }, success: { 201: accessRequest } },
  listAccessRequests: { success: { 200: { accessRequests: [accessRequest], nextCursor: CURSOR } } },
  getAccessRequest: { success: { 200: accessRequest } },
  approveAccessRequest: { success: { 200: approved } },
  denyAccessRequest: {
    success: { 200: { ...accessRequest, status: 'denied', deniedAt: '2026-03-02T02:17:41.003Z' } },
  },
  revokeAccessRequest: {
    success: { 200: { ...approved, status: 'revoked', revokedAt: '2026-03-02T03:05:12.880Z' } },
  },
} satisfies ExamplesOf<typeof contract>;
