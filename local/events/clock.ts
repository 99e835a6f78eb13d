import { type Clock, seconds, systemClock } from '../../shared/values/clock.ts';

/** The furthest that the clock can be moved. More is probably a typing error. */
export const FURTHEST_SECONDS = 10 * 365 * 24 * 3600;

/** On AWS, a worker waits up to 15 seconds for the stream. Here the stream is read many times a second. */
const LONGEST_SLEEP = seconds(2);

/** The machine's clock, which can be moved forward: handlers, workers, TTL and the token issuer all read it. */
export interface MovableClock extends Clock {
  /** Moves the clock forward. @returns the new time, or `undefined` if the clock would move too far; then it stays. */
  readonly advance: (seconds: number) => Date | undefined;
}

export function movableClock(): MovableClock {
  let ahead = 0;
  const now = () => new Date(Date.now() + ahead);
  return {
    ...systemClock,
    now,
    sleep: (milliseconds) => systemClock.sleep(Math.min(milliseconds, LONGEST_SLEEP)),
    advance: (seconds) => {
      if (ahead / 1000 + seconds > FURTHEST_SECONDS) return undefined;
      ahead += Math.round(seconds * 1000);
      return now();
    },
  };
}
