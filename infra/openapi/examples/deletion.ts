import type { Examples } from './example.ts';

const deletion = {
  id: '6ba7b810-9dad-41d1-80b4-00c04fd430c8',
  status: 'pending' as const,
  requestedAt: '2026-03-02T02:15:09.412Z',
  receiptExpiresAt: '2026-08-29T02:15:09.412Z',
  noticeVersion: '2026-01-01',
};

const receiptToken = 'kq3Wm0v9Yt2Zb7Xc5Nf8Rj1Ls4Pd6Hg0Ta2Ue9Io3Vw';

export const examples = {
  requestDeletion: {
    success: { 200: { request: deletion, receiptToken }, 201: { request: deletion, receiptToken } },
  },
  checkDeletionReceipt: {
    body: { receiptToken },
    success: {
      200: {
        ...deletion,
        status: 'completed',
        completedAt: '2026-03-09T19:02:44.000Z',
        receiptExpiresAt: '2026-06-07T19:02:44.000Z',
      },
    },
  },
} satisfies Partial<Examples>;
