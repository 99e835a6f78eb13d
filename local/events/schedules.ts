import { type Clock, later, minutes } from '../../shared/values/clock.ts';

/** A task and its interval. */
export interface Schedule {
  readonly everyMinutes: number;
  readonly run: () => Promise<unknown>;
}

/**
 * Runs tasks that are due, including those that are due because the clock was moved. A failed run is not retried before the
 * next interval.
 * @param catchUp reads the stream, before each due task. A moved clock must not leave the stream hours behind: the check of
 * the counters would take that for drift, and wait.
 */
export function schedules(
  plans: readonly Schedule[],
  { now }: Pick<Clock, 'now'>,
  catchUp: () => Promise<void>,
) {
  const entries = plans.map(({ everyMinutes, run }) => {
    const every = minutes(everyMinutes);
    return { run, every, due: later(now(), every) };
  });

  /** Runs each due task once, even if several intervals have passed. */
  return async function runDue(): Promise<void> {
    for (const entry of entries) {
      if (now() < entry.due) continue;
      entry.due = later(now(), entry.every);
      await catchUp();
      // The task has already logged its failure.
      await entry.run().catch(() => {});
    }
  };
}
