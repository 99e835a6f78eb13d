import { accessRequest } from '../../../shared/clinical/schemas.examples.ts';
import type { ExamplesOf } from '../../../shared/contract/examples.ts';
import { ACCESS_REQUEST_ID, CURSOR } from '../../../shared/values/ids.examples.ts';
import { QR_TOKEN_MINUTES } from '../../../shared/values/limits.ts';
import { meaningsOf, parametersOf } from '../../../shared/values/meanings.ts';
import { nextCursor, page } from '../../../shared/values/resources.examples.ts';
import type * as contract from './contract.ts';
import { createAccessRequest, issueQrToken, listAccessRequests, params } from './contract.ts';

export const meanings = [
  meaningsOf(issueQrToken.success[201], {
    token: 'The text of the QR code, which is secret. It works once.',
    expiresAt: `When the token expires: after ${QR_TOKEN_MINUTES} minutes`,
  }),
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
const approved = {
  ...accessRequest,
  status: 'approved' as const,
  approvedAt: '2026-03-02T02:17:41.003Z',
  expiresAt: '2026-03-03T02:17:41.003Z',
};

export const examples = {
  issueQrToken: { success: { 201: { token, expiresAt: '2026-03-02T02:20:09.412Z' } } },
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
