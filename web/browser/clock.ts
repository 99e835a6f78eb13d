/** The server's time, because the clock of a kiosk may be wrong by hours. */
export interface ServerClock {
  /** Reads the time from the headers `Date` and `Age` of a response. */
  hear(headers: Headers): void;
  /** Before the first response, the time of this machine. */
  now(): Date;
}

/** `Date` has whole seconds, so a smaller difference is no news. */
const TOLERANCE_MS = 2_000;

/** @param elapsed milliseconds of a monotonic clock */
export function serverClock(elapsed: () => number, own: () => number): ServerClock {
  /** The server's time when the monotonic clock was 0. */
  let start = own() - elapsed();
  return {
    hear(headers) {
      const sent = Date.parse(headers.get('date') ?? '');
      const age = Number(headers.get('age') ?? 0);
      const heard = sent + age * 1000 - elapsed();
      if (Number.isFinite(heard) && age >= 0 && Math.abs(heard - start) > TOLERANCE_MS) start = heard;
    },
    now: () => new Date(start + elapsed()),
  };
}
