import { type Clock, systemClock } from '../../shared/values/clock.ts';

/** The clock of a world. It stands still until a test moves it, and a test can replace what else varies. */
export function worldClock(start: Date) {
  let now = start;
  let time: Pick<Clock, 'elapsed' | 'sleep'> = systemClock;
  let random: Pick<Clock, 'newId' | 'newSecret'> = systemClock;
  /** The clock of the table client, whose idempotency tokens stay random. */
  const ofTables: Clock = {
    ...systemClock,
    now: () => now,
    elapsed: () => time.elapsed(),
    sleep: (milliseconds) => time.sleep(milliseconds),
  };
  return {
    ofTables,
    clock: { ...ofTables, newId: () => random.newId(), newSecret: () => random.newSecret() } satisfies Clock,
    now: () => now,
    setNow: (time: Date) => {
      now = time;
    },
    advance: (milliseconds: number) => {
      now = new Date(now.getTime() + milliseconds);
    },
    /** Replaces the source of ids and secrets. The table's idempotency tokens stay random. */
    setRandom: (next: Pick<Clock, 'newId' | 'newSecret'>) => {
      random = next;
    },
    /** Replaces how the table client and the handlers measure time and wait. */
    setTime: (next: Partial<typeof time>) => {
      time = { ...time, ...next };
    },
  };
}
