import type * as z from 'zod/mini';
import type {
  MedicalCertificateTotals,
  MerchantCampaign,
  MerchantReport,
  WorkspaceAnalytics,
} from '../../../functions/analytics/reports/contract.ts';
import { malaysianDate } from '../../../shared/values/calendar.ts';

/** A report of a workspace in the form that the terminal, the spreadsheet and the page share. */
export interface Report {
  readonly title: string;
  readonly workspace: string;
  readonly period: { readonly from: string; readonly to: string; readonly days: number };
  readonly reportedAt: string;
  readonly sections: readonly Section[];
  /** Counts for each day of the period up to today, or none if the report has only totals. */
  readonly days: readonly Day[];
  /** How to read the numbers. */
  readonly notes: readonly string[];
}

/** `2026-03-01 to 2026-03-02 (2 days), as of 2026-03-02T02:15:09.412Z` */
export function periodOf({ period: { from, to, days }, reportedAt }: Report): string {
  return `${from} to ${to} (${days} ${days === 1 ? 'day' : 'days'}), as of ${reportedAt}`;
}

export interface Section {
  readonly title: string;
  readonly counts: readonly Count[];
}

export interface Day {
  readonly date: string;
  readonly counts: readonly Count[];
}

export interface Count {
  readonly label: string;
  readonly count: number;
}

export function analyticsReport(workspace: string, answer: z.infer<typeof WorkspaceAnalytics>): Report {
  const { period, reportedAt, current, periodCounts, invitationOutcomes, claimOutcomes, daily } = answer;
  return {
    title: 'Workspace report',
    ...{ workspace, period, reportedAt },
    sections: [
      section('Now', current),
      section('In the period', periodCounts),
      section('Invitations of the period, by their state now', invitationOutcomes),
      section('Claims of the period, by their state now', claimOutcomes),
    ],
    days: daily.map(({ date, claimOutcomes, ...counts }) => dayOf(date, counts, claimOutcomes)),
    notes: NOTES,
  };
}

/** The report that a merchant's own people get. @param campaigns the campaigns of the merchant with their stock. */
export function ownMerchantReport(
  workspace: string,
  answer: z.infer<typeof MerchantReport>,
  campaigns: readonly z.infer<typeof MerchantCampaign>[],
): Report {
  const { period, reportedAt, stock, claimOutcomes, daily } = answer;
  return {
    title: 'Merchant report',
    ...{ workspace, period, reportedAt },
    sections: [
      section('Stock of all campaigns', stock),
      ...campaigns.map(({ title, status, startsAt, stock }) =>
        section(`Stock of "${title}" from ${malaysianDate(new Date(startsAt))} (${status})`, stock),
      ),
      section('Claims of the period, by their state now', claimOutcomes),
    ],
    days: daily.map(({ date, claimOutcomes, ...counts }) => dayOf(date, counts, claimOutcomes)),
    notes: [...NOTES, 'Gifts that deleted accounts have collected stay in the stock.'],
  };
}

const NOTES = [
  'States are those at the time of the report, not at the end of the period.',
  'Accounts that are deleted, or whose deletion is pending, are left out.',
];

function dayOf(
  date: string,
  counts: Readonly<Record<string, number>>,
  { reserved, redeemed, expired }: z.infer<typeof MerchantReport>['claimOutcomes'],
): Day {
  // The days of claims are those of their reservations.
  const outcomes = { claimsStillReserved: reserved, claimsRedeemed: redeemed, claimsExpired: expired };
  return { date, counts: countsOf({ ...counts, ...outcomes }) };
}

export function certificateReport(
  workspace: string,
  answer: z.infer<typeof MedicalCertificateTotals>,
): Report {
  const { period, reportedAt, requests, calendarDays } = answer;
  return {
    title: 'Medical-certificate totals',
    ...{ workspace, period, reportedAt },
    sections: [section('Requests', requests), section('Calendar days in the period', calendarDays)],
    days: [],
    notes: [
      'Only requests that are currently shared are counted, by their state now, including future days.',
      'The totals do not establish an entitlement or predict absence.',
    ],
  };
}

const section = (title: string, counts: Readonly<Record<string, number>>): Section => ({
  title,
  counts: countsOf(counts),
});

function countsOf(counts: Readonly<Record<string, number>>): Count[] {
  return Object.entries(counts).map(([name, count]) => ({ label: labelOf(name), count }));
}

/** `membersJoined` is `members joined`. */
const labelOf = (name: string): string => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
