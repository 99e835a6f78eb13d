import { malaysianDate } from '../../shared/calendar.ts';
import { later } from '../../shared/clock.ts';

/** Timestamps before and after the start of the demo world, so that it is always a live one. */
export function timesAround(at: Date) {
  return {
    at,
    ago: (milliseconds: number): string => later(at, -milliseconds).toISOString(),
    ahead: (milliseconds: number): string => later(at, milliseconds).toISOString(),
    /** The Malaysian day this many milliseconds ago. */
    dayAgo: (milliseconds: number): string => malaysianDate(later(at, -milliseconds)),
  };
}

export type Times = ReturnType<typeof timesAround>;
