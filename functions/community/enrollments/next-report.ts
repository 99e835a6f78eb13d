import { type Challenge, finalAt } from '../../../shared/community/items.ts';
import { type Enrollment, isOnDisplay } from '../../../shared/community/participation.ts';
import { hours, later, minutes, seconds } from '../../../shared/values/clock.ts';
import {
  MAX_STEPS_A_LATER_MINUTE,
  MAX_STEPS_A_MINUTE,
  MINUTES_BETWEEN_FAR_REPORTS,
  SECONDS_BETWEEN_NEAR_REPORTS,
  SECONDS_BETWEEN_REPORTS,
} from '../../../shared/values/limits.ts';
import { isTooSoon } from './step-reports.ts';

const NEAR = seconds(SECONDS_BETWEEN_NEAR_REPORTS);
const FAR = minutes(MINUTES_BETWEEN_FAR_REPORTS);
/** After the end, only steps that a watch delivers late are missing. */
const LONGEST_AFTER_END = hours(1);
/** The last report has time to arrive. */
const BEFORE_FINAL = minutes(2);

/**
 * When a phone should report again. Nobody takes more steps than a runner, so a participant who is far behind the last rank of the
 * public display is not on it for a while. A phone that is near or on the display reports within a minute, and at the end of
 * the challenge all phones do, so no rank on the display is older than a minute.
 * A report that came too soon after the last one is repeated.
 * @param chance in [0, 1), so that phones that reported together do not do so again.
 */
export function nextReportAt(own: Enrollment, of: Challenge, at: Date, chance: number): Date {
  if (isTooSoon(own, at) && own.reportedAt !== at.toISOString())
    return later(at, seconds(SECONDS_BETWEEN_REPORTS) * (1 + chance));
  const ended = at.getTime() - Date.parse(own.endsAt);
  if (ended >= 0) {
    const last = later(finalAt(own), -BEFORE_FINAL * (0.5 + chance / 2));
    const next = later(at, Math.min(Math.max(ended, FAR), LONGEST_AFTER_END));
    return at < last && last < next ? last : next;
  }
  const next = later(at, Math.max(NEAR, timeUntilShown(own, of, at)) * (0.95 + chance / 20));
  const atEnd = later(new Date(own.endsAt), NEAR * chance);
  return next > atEnd ? atEnd : next;
}

/** The time in milliseconds in which a participant cannot get onto the public display, at most `FAR`. */
function timeUntilShown(own: Enrollment, { visibility, lastShownSteps = 0 }: Challenge, at: Date): number {
  // A private challenge has no public display.
  if (visibility === 'private' || !isOnDisplay(own)) return FAR;
  const behind = lastShownSteps - own.steps;
  const sprinted = Math.min(behind, MAX_STEPS_A_MINUTE);
  const shown = minutes(sprinted / MAX_STEPS_A_MINUTE + (behind - sprinted) / MAX_STEPS_A_LATER_MINUTE);
  const age = at.getTime() - Date.parse(own.measuredAt ?? own.countingFrom);
  return Math.min(shown - age, FAR);
}
