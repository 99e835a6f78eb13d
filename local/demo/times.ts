import { malaysianDate } from '../../shared/values/calendar.ts';
import { later } from '../../shared/values/clock.ts';

/** Timestamps relative to the start, so that the demo data is always current. */
export function timesAround(at: Date) {
  return {
    at,
    ago: (milliseconds: number): string => later(at, -milliseconds).toISOString(),
    ahead: (milliseconds: number): string => later(at, milliseconds).toISOString(),
    /** The Malaysian date the given number of milliseconds ago. */
    dayAgo: (milliseconds: number): string => malaysianDate(later(at, -milliseconds)),
  };
}

export type Times = ReturnType<typeof timesAround>;
