import type { ExamplesOf } from '../../../shared/contract/examples.ts';
import { CAMPAIGN_ID, CURSOR, EVENT_ID, WORKSPACE_ID } from '../../../shared/values/ids.examples.ts';
import { MAX_PERIOD_DAYS } from '../../../shared/values/limits.ts';
import { meaningsOf, parametersOf } from '../../../shared/values/meanings.ts';
import { nextCursor, page } from '../../../shared/values/resources.examples.ts';
import { workspaceParameter } from '../workspaces/contract.examples.ts';
import type * as contract from './contract.ts';
import {
  listMerchantCampaigns,
  MedicalCertificateTotals,
  MerchantCampaign,
  MerchantReport,
  MerchantStock,
  WorkspaceAnalytics,
  workspaceAnalytics,
} from './contract.ts';

const head = {
  workspaceId: 'The id of the workspace',
  reportedAt: 'The time of the report',
  countedUpTo: 'The report includes all changes up to this time, and usually most of the later ones',
  timezone: 'The time zone of the calendar days',
  period: 'The period of the report',
};
const periodCounts = {
  membersJoined: 'Members who joined, by the latest membership of each',
  membersEnded: 'Memberships that ended, by the latest membership of each',
  invitationsCreated: 'Invitations that were created',
  invitationsAccepted: 'Invitations that were accepted',
  claimsReserved: 'Claims that were reserved',
};
const claimOutcomes = 'What became of the claims that were reserved in the period, at the time of the report';
const day = {
  date: 'The Malaysian calendar day',
  claimOutcomes: 'What became of the claims that were reserved on the day, at the time of the report',
};
const daily = 'The days of the period, without future days';

export const meanings = [
  parametersOf(workspaceAnalytics.params, workspaceParameter),
  parametersOf(workspaceAnalytics.query, {
    from: { meaning: 'The first day of the period, a Malaysian calendar day', example: '2026-03-01' },
    to: {
      meaning: `The last day of the period, a Malaysian calendar day. The period includes both ends and has at most ${MAX_PERIOD_DAYS} days.`,
      example: '2026-03-02',
    },
  }),
  meaningsOf(WorkspaceAnalytics.shape.period, {
    from: 'The first day, a Malaysian calendar day',
    to: 'The last day, a Malaysian calendar day, which belongs to the period',
    days: 'The number of days in the period',
  }),
  meaningsOf(WorkspaceAnalytics.shape.claimOutcomes, {
    reserved: 'Claims that are still reserved',
    redeemed: 'Claims whose gift was collected',
    expired: 'Claims that expired before the gift was collected',
  }),
  meaningsOf(WorkspaceAnalytics, {
    ...head,
    current: {
      meaning: 'Numbers at the time of the report, whatever the period',
      properties: {
        activeMembers: 'Current members',
        pendingInvitations: 'Invitations that can still be accepted',
        availableStock: "Gifts of the merchant's campaigns that can be reserved",
        heldStock: "Gifts of the merchant's campaigns that are reserved",
        redeemedStock: "Gifts of the merchant's campaigns that were collected",
      },
    },
    periodCounts: { meaning: 'Numbers of the period', properties: periodCounts },
    invitationOutcomes: {
      meaning: 'What became of the invitations that were created in the period, at the time of the report',
      properties: {
        accepted: 'Invitations that were accepted',
        pending: 'Invitations that can still be accepted',
        expired: 'Invitations that expired before anyone accepted them',
        revoked: 'Invitations that were revoked',
      },
    },
    claimOutcomes,
    daily: { meaning: daily, properties: { ...periodCounts, ...day } },
  }),
  meaningsOf(MedicalCertificateTotals.shape.requests, {
    submitted: 'For requests that wait for a decision',
    approved: 'For requests that were approved',
    rejected: 'For requests that were rejected',
    withdrawn: 'For requests that were withdrawn',
  }),
  meaningsOf(MedicalCertificateTotals, {
    ...head,
    requests: 'The number of requests by their state',
    calendarDays: 'The calendar days of these requests within the period, both ends and future days included',
  }),
  meaningsOf(MerchantStock, {
    total: 'All gifts',
    available: 'Gifts that can be reserved',
    held: 'Gifts that are reserved',
    redeemed: 'Gifts that were collected',
  }),
  meaningsOf(MerchantCampaign, {
    id: 'The id of the campaign',
    eventId: 'The exhibition of the campaign',
    status: 'The state of the campaign',
    title: 'The title, one line of plain text',
    startsAt: 'When reservations start',
    endsAt: 'When reservations end. This moment does not belong to the campaign.',
    redeemBy: 'Until when a reserved gift can be collected',
    timezone: 'The time zone in which apps show the times, by its name in the IANA database',
    closedAt: 'When the campaign was closed; omitted while it is open',
    stock: 'The gifts of the campaign by their state',
    today: 'The gifts of the campaign that were handed out today, in Malaysian time; about a second old',
  }),
  parametersOf(listMerchantCampaigns.query, page),
  meaningsOf(listMerchantCampaigns.success[200], {
    campaigns: 'The campaigns of this page, the latest start first',
    nextCursor,
  }),
  meaningsOf(MerchantReport, {
    ...head,
    stock: 'The gifts of all campaigns by their state, at the time of the report',
    claimsReserved: 'Claims that were reserved in the period',
    claimOutcomes,
    daily: { meaning: daily, properties: { ...day, claimsReserved: 'Claims that were reserved' } },
  }),
];

const report = {
  workspaceId: WORKSPACE_ID,
  reportedAt: '2026-03-02T02:15:09.412Z',
  countedUpTo: '2026-03-02T02:15:08.000Z',
  timezone: 'Asia/Kuala_Lumpur' as const,
  period: { from: '2026-03-01', to: '2026-03-02', days: 2 },
};
const stock = { total: 200, available: 148, held: 31, redeemed: 21 };
const outcomes = { reserved: 7, redeemed: 4, expired: 1 };
const firstDay = { claimsReserved: 9, claimOutcomes: { reserved: 5, redeemed: 3, expired: 1 } };
const secondDay = { claimsReserved: 3, claimOutcomes: { reserved: 2, redeemed: 1, expired: 0 } };

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
        claimOutcomes: outcomes,
        daily: [
          {
            date: '2026-03-01',
            membersJoined: 4,
            membersEnded: 0,
            invitationsCreated: 6,
            invitationsAccepted: 4,
            ...firstDay,
          },
          {
            date: '2026-03-02',
            membersJoined: 1,
            membersEnded: 1,
            invitationsCreated: 2,
            invitationsAccepted: 1,
            ...secondDay,
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
            status: 'closed',
            title: 'Botol air Jalan Sihat',
            startsAt: '2026-03-01T00:00:00.000Z',
            endsAt: '2026-03-31T15:59:59.000Z',
            redeemBy: '2026-04-07T15:59:59.000Z',
            timezone: 'Asia/Kuala_Lumpur',
            closedAt: '2026-03-20T10:00:00.000Z',
            stock,
            today: 42,
          },
        ],
        nextCursor: CURSOR,
      },
    },
  },
  merchantReport: {
    success: {
      200: {
        ...report,
        stock,
        claimsReserved: 12,
        claimOutcomes: outcomes,
        daily: [
          { date: '2026-03-01', ...firstDay },
          { date: '2026-03-02', ...secondDay },
        ],
      },
    },
  },
} satisfies ExamplesOf<typeof contract>;
