import { FINAL_AFTER_HOURS } from '../../shared/values/limits.ts';
import type { Display } from './answer.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** What the screen shows, from the response and the server's time alone. */
export type State =
  | 'upcoming'
  /** There are no challenges yet. */
  | 'announced'
  | 'live'
  /** The exhibition is over, and participants may still report steps. */
  | 'ended'
  | 'final'
  /** The exhibition is over, and nobody has a result. */
  | 'over';

export function stateOf({ event, challenges, provisional }: Display, now: Date): State {
  const isOver = now.getTime() >= Date.parse(event.endsAt);
  if (isOver && challenges.every(({ top }) => top.length === 0)) return 'over';
  if (challenges.length === 0) return 'announced';
  if (now.getTime() < Date.parse(event.startsAt)) return 'upcoming';
  if (!isOver) return 'live';
  return provisional ? 'ended' : 'final';
}

/** The latest time at which the results become final, because no challenge ends after its exhibition. */
export const finalAt = ({ event }: Display): Date =>
  new Date(Date.parse(event.endsAt) + FINAL_AFTER_HOURS * HOUR_MS);

export interface Countdown {
  readonly left: number;
  readonly unit: 'day' | 'hour' | 'minute';
}

/** Counts in days, below 48 hours in hours, and below 2 hours in minutes. It never shows 0. */
export function countdownTo(startsAt: string, now: Date): Countdown {
  const left = Math.max(1, Date.parse(startsAt) - now.getTime());
  if (left >= 48 * HOUR_MS) return { left: Math.floor(left / (24 * HOUR_MS)), unit: 'day' };
  if (left >= 2 * HOUR_MS) return { left: Math.floor(left / HOUR_MS), unit: 'hour' };
  return { left: Math.ceil(left / MINUTE_MS), unit: 'minute' };
}

/** Opening hours in Malaysian time, such as 10 to 22, or 18 to 2 over midnight. */
export interface OpeningHours {
  readonly from: number;
  readonly to: number;
}

const MALAYSIA_IS_AHEAD = 8 * HOUR_MS;

export function isAsleep(opening: OpeningHours | undefined, now: Date): boolean {
  if (!opening) return false;
  const { from, to } = opening;
  const hour = new Date(now.getTime() + MALAYSIA_IS_AHEAD).getUTCHours();
  const isOpen = from < to ? from <= hour && hour < to : from <= hour || hour < to;
  return !isOpen;
}
