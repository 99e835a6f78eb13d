import * as z from 'zod/mini';
import { countStock, type Holds, readHoldsOfMerchant } from '../../../shared/rewards/holds.ts';
import { readCountedUpTo } from '../../../shared/rollups/counted-up-to.ts';
import { dayRow, ReportDay, ReportTotals, reportOf, TOTALS_ROW } from '../../../shared/rollups/items.ts';
import type { StoredItem } from '../../../shared/table/item.ts';
import type { Reads } from '../../../shared/table/table.ts';
import {
  addDays,
  type CalendarDate,
  datesOf,
  daysIn,
  endOfDay,
  malaysianDate,
  type Period,
  TIMEZONE,
} from '../../../shared/values/calendar.ts';
import { INVITATION_DAYS } from '../../../shared/values/limits.ts';
import type { MerchantReport, WorkspaceAnalytics } from './contract.ts';

/**
 * The workspace analytics report (interface, section 4.9). It reads one row for each Malaysian day and one row of totals,
 * so its cost does not grow with the number of members, invitations and claims. The rows leave closed accounts out.
 *
 * Reservations that have expired and are not released yet are stored as reserved, but count as expired, and their units as
 * available.
 */
type Day = z.infer<typeof ReportDay>;

interface Stored {
  readonly totals: z.infer<typeof ReportTotals>;
  readonly days: ReadonlyMap<CalendarDate, Day>;
  readonly holds: Holds;
  readonly countedUpTo: string | undefined;
}

/** Reads the days of the period up to today, and the days whose invitations can still be pending. */
export async function readReport(
  table: Reads,
  workspaceId: string,
  period: Period,
  at: Date,
): Promise<Stored> {
  const rows = reportOf(workspaceId);
  const recent = { from: earliestPending(at), to: malaysianDate(at) };
  const daysOf = ({ from, to }: Period) =>
    from > to ? [] : table.query({ ...rows, from: dayRow(from), to: dayRow(to) });
  const [totals, inPeriod, lately, holds, countedUpTo] = await Promise.all([
    table.get({ ...rows, sk: TOTALS_ROW }),
    daysOf(upToToday(period, at)),
    daysOf(recent),
    readHoldsOfMerchant(table, rows.pk, at),
    readCountedUpTo(table, at),
  ]);
  return {
    totals: ReportTotals.parse(totals ?? {}),
    days: new Map([...inPeriod, ...lately].map((row) => [dateOf(row), ReportDay.parse(row)])),
    holds,
    countedUpTo,
  };
}

/** Builds the report as of `at`. Days are Malaysian calendar days. */
export function presentReport(
  workspaceId: string,
  { totals, days, holds, countedUpTo }: Stored,
  period: Period,
  at: Date,
): z.input<typeof WorkspaceAnalytics> {
  const rows = datesOf(upToToday(period, at)).map((date) => {
    const day = days.get(date) ?? NO_DAY;
    return { date, day, counts: countsOf(day, expiredOn(date, holds)) };
  });
  const sum = (amount: (row: (typeof rows)[number]) => number) =>
    rows.reduce((total, row) => total + amount(row), 0);
  const unanswered = (isPending: boolean) =>
    sum(({ date, day }) => (canBePending(date, at) === isPending ? unansweredOf(day) : 0));
  const pending = datesOf({ from: earliestPending(at), to: malaysianDate(at) }).filter((date) =>
    canBePending(date, at),
  );
  const stock = countStock(totals, holds);
  return {
    workspaceId,
    reportedAt: at.toISOString(),
    countedUpTo,
    timezone: TIMEZONE,
    period: { ...period, days: daysIn(period) },
    current: {
      activeMembers: totals.activeMembers,
      pendingInvitations: pending.reduce((all, date) => all + unansweredOf(days.get(date) ?? NO_DAY), 0),
      availableStock: stock.available,
      heldStock: stock.held,
      redeemedStock: stock.redeemed,
    },
    periodCounts: {
      membersJoined: sum(({ counts }) => counts.membersJoined),
      membersEnded: sum(({ counts }) => counts.membersEnded),
      invitationsCreated: sum(({ counts }) => counts.invitationsCreated),
      invitationsAccepted: sum(({ counts }) => counts.invitationsAccepted),
      claimsReserved: sum(({ counts }) => counts.claimsReserved),
    },
    invitationOutcomes: {
      accepted: sum(({ day }) => day.accepted),
      pending: unanswered(true),
      expired: unanswered(false),
      revoked: sum(({ day }) => day.revoked),
    },
    claimOutcomes: {
      reserved: sum(({ counts }) => counts.claimOutcomes.reserved),
      redeemed: sum(({ counts }) => counts.claimOutcomes.redeemed),
      expired: sum(({ counts }) => counts.claimOutcomes.expired),
    },
    daily: rows.map(({ date, counts }) => ({ date, ...counts })),
  };
}

/** Builds the part of the report that a merchant's own people see: the stock and the claims, and nothing of members. */
export function presentMerchantReport(
  workspaceId: string,
  stored: Stored,
  period: Period,
  at: Date,
): z.input<typeof MerchantReport> {
  const { periodCounts, daily, ...report } = presentReport(workspaceId, stored, period, at);
  return {
    workspaceId: report.workspaceId,
    reportedAt: report.reportedAt,
    countedUpTo: report.countedUpTo,
    timezone: report.timezone,
    period: report.period,
    stock: countStock(stored.totals, stored.holds),
    claimsReserved: periodCounts.claimsReserved,
    claimOutcomes: report.claimOutcomes,
    daily: daily.map(({ date, claimsReserved, claimOutcomes }) => ({ date, claimsReserved, claimOutcomes })),
  };
}

const NO_DAY = ReportDay.parse({});

/** The claims that were reserved on a day, have expired and are still stored as reserved. */
const expiredOn = (date: CalendarDate, { expired }: Holds): number =>
  expired.reduce((sum, row) => sum + z.parse(claimsOn, row[date]), 0);
const claimsOn = z._default(z.number(), 0);

/** @param unreleased the claims of the day that are stored as reserved and have expired. */
function countsOf(day: Day, unreleased: number) {
  const expired = Math.min(unreleased, day.reserved);
  return {
    membersJoined: day.joined,
    membersEnded: day.ended,
    invitationsCreated: day.invited,
    invitationsAccepted: day.acceptances,
    claimsReserved: day.reserved + day.redeemed + day.expired,
    claimOutcomes: {
      reserved: day.reserved - expired,
      redeemed: day.redeemed,
      expired: day.expired + expired,
    },
  };
}

/** The invitations of a day that were neither accepted nor revoked: they are pending or expired. */
const unansweredOf = ({ invited, accepted, revoked }: Day): number => invited - accepted - revoked;

/** An invitation expires at the end of a Malaysian day, so all invitations of a day expire together. */
const canBePending = (date: CalendarDate, at: Date): boolean => endOfDay(addDays(date, INVITATION_DAYS)) > at;

const earliestPending = (at: Date): CalendarDate => addDays(malaysianDate(at), -INVITATION_DAYS);

const upToToday = ({ from, to }: Period, at: Date): Period => {
  const today = malaysianDate(at);
  return { from, to: to < today ? to : today };
};

const dateOf = ({ sk }: StoredItem): CalendarDate => String(sk).slice(dayRow('').length);
