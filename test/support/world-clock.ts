import { type Clock, systemClock } from '../../shared/values/clock.ts';

/** The clock of a world. It stands still until a test moves it, and a test can replace what else varies. */
export function worldClock(start: Date) {
  let now = start;
  let time: Pick<Clock, 'elapsed' | 'sleep'> = systemClock;
  let random: Pick<Clock, 'newId' | 'newSecret' | 'chance'> = systemClock;
  /** The clock of the table client, whose idempotency tokens stay random. */
  const ofTables: Clock = {
    ...systemClock,
    now: () => now,
    elapsed: () => time.elapsed(),
    sleep: (milliseconds) => time.sleep(milliseconds),
  };
  return {
    ofTables,
    clock: {
      ...ofTables,
      newId: () => random.newId(),
      newSecret: () => random.newSecret(),
      chance: () => random.chance(),
    } satisfies Clock,
    now: () => now,
    setNow: (time: Date) => {
      now = time;
    },
    advance: (milliseconds: number) => {
      now = new Date(now.getTime() + milliseconds);
    },
    /** Replaces the source of ids, secrets or samples. The table's idempotency tokens stay random. */
    setRandom: (next: Partial<typeof random>) => {
      random = { ...random, ...next };
    },
    /** Replaces how the table client and the handlers measure time and wait. */
    setTime: (next: Partial<typeof time>) => {
      time = { ...time, ...next };
    },
  };
}
