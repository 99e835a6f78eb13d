import type { DailyTrigger, ScheduleTrigger } from '../../shared/contract/worker.ts';
import { malaysianDate, startOfDay } from '../../shared/values/calendar.ts';
import { type Clock, days, hours, later, minutes } from '../../shared/values/clock.ts';

/** A task, and when it runs. */
export interface Schedule {
  readonly when: ScheduleTrigger | DailyTrigger;
  readonly run: () => Promise<unknown>;
}

/** The first time after this one at which a task runs. */
function nextRun(when: Schedule['when'], at: Date): Date {
  if (when.kind === 'schedule') return later(at, minutes(when.everyMinutes));
  const today = later(startOfDay(malaysianDate(at)), hours(when.hour));
  return today > at ? today : later(today, days(1));
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
  const entries = plans.map(({ when, run }) => ({ run, when, due: nextRun(when, now()) }));

  /** Runs each due task once, even if several intervals have passed. */
  return async function runDue(): Promise<void> {
    for (const entry of entries) {
      if (now() < entry.due) continue;
      entry.due = nextRun(entry.when, now());
      await catchUp();
      // The task has already logged its failure.
      await entry.run().catch(() => {});
    }
  };
}
