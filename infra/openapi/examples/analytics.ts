import type { Examples } from './example.ts';
import { CAMPAIGN_ID, EVENT_ID, WORKSPACE_ID } from './names.ts';

const report = {
  workspaceId: WORKSPACE_ID,
  reportedAt: '2026-03-02T02:15:09.412Z',
  timezone: 'Asia/Kuala_Lumpur' as const,
  period: { from: '2026-03-01', to: '2026-03-02', days: 2 },
};

export const examples = {
  workspaceAnalytics: {
    success: {
      200: {
        ...report,
        current: {
          activeMembers: 184,
          pendingInvitations: 6,
          availableStock: 148,
          heldStock: 31,
          redeemedStock: 21,
        },
        periodCounts: {
          membersJoined: 5,
          membersEnded: 1,
          invitationsCreated: 8,
          invitationsAccepted: 5,
          claimsReserved: 12,
        },
        invitationOutcomes: { accepted: 4, pending: 3, expired: 0, revoked: 1 },
        claimOutcomes: { reserved: 7, redeemed: 4, expired: 1 },
        daily: [
          {
            date: '2026-03-01',
            membersJoined: 4,
            membersEnded: 0,
            invitationsCreated: 6,
            invitationsAccepted: 4,
            claimsReserved: 9,
            claimOutcomes: { reserved: 5, redeemed: 3, expired: 1 },
          },
          {
            date: '2026-03-02',
            membersJoined: 1,
            membersEnded: 1,
            invitationsCreated: 2,
            invitationsAccepted: 1,
            claimsReserved: 3,
            claimOutcomes: { reserved: 2, redeemed: 1, expired: 0 },
          },
        ],
      },
    },
  },
  medicalCertificateTotals: {
    success: {
      200: {
        ...report,
        requests: { submitted: 2, approved: 5, rejected: 1, withdrawn: 0 },
        calendarDays: { submitted: 3, approved: 8, rejected: 1, withdrawn: 0 },
      },
    },
  },
  listMerchantCampaigns: {
    success: {
      200: {
        campaigns: [
          {
            id: CAMPAIGN_ID,
            eventId: EVENT_ID,
            status: 'published',
            title: 'Botol air Jalan Sihat',
            startsAt: '2026-03-01T00:00:00.000Z',
            endsAt: '2026-03-31T15:59:59.000Z',
            redeemBy: '2026-04-07T15:59:59.000Z',
            timezone: 'Asia/Kuala_Lumpur',
            stock: { total: 200, available: 148, held: 31, redeemed: 21 },
          },
        ],
      },
    },
  },
  merchantReport: {
    success: {
      200: {
        ...report,
        stock: { total: 200, available: 148, held: 31, redeemed: 21 },
        claimsReserved: 12,
        claimOutcomes: { reserved: 7, redeemed: 4, expired: 1 },
        daily: [
          {
            date: '2026-03-01',
            claimsReserved: 9,
            claimOutcomes: { reserved: 5, redeemed: 3, expired: 1 },
          },
          {
            date: '2026-03-02',
            claimsReserved: 3,
            claimOutcomes: { reserved: 2, redeemed: 1, expired: 0 },
          },
        ],
      },
    },
  },
} satisfies Partial<Examples>;
