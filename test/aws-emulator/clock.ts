import { FURTHEST_SECONDS, type MovableClock } from '../../local/events/clock.ts';
import { later, systemClock } from '../../shared/values/clock.ts';

/** A movable clock. Its offset from the machine's clock is in shared memory, so that all function instances use it. */
export interface SharedClock extends MovableClock {
  readonly ahead: SharedArrayBuffer;
  /** The time if only `advance` moved it since `stopped`. A busy machine lets real time pass, which decides no time limit. */
  readonly moved: () => Date;
  /** Lets `moved` continue from the current time. */
  readonly stopped: () => void;
}

/** @param start the initial time; by default, the machine's. */
export function sharedClock(start = new Date()): SharedClock {
  const ahead = new SharedArrayBuffer(BigInt64Array.BYTES_PER_ELEMENT);
  const cell = new BigInt64Array(ahead);
  Atomics.store(cell, 0, BigInt(start.getTime() - Date.now()));
  let moved = start;
  const now = () => new Date(Date.now() + Number(Atomics.load(cell, 0)));
  return {
    ...systemClock,
    ahead,
    now,
    moved: () => moved,
    stopped: () => {
      moved = now();
    },
    advance: (seconds) => {
      if (seconds > FURTHEST_SECONDS) return undefined;
      Atomics.add(cell, 0, BigInt(Math.round(seconds * 1000)));
      moved = later(moved, seconds * 1000);
      return now();
    },
  };
}
