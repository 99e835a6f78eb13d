import { days, later } from '../values/clock.ts';
import { type EpochSeconds, epochSeconds } from './item.ts';

/** Seven years, with two leap days. Malaysian law requires medical records to be kept for this long. */
const KEPT = days(7 * 365 + 2);

/** The TTL of an item that is kept for seven years, even after the erasure of the accounts in it. */
export const keptUntil = (madeAt: string): EpochSeconds => epochSeconds(later(new Date(madeAt), KEPT));
