import type { Examples } from './example.ts';
import { CAMPAIGN_ID, CHALLENGE_ID, CLAIM_ID, CLUB_ID, CURSOR, JOIN_CODE, WORKSPACE_ID } from './names.ts';

const deletion = {
  id: '6ba7b810-9dad-41d1-80b4-00c04fd430c8',
  status: 'pending' as const,
  requestedAt: '2026-03-02T02:15:09.412Z',
  receiptExpiresAt: '2026-08-29T02:15:09.412Z',
  noticeVersion: '2026-01-01',
};

const receiptToken = 'kq3Wm0v9Yt2Zb7Xc5Nf8Rj1Ls4Pd6Hg0Ta2Ue9Io3Vw';

export const examples = {
  getAccountData: {
    success: {
      200: {
        entries: [
          { area: 'analytics', kind: 'platform_roles', data: { platformAdmin: false } },
          {
            area: 'analytics',
            kind: 'workspace_membership',
            data: {
              workspaceId: WORKSPACE_ID,
              name: 'Teknologi Maju Sdn Bhd',
              workspaceKind: 'corporate',
              role: 'member',
              joinedAt: '2026-02-03T02:15:09.412Z',
              endedAt: '2026-02-27T09:30:00.000Z',
            },
          },
          {
            area: 'community',
            kind: 'enrollment',
            data: {
              challengeId: CHALLENGE_ID,
              joinCode: JOIN_CODE,
              clubId: CLUB_ID,
              participantId: '16fd2706-8baf-433b-82eb-8c7fada847da',
              alias: 'Hang Langkah',
              joinedAt: '2026-03-06T12:00:00.000Z',
              countingFrom: '2026-03-07T00:00:00.000Z',
              shareLeaderboard: true,
              sharePublicDisplay: false,
              steps: 8412,
              measuredAt: '2026-03-07T05:30:00.000Z',
              provisional: true,
              rewardEligible: true,
            },
          },
          {
            area: 'community',
            kind: 'exclusion',
            data: {
              challengeId: CHALLENGE_ID,
              alias: 'Si Kilat',
              excludedAt: '2026-03-07T06:02:11.904Z',
            },
          },
          { area: 'community', kind: 'created_clubs', data: { createdClubs: 2 } },
          {
            area: 'rewards',
            kind: 'reward_claim',
            data: {
              id: CLAIM_ID,
              campaignId: CAMPAIGN_ID,
              deliveryKind: 'physical_gift',
              status: 'reserved',
              reservedAt: '2026-03-02T02:15:09.412Z',
              expiresAt: '2026-03-03T02:15:09.412Z',
            },
          },
        ],
        nextCursor: CURSOR,
      },
    },
  },
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
