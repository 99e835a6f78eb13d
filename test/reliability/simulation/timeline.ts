import { setImmediate } from 'node:timers/promises';

/**
 * Simulated time. Scheduled events run one at a time, the earliest first, and the next one runs only when everything waits
 * again. So the order of events depends only on the schedule, however busy the machine is.
 */
export interface Timeline {
  /** Milliseconds since the start. */
  readonly now: () => number;
  readonly sleep: (milliseconds: number) => Promise<void>;
  /** Schedules an event. If it returns a promise, no other event runs before it resolves. */
  readonly after: (milliseconds: number, what: () => unknown) => void;
  /** Runs events until a task has ended and nothing is scheduled: a quiet point. */
  readonly play: <T>(task: () => Promise<T>) => Promise<T>;
}

interface Planned {
  readonly time: number;
  readonly what: () => unknown;
}

export function newTimeline(): Timeline {
  let time = 0;
  const planned: Planned[] = [];

  function after(milliseconds: number, what: () => unknown): void {
    const event = { time: time + Math.max(0, milliseconds), what };
    // The event comes after those that were scheduled earlier for the same moment.
    const before = planned.findLastIndex((other) => other.time <= event.time);
    planned.splice(before + 1, 0, event);
  }

  return {
    now: () => time,
    after,
    sleep: (milliseconds) => new Promise((resolve) => after(milliseconds, () => resolve())),

    async play(task) {
      const ended = completed(task());
      for (;;) {
        // All other code that can continue runs before this line returns.
        await setImmediate();
        const next = planned.shift();
        if (!next) break;
        time = next.time;
        await next.what();
      }
      const outcome = await Promise.race([ended, undefined]);
      if (!outcome) throw new Error('nothing is planned any more, and somebody still waits');
      if ('failure' in outcome) throw outcome.failure;
      return outcome.value;
    },
  };
}

async function completed<T>(
  task: Promise<T>,
): Promise<{ readonly value: T } | { readonly failure: unknown }> {
  try {
    return { value: await task };
  } catch (failure) {
    return { failure };
  }
}
