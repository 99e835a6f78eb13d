import { FURTHEST_SECONDS, type MovableClock } from '../../local/clock.ts';
import { systemClock } from '../../shared/clock.ts';

/** A movable clock whose lead over the machine's own is shared memory: every instance of a function reads it as well. */
export interface SharedClock extends MovableClock {
  readonly ahead: SharedArrayBuffer;
}

/** @param start what time it is now, if not what the machine says. */
export function sharedClock(start = new Date()): SharedClock {
  const ahead = new SharedArrayBuffer(BigInt64Array.BYTES_PER_ELEMENT);
  const cell = new BigInt64Array(ahead);
  Atomics.store(cell, 0, BigInt(start.getTime() - Date.now()));
  const now = () => new Date(Date.now() + Number(Atomics.load(cell, 0)));
  return {
    ...systemClock,
    ahead,
    now,
    advance: (seconds) => {
      if (seconds > FURTHEST_SECONDS) return undefined;
      Atomics.add(cell, 0, BigInt(Math.round(seconds * 1000)));
      return now();
    },
  };
}
