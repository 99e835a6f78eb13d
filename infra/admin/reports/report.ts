import type * as z from 'zod/mini';
import type {
  MedicalCertificateTotals,
  MerchantCampaign,
  MerchantReport,
  WorkspaceAnalytics,
} from '../../../functions/analytics/reports/contract.ts';
import { malaysianDate } from '../../../shared/values/calendar.ts';
import { inMalaysia } from '../print.ts';

/** A report of a workspace in the form that the terminal and the spreadsheet share. `web/report/` makes the page. */
export interface Report {
  readonly title: string;
  readonly workspace: string;
  readonly period: { readonly from: string; readonly to: string; readonly days: number };
  readonly reportedAt: string;
  /** Missing if nothing was ever counted. */
  readonly countedUpTo: string | undefined;
  readonly sections: readonly Section[];
  /** Counts for each day of the period up to today, or none if the report has only totals. */
  readonly days: readonly Day[];
  /** How to read the numbers. */
  readonly notes: readonly string[];
}

/** The period, the Malaysian time of the report, and up to when everything is counted, each on a line. */
export function periodOf({ period: { from, to, days }, reportedAt, countedUpTo }: Report): string {
  const isUnfinished = malaysianDate(new Date(reportedAt)) <= to;
  return [
    `${from} to ${to} (${days} ${days === 1 ? 'day' : 'days'})`,
    `As of ${inMalaysia(reportedAt)}${isUnfinished ? ', so the period is not complete' : ''}`,
    ...(countedUpTo === undefined ? [] : [`With all changes up to ${inMalaysia(countedUpTo)}`]),
  ].join('\n');
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
  const { period, reportedAt, countedUpTo, daily } = answer;
  return {
    title: 'Workspace report',
    workspace,
    period,
    reportedAt,
    countedUpTo,
    sections: sectionsOf(answer, {
      current: 'Now',
      periodCounts: 'In the period',
      invitationOutcomes: 'Invitations of the period, by their state now',
      claimOutcomes: CLAIMS,
    }),
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
  const { period, reportedAt, countedUpTo, daily } = answer;
  const [stock, ...rest] = sectionsOf(answer, { stock: 'Stock of all campaigns', claimOutcomes: CLAIMS });
  return {
    title: 'Merchant report',
    workspace,
    period,
    reportedAt,
    countedUpTo,
    sections: [
      ...(stock ? [stock] : []),
      ...campaigns.map(({ title, status, startsAt, stock }) =>
        section(`Stock of "${title}" from ${malaysianDate(new Date(startsAt))} (${status})`, stock),
      ),
      ...rest,
    ],
    days: daily.map(({ date, claimOutcomes, ...counts }) => dayOf(date, counts, claimOutcomes)),
    notes: [...NOTES, 'Gifts that deleted accounts have collected stay in the stock.'],
  };
}

const CLAIMS = 'Claims of the period, by their state now';

type ClaimOutcomes = z.infer<typeof MerchantReport>['claimOutcomes'];
/** The names of the outcomes of the claims of a day, which are those of their reservations. */
const OUTCOMES: Readonly<Record<keyof ClaimOutcomes, string>> = {
  reserved: 'claimsStillReserved',
  redeemed: 'claimsRedeemed',
  expired: 'claimsExpired',
};

const NOTES = [
  'States are those at the time of the report, not at the end of the period.',
  'Accounts that are deleted, or whose deletion is pending, are left out.',
];

function dayOf(date: string, counts: Readonly<Record<string, number>>, outcomes: ClaimOutcomes): Day {
  const named = Object.entries(OUTCOMES).map(([outcome, name]) => [
    name,
    outcomes[outcome as keyof ClaimOutcomes],
  ]);
  return { date, counts: countsOf({ ...counts, ...Object.fromEntries(named) }) };
}

export function certificateTotals(
  workspace: string,
  answer: z.infer<typeof MedicalCertificateTotals>,
): Report {
  const { period, reportedAt, countedUpTo } = answer;
  return {
    title: 'Medical-certificate totals',
    workspace,
    period,
    reportedAt,
    countedUpTo,
    sections: sectionsOf(answer, { requests: 'Requests', calendarDays: 'Calendar days in the period' }),
    days: [],
    notes: [
      'Only requests that are currently shared are counted, by their state now, including future days.',
      'The totals do not establish an entitlement or predict absence.',
    ],
  };
}

type Counts = Readonly<Record<string, number>>;
/** The names of the fields of an answer that hold counts. */
type CountsIn<A> = { readonly [Name in keyof A]-?: A[Name] extends Counts ? Name : never }[keyof A] & string;

/** One section for each field of an answer that holds counts. A field without a title does not compile. */
function sectionsOf<A>(answer: A, titles: { readonly [Name in CountsIn<A>]: string }): Section[] {
  const counts = answer as { readonly [Name in CountsIn<A>]: Counts };
  return (Object.keys(titles) as CountsIn<A>[]).map((name) => section(titles[name], counts[name]));
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
