import { type Clock, later, minutes } from '../shared/clock.ts';
import type { Mapping } from './deliveries.ts';

/** Runs scheduled workers when they are due by the clock, also one that was moved. A failed run waits for its next turn. */
export function schedules(mappings: readonly Mapping[], { now }: Pick<Clock, 'now'>) {
  const planned = mappings.flatMap(({ worker: { trigger }, handle }) => {
    if (trigger.kind !== 'schedule') return [];
    const every = minutes(trigger.everyMinutes);
    return [{ handle, every, due: later(now(), every) }];
  });

  /** Runs whatever is due, once, however long it has been due. */
  return async function runDue(): Promise<void> {
    for (const plan of planned) {
      if (now() < plan.due) continue;
      plan.due = later(now(), plan.every);
      // The worker has logged its failure itself.
      await plan.handle({}).catch(() => {});
    }
  };
}
