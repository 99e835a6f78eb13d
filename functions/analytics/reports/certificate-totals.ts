import type * as z from 'zod/mini';
import { readCountedUpTo } from '../../../shared/rollups/counted-up-to.ts';
import { CertificateDay, certificateDaysOf, dayRow } from '../../../shared/rollups/items.ts';
import type { Reads } from '../../../shared/table/table.ts';
import {
  type CalendarDate,
  datesOf,
  daysIn,
  firstOfMonth,
  type Period,
  TIMEZONE,
} from '../../../shared/values/calendar.ts';
import { recordOf } from '../../../shared/values/records.ts';
import { SHARED_STATUSES, type SharedStatus } from '../../../shared/workspaces/certificate-statuses.ts';
import type { MedicalCertificateTotals } from './contract.ts';

/**
 * The medical-certificate totals of a corporate workspace (interface, section 4.9, last paragraph). They are computed
 * from one row for each day, which counts the shared requests of current employees that start and end on it. The row of
 * the first day of a month also counts the requests that are open then, so no earlier row is read.
 */
type Day = z.infer<typeof CertificateDay>;

interface Stored {
  readonly days: ReadonlyMap<CalendarDate, Day>;
  readonly countedUpTo: string | undefined;
}

/** Reads the days from the first of the month in which the period begins. */
export async function readCertificateDays(
  table: Reads,
  workspaceId: string,
  { from, to }: Period,
  at: Date,
): Promise<Stored> {
  const range = { from: dayRow(firstOfMonth(from)), to: dayRow(to) };
  const [rows, countedUpTo] = await Promise.all([
    table.query({ ...certificateDaysOf(workspaceId), ...range }),
    readCountedUpTo(table, at),
  ]);
  const days = rows.map(
    (row) => [String(row['sk']).slice(dayRow('').length), CertificateDay.parse(row)] as const,
  );
  return { days: new Map(days), countedUpTo };
}

/** Counts the requests that overlap the period, and the days of the overlap, by status. */
export function countCertificates(
  workspaceId: string,
  { days, countedUpTo }: Stored,
  period: Period,
  at: Date,
): z.input<typeof MedicalCertificateTotals> {
  const counts = recordOf(SHARED_STATUSES, (status) => countOf(status, days, period));
  return {
    workspaceId,
    reportedAt: at.toISOString(),
    countedUpTo,
    timezone: TIMEZONE,
    period: { ...period, days: daysIn(period) },
    requests: recordOf(SHARED_STATUSES, (status) => counts[status].requests),
    calendarDays: recordOf(SHARED_STATUSES, (status) => counts[status].calendarDays),
  };
}

function countOf(status: SharedStatus, days: ReadonlyMap<CalendarDate, Day>, { from, to }: Period) {
  const of = (date: CalendarDate) => days.get(date) ?? NO_DAY;
  const month = firstOfMonth(from);
  let active = of(month)[`${status}Open`];
  let requests = 0;
  let calendarDays = 0;
  for (const date of datesOf({ from: month, to })) {
    const starts = of(date)[`${status}Starts`];
    active += starts;
    if (date >= from) {
      requests += date === from ? active : starts;
      calendarDays += active;
    }
    active -= of(date)[`${status}Ends`];
  }
  return { requests, calendarDays };
}

const NO_DAY = CertificateDay.parse({});
