import type * as z from 'zod/mini';
import { daysIn, overlapDays, type Period, TIMEZONE } from '../../../shared/calendar.ts';
import {
  type Certificate,
  certificate,
  type Membership,
  membership,
  membersOf,
  sharedCertificates,
} from '../../../shared/items/workspace.ts';
import type { Reads } from '../../../shared/table/table.ts';
import type { MedicalCertificateTotals } from './contract.ts';

/** The items for the medical-certificate totals of a corporate workspace (interface, section 4.9, last paragraph). */
export interface StoredCertificates {
  readonly memberships: readonly Membership[];
  readonly certificates: readonly Certificate[];
}

/** Reads all memberships of a workspace and the shared requests that end in the period or later. */
export async function readForTotals(
  table: Reads,
  workspaceId: string,
  { from }: Period,
): Promise<StoredCertificates> {
  const [members, certificates] = await Promise.all([
    table.query(membersOf(workspaceId)),
    // The list is sorted by the last day. Requests that end before the period cannot overlap it.
    table.query({ ...sharedCertificates(workspaceId), from }),
  ]);
  return { memberships: members.map(membership.parse), certificates: certificates.map(certificate.parse) };
}

/** Counts the shared requests of current employees that overlap the period, and the days of the overlap. */
export function countCertificates(
  workspaceId: string,
  { memberships, certificates }: StoredCertificates,
  period: Period,
  at: Date,
): z.input<typeof MedicalCertificateTotals> {
  const employed = new Set(
    memberships
      .filter(({ endedAt, accountClosed }) => endedAt === undefined && !accountClosed)
      .map(({ accountId }) => accountId),
  );
  const requests = { submitted: 0, approved: 0, rejected: 0, withdrawn: 0 };
  const calendarDays = { submitted: 0, approved: 0, rejected: 0, withdrawn: 0 };
  for (const {
    accountId,
    status,
    sharingConsent,
    submittedAt,
    accountClosed,
    firstDay,
    lastDay,
  } of certificates) {
    if (status === 'draft' || !submittedAt || !sharingConsent || accountClosed || !employed.has(accountId))
      continue;
    const overlap = overlapDays({ from: firstDay, to: lastDay }, period);
    if (overlap === 0) continue;
    requests[status] += 1;
    calendarDays[status] += overlap;
  }
  return {
    workspaceId,
    reportedAt: at.toISOString(),
    timezone: TIMEZONE,
    period: { ...period, days: daysIn(period) },
    requests,
    calendarDays,
  };
}
