import { WARM_PARTITIONS } from '../contention/warm.ts';

/** The sections of `docs/performance.md` with the days of a hall, by the number of partitions. */
export const HALL_SECTIONS: Readonly<Record<number, string>> = {
  [WARM_PARTITIONS]: 'The day of a hall',
  4: 'The same day on a new table',
};
