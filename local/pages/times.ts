import { timeTexts } from '../../shared/values/time-texts/en.ts';
import { timesIn } from '../../shared/values/times.ts';

/** Times of the local pages, in English. */
export const times = timesIn('en-MY', timeTexts);

/** `26 November 2026, 3.41 pm` */
export const inMalaysia = (instant: Date): string => `${times.date(instant)}, ${times.time(instant)}`;
