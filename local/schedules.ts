import { type Clock, later, minutes } from '../shared/clock.ts';

/** What is done again and again by the clock. */
export interface Plan {
  readonly everyMinutes: number;
  readonly run: () => Promise<unknown>;
}

/** Runs what is due by the clock, also one that was moved. A failed run waits for its next turn. */
export function schedules(plans: readonly Plan[], { now }: Pick<Clock, 'now'>) {
  const planned = plans.map(({ everyMinutes, run }) => {
    const every = minutes(everyMinutes);
    return { run, every, due: later(now(), every) };
  });

  /** Runs whatever is due, once, however long it has been due. */
  return async function runDue(): Promise<void> {
    for (const plan of planned) {
      if (now() < plan.due) continue;
      plan.due = later(now(), plan.every);
      // Whoever runs has logged the failure itself.
      await plan.run().catch(() => {});
    }
  };
}
