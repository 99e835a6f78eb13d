import { type Clock, later, minutes } from '../shared/clock.ts';

/** What is done again and again by the clock. */
export interface Schedule {
  readonly everyMinutes: number;
  readonly run: () => Promise<unknown>;
}

/** Runs what is due by the clock, also one that was moved. A failed run waits for its next turn. */
export function schedules(plans: readonly Schedule[], { now }: Pick<Clock, 'now'>) {
  const entries = plans.map(({ everyMinutes, run }) => {
    const every = minutes(everyMinutes);
    return { run, every, due: later(now(), every) };
  });

  /** Runs whatever is due, once, however long it has been due. */
  return async function runDue(): Promise<void> {
    for (const entry of entries) {
      if (now() < entry.due) continue;
      entry.due = later(now(), entry.every);
      // Whoever runs has logged the failure itself.
      await entry.run().catch(() => {});
    }
  };
}
