import * as z from 'zod/mini';
import { contract } from '../../../shared/contract/contract.ts';
import { ClaimStatus } from '../../../shared/rewards/schemas.ts';
import { TIMEZONE } from '../../../shared/values/calendar.ts';
import { MAX_PERIOD_DAYS } from '../../../shared/values/limits.ts';
import { recordOf } from '../../../shared/values/records.ts';
import { calendarDate, count, pageOf, pageQuery, Timestamp, Uuid } from '../../../shared/values/resources.ts';
import { SHARED_STATUSES } from '../../../shared/workspaces/certificate-statuses.ts';
import { endsInTime } from '../periods.ts';
import { not_workspace_officer, workspace_not_found } from '../refusals.ts';

/** A period of Malaysian calendar days, including both ends. */
const PeriodQuery = z.object({ from: calendarDate(), to: calendarDate() }).check(endsInTime('from', 'to'));

const Period = z.strictObject({
  from: z.string(),
  to: z.string(),
  days: z.int().check(z.minimum(1), z.maximum(MAX_PERIOD_DAYS)),
});

const Head = {
  workspaceId: Uuid,
  reportedAt: Timestamp,
  /** Missing until anything was counted. */
  countedUpTo: z.optional(Timestamp),
  timezone: z.literal(TIMEZONE),
  period: Period,
};

const ClaimOutcomes = z.strictObject(recordOf(ClaimStatus.options, () => count()));
const PeriodCounts = {
  membersJoined: count(),
  membersEnded: count(),
  invitationsCreated: count(),
  invitationsAccepted: count(),
  claimsReserved: count(),
};

export const WorkspaceAnalytics = z.strictObject({
  ...Head,
  current: z.strictObject({
    activeMembers: count(),
    pendingInvitations: count(),
    availableStock: count(),
    heldStock: count(),
    redeemedStock: count(),
  }),
  periodCounts: z.strictObject(PeriodCounts),
  invitationOutcomes: z.strictObject({
    accepted: count(),
    pending: count(),
    expired: count(),
    revoked: count(),
  }),
  claimOutcomes: ClaimOutcomes,
  daily: z.array(z.strictObject({ date: z.string(), ...PeriodCounts, claimOutcomes: ClaimOutcomes })),
});

const RequestCounts = z.strictObject(recordOf(SHARED_STATUSES, () => count()));

export const MedicalCertificateTotals = z.strictObject({
  ...Head,
  requests: RequestCounts,
  calendarDays: RequestCounts,
});

const params = z.strictObject({ workspaceId: Uuid });

export const workspaceAnalytics = contract({
  operationId: 'workspaceAnalytics',
  area: 'analytics',
  method: 'GET',
  path: '/v1/platform/workspaces/{workspaceId}/analytics',
  summary: 'Get the analytics report of a workspace',
  description:
    'The period is a range of Malaysian calendar days, including both ends. Changes up to `countedUpTo` are counted, and reservations that have expired at most ten seconds later. Daily rows omit future days. Accounts that are deleted or whose deletion is pending are left out with their memberships, accepted invitations and claims. The report contains only counts and identifies no person.',
  caller: 'platform_admin',
  session: 'fresh_password',
  params,
  query: PeriodQuery,
  success: { 200: WorkspaceAnalytics },
  refusals: { workspace_not_found },
  touches: {
    table: {
      'WORKSPACE#ID#': ['GetItem'],
      'WORKSPACE#REPORT#': ['GetItem', 'Query'],
      'ROLLUP#COUNTED': ['GetItem'],
    },
  },
});

export const medicalCertificateTotals = contract({
  operationId: 'medicalCertificateTotals',
  area: 'analytics',
  method: 'GET',
  path: '/v1/partner/workspaces/{workspaceId}/medical-certificates/totals',
  summary: 'Get the medical-certificate totals of a corporate workspace',
  description:
    'For the current owner and HR admins. The totals count submitted requests that are currently shared and overlap the period, by their current status, and the calendar days of the overlap, including future days. Drafts and departed or deleted employees are left out. The totals do not establish an entitlement or predict absence.',
  caller: 'account',
  params,
  query: PeriodQuery,
  success: { 200: MedicalCertificateTotals },
  refusals: { workspace_not_found, not_workspace_officer },
  touches: {
    table: {
      'WORKSPACE#ID#': ['GetItem'],
      'WORKSPACE#ACCOUNT#': ['GetItem'],
      'WORKSPACE#CERTIFICATE-DAYS#': ['Query'],
      'ROLLUP#COUNTED': ['GetItem'],
    },
  },
});

/** Units of gifts. Available + held + redeemed is the total. */
export const MerchantStock = z.strictObject({
  total: count(),
  available: count(),
  held: count(),
  redeemed: count(),
});

export const MerchantCampaign = z.strictObject({
  id: Uuid,
  eventId: Uuid,
  status: z.enum(['published', 'closed']),
  title: z.string(),
  startsAt: Timestamp,
  endsAt: Timestamp,
  redeemBy: Timestamp,
  timezone: z.string(),
  closedAt: z.optional(Timestamp),
  stock: MerchantStock,
  today: count(),
});

const merchantRefusals = { workspace_not_found, not_workspace_officer };

export const listMerchantCampaigns = contract({
  operationId: 'listMerchantCampaigns',
  area: 'analytics',
  method: 'GET',
  path: '/v1/partner/workspaces/{workspaceId}/campaigns',
  summary: 'List the campaigns of a merchant with their stock',
  description:
    'For the current owner and staff of a merchant workspace. The list has every campaign that was ever published, also closed ones; the campaign with the latest start comes first. The stock follows changes about a second later. The unit of an expired reservation counts as available at most ten seconds later.',
  caller: 'account',
  params,
  query: z.object(pageQuery),
  success: { 200: pageOf('campaigns', MerchantCampaign) },
  refusals: merchantRefusals,
  paged: true,
  settings: ['CURSOR_SECRET'],
  touches: {
    table: {
      'WORKSPACE#ID#': ['GetItem'],
      'WORKSPACE#ACCOUNT#': ['GetItem'],
      'REWARDS#HOLDS#': ['Query'],
      'WORKSPACE#REPORT#': ['GetItem'],
    },
    gsi2: ['REWARDS#STOCKED', 'REWARDS#FINISHED'],
  },
});

export const MerchantReport = z.strictObject({
  ...Head,
  stock: MerchantStock,
  claimsReserved: count(),
  claimOutcomes: ClaimOutcomes,
  daily: z.array(z.strictObject({ date: z.string(), claimsReserved: count(), claimOutcomes: ClaimOutcomes })),
});

export const merchantReport = contract({
  operationId: 'merchantReport',
  area: 'analytics',
  method: 'GET',
  path: '/v1/partner/workspaces/{workspaceId}/report',
  summary: 'Get the stock and the claims by day of a merchant',
  description:
    "For the current owner and staff of a merchant workspace. The numbers are those of the platform's report: the stock of all campaigns, and the claims by the Malaysian day of their reservation, by their present state. Daily rows omit future days. Claims of accounts that are deleted or whose deletion is pending are left out. The report contains only counts and identifies no person.",
  caller: 'account',
  params,
  query: PeriodQuery,
  success: { 200: MerchantReport },
  refusals: merchantRefusals,
  touches: {
    table: {
      'WORKSPACE#ID#': ['GetItem'],
      'WORKSPACE#ACCOUNT#': ['GetItem'],
      'WORKSPACE#REPORT#': ['GetItem', 'Query'],
      'ROLLUP#COUNTED': ['GetItem'],
    },
  },
});
