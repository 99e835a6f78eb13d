import type { ExamplesOf } from '../../shared/contract/examples.ts';
import { RECEIPT_DAYS, RECEIPT_DAYS_AFTER_COMPLETION } from '../../shared/values/limits.ts';
import { meaningsOf } from '../../shared/values/meanings.ts';
import type * as contract from './contract.ts';
import { checkDeletionReceipt, DeletionReceiptStatus, requestDeletion } from './contract.ts';

export const meanings = [
  meaningsOf(DeletionReceiptStatus, {
    id: 'The id of the deletion request',
    status: 'Whether the erasure is completed or still pending',
    requestedAt: 'When the account was closed',
    completedAt: 'When the erasure was completed; omitted before',
    receiptExpiresAt: `When the receipt expires: ${RECEIPT_DAYS} days after the request, or ${RECEIPT_DAYS_AFTER_COMPLETION} days after the completion if that is later`,
    noticeVersion: 'The version of the notice that the person saw',
  }),
  meaningsOf(requestDeletion.success[200], {
    request: 'The deletion request',
    receiptToken: 'The secret with which the state of the deletion can be checked without a sign-in',
  }),
  meaningsOf(checkDeletionReceipt.body, { receiptToken: 'The secret of the receipt' }),
];

const request = {
  id: '6ba7b810-9dad-41d1-80b4-00c04fd430c8',
  status: 'pending' as const,
  requestedAt: '2026-03-02T02:15:09.412Z',
  receiptExpiresAt: '2026-08-29T02:15:09.412Z',
  noticeVersion: '2026-01-01',
};

const receiptToken = 'kq3Wm0v9Yt2Zb7Xc5Nf8Rj1Ls4Pd6Hg0Ta2Ue9Io3Vw';

export const examples = {
  requestDeletion: {
    success: { 200: { request, receiptToken }, 201: { request, receiptToken } },
  },
  checkDeletionReceipt: {
    body: { receiptToken },
    success: {
      200: {
        ...request,
        status: 'completed',
        completedAt: '2026-03-09T19:02:44.000Z',
      },
    },
  },
} satisfies ExamplesOf<typeof contract>;
