import * as z from 'zod/mini';
import { TIMEZONE } from '../../../shared/calendar.ts';
import { contract } from '../../../shared/contract.ts';
import { MOST_PERIOD_DAYS } from '../../../shared/limits.ts';
import { calendarDate, count, Timestamp, Uuid } from '../../../shared/resources.ts';
import { endsInTime } from '../periods.ts';
import { not_workspace_officer, workspace_not_found } from '../refusals.ts';

/** Malaysian calendar days, both ends included. */
const PeriodQuery = z.object({ from: calendarDate(), to: calendarDate() }).check(endsInTime('from', 'to'));

const Period = z.strictObject({
  from: z.string(),
  to: z.string(),
  days: z.int().check(z.minimum(1), z.maximum(MOST_PERIOD_DAYS)),
});

const Head = { workspaceId: Uuid, reportedAt: Timestamp, timezone: z.literal(TIMEZONE), period: Period };

const ClaimOutcomes = z.strictObject({ reserved: count(), redeemed: count(), expired: count() });
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

const RequestCounts = z.strictObject({
  submitted: count(),
  approved: count(),
  rejected: count(),
  withdrawn: count(),
});

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
  summary: "A workspace's analytics",
  description:
    'The period is a range of Malaysian calendar days, both ends included. Current counts and outcomes are as of `reportedAt`; daily rows leave out days that have not begun. Deleted accounts and those whose deletion is pending are left out, with their memberships, accepted invitations and claims. No person is in it.',
  caller: 'platform_admin',
  session: 'fresh_password',
  params,
  query: PeriodQuery,
  success: { 200: WorkspaceAnalytics },
  refusals: { workspace_not_found },
  touches: {
    table: {
      'WORKSPACE#ID#': ['GetItem'],
      'REWARDS#STOCK#': ['Query'],
    },
    gsi1: ['WORKSPACE#INVITATIONS#', 'WORKSPACE#MEMBERS#', 'REWARDS#OF-MERCHANT#'],
    gsi2: ['REWARDS#STOCKED', 'REWARDS#SETTLED'],
  },
});

export const medicalCertificateTotals = contract({
  operationId: 'medicalCertificateTotals',
  area: 'analytics',
  method: 'GET',
  path: '/v1/partner/workspaces/{workspaceId}/medical-certificates/totals',
  summary: "A corporate workspace's medical-certificate totals",
  description:
    'For the current owner and HR admins. Counts requests that were submitted with sharing consent that still holds and overlap the period, by their present status, and the calendar days of the overlap, days to come included. Leaves out drafts and departed or deleted employees. Establishes no entitlement and predicts no absence.',
  caller: 'account',
  params,
  query: PeriodQuery,
  success: { 200: MedicalCertificateTotals },
  refusals: { workspace_not_found, not_workspace_officer },
  touches: {
    table: { 'WORKSPACE#ID#': ['GetItem'], 'WORKSPACE#ACCOUNT#': ['GetItem'] },
    gsi1: ['WORKSPACE#MEMBERS#', 'WORKSPACE#CERTIFICATES#'],
  },
});
