import { type Challenge, finalAt } from '../../../shared/community/items.ts';
import { type Enrollment, isOnDisplay } from '../../../shared/community/participation.ts';
import { accountIsOpen } from '../../../shared/identity/account.ts';
import { finalOutcome } from '../../../shared/table/final-outcome.ts';
import type { Table } from '../../../shared/table/table.ts';
import { days, later, minutes, seconds } from '../../../shared/values/clock.ts';
import {
  MAX_STEPS_A_DAY,
  MAX_STEPS_A_MINUTE,
  SECONDS_BETWEEN_REPORTS,
} from '../../../shared/values/limits.ts';
import { nextVersionParts } from './enrollments.ts';
import { findEnrollment, type OfAccount } from './find-enrollments.ts';

/**
 * A report states the total since `countingFrom`, and the latest measurement replaces the stored one. So a phone and a
 * watch that overlap, or a late sync, never count a step twice. Of two totals for the same moment the higher one wins: a watch
 * delivers steps hours later, and a repeated older report lowers nothing. The write has a condition on the version of the
 * enrollment that the report was checked against. Each report moves the ranks, and so it also moves them to the partitions that
 * the boards have by then.
 */

/** Tolerance for phone clocks that are ahead or behind. */
const CLOCK_SKEW = minutes(1);

interface Report {
  readonly steps: number;
  readonly measuredAt: string;
}

type ReportRefusal = 'challenge_final' | 'measured_in_future' | 'measured_outside' | 'implausible_steps';

/**
 * Replaces the total of an enrollment if the measurement is later than the stored one, or higher at the same moment, and the last
 * report was accepted some seconds ago. Otherwise nothing is written.
 * @param found the result of `findEnrollment`. It is read again if a concurrent write fails the transaction.
 * @returns the enrollment with the latest measurement, or the reason for the refusal.
 * @throws {TryAgain} if concurrent writes still win at the deadline.
 */
export async function report(
  table: Table,
  of: OfAccount,
  sent: Report,
  found: Awaited<ReturnType<typeof findEnrollment>>,
  at: Date,
): Promise<
  | { readonly kind: 'reported'; readonly challenge: Challenge; readonly own: Enrollment }
  | { readonly kind: ReportRefusal | 'not_enrolled' | 'event_cancelled' | 'account_closed' }
> {
  const again = () => findEnrollment(table, of);
  return finalOutcome(found, again, async ({ challenge, own }) => {
    if (!challenge || !own) return { kind: 'not_enrolled' };
    if (challenge.cancelledAt) return { kind: 'event_cancelled' };
    const next = nextAfter(sent, own, at);
    if (typeof next === 'string') return { kind: next };
    if (next === own) return { kind: 'reported', challenge, own };
    const boardPartitions = Math.max(own.boardPartitions, challenge.boardPartitions ?? 1);
    const moved = { ...next, boardPartitions };
    const refused = await table.transact({
      ...nextVersionParts(own, moved, at),
      account: accountIsOpen(of.accountId),
    });
    if (!refused) return { kind: 'reported', challenge, own: moved };
    if (refused.account) return { kind: 'account_closed' };
    return undefined;
  });
}

/** @returns the enrollment after a report, `own` itself if the report changes nothing, or the reason for the refusal */
export function nextAfter(sent: Report, own: Enrollment, at: Date): Enrollment | ReportRefusal {
  const measured = { ...sent, measuredAt: momentOf(sent, own) };
  const refusal = refusalOf(measured, own, at);
  if (refusal) return refusal;
  if (isOutdated(measured, own) || isTooSoon(own, at)) return own;
  const fell = isOnDisplay(own) && measured.steps < own.steps;
  return {
    ...own,
    ...(fell && { falls: (own.falls ?? 0) + 1 }),
    ...measured,
    reportedAt: at.toISOString(),
    version: own.version + 1,
  };
}

/** The moment that a report counts for: `countingFrom` for a phone that is at most a minute behind it. */
function momentOf({ measuredAt }: Report, { countingFrom }: Enrollment): string {
  const isJustBefore =
    measuredAt < countingFrom && later(new Date(measuredAt), CLOCK_SKEW).toISOString() >= countingFrom;
  return isJustBefore ? countingFrom : measuredAt;
}

const isOutdated = ({ steps, measuredAt }: Report, own: Enrollment): boolean =>
  own.measuredAt !== undefined &&
  (own.measuredAt > measuredAt || (own.measuredAt === measuredAt && own.steps >= steps));

/**
 * Whether the last report was accepted so recently that another one is not written. Only the server's clock decides, because
 * clients choose `measuredAt`. After the end of the challenge no report is too soon, because it may be the last one.
 */
export const isTooSoon = ({ reportedAt, endsAt }: Enrollment, at: Date): boolean =>
  reportedAt !== undefined &&
  at.toISOString() < endsAt &&
  at < later(new Date(reportedAt), seconds(SECONDS_BETWEEN_REPORTS));

function refusalOf({ steps, measuredAt }: Report, own: Enrollment, at: Date): ReportRefusal | undefined {
  if (at >= finalAt(own)) return 'challenge_final';
  const measured = Date.parse(measuredAt);
  if (measured > at.getTime() + CLOCK_SKEW) return 'measured_in_future';
  if (measuredAt < own.countingFrom || measuredAt > own.endsAt) return 'measured_outside';
  const counted = measured - Date.parse(own.countingFrom);
  const daysBegun = Math.floor(counted / days(1)) + 1;
  const most = Math.min((counted / minutes(1)) * MAX_STEPS_A_MINUTE, daysBegun * MAX_STEPS_A_DAY);
  return steps > most ? 'implausible_steps' : undefined;
}
