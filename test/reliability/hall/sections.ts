import { WARM_PARTITIONS } from '../contention/warm.ts';

/** The sections of `docs/performance.md` with the days of a hall, by the number of partitions, in the order of the page. */
export const HALL_SECTIONS: ReadonlyMap<number, string> = new Map([
  [WARM_PARTITIONS, 'The day of a hall'],
  [4, 'The same day on a new table'],
  [48, 'The same day on a larger table'],
]);
