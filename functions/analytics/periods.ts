import type * as z from 'zod/mini';
import { daysIn, isCalendarDate } from '../../shared/calendar.ts';
import { MOST_PERIOD_DAYS } from '../../shared/limits.ts';

/** The check that a period of two named days does not run backwards and is not too long; its last day is at fault. */
export function endsInTime<First extends string, Last extends string>(first: First, last: Last) {
  return (payload: z.core.ParsePayload<Readonly<Record<First | Last, string>>>): void => {
    const { [first]: from, [last]: to } = payload.value;
    if (!isCalendarDate(from) || !isCalendarDate(to)) return;
    const days = daysIn({ from, to });
    const wrong =
      days < 1
        ? `must not be before ${first}`
        : days > MOST_PERIOD_DAYS &&
          `must end a period of at most ${MOST_PERIOD_DAYS} days, both ends included`;
    if (wrong) payload.issues.push({ code: 'custom', path: [last], message: wrong, input: payload.value });
  };
}
