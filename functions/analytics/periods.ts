import type * as z from 'zod/mini';
import { daysIn, isCalendarDate } from '../../shared/values/calendar.ts';
import { MAX_PERIOD_DAYS } from '../../shared/values/limits.ts';

/**
 * Checks that a period does not end before it starts and is not too long. The issue names the field of the last day.
 */
export function endsInTime<First extends string, Last extends string>(first: First, last: Last) {
  return (payload: z.core.ParsePayload<Readonly<Record<First | Last, string>>>): void => {
    const { [first]: from, [last]: to } = payload.value;
    if (!isCalendarDate(from) || !isCalendarDate(to)) return;
    const days = daysIn({ from, to });
    const message =
      days < 1
        ? `must not be before ${first}`
        : days > MAX_PERIOD_DAYS &&
          `must end a period of at most ${MAX_PERIOD_DAYS} days, including both ends`;
    if (message) payload.issues.push({ code: 'custom', path: [last], message, input: payload.value });
  };
}
