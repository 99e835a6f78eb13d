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
  /** Events for the same moment happen in the order in which they were scheduled. */
  readonly turn: number;
  readonly what: () => unknown;
}

export function newTimeline(): Timeline {
  let time = 0;
  let turns = 0;
  const planned = newQueue();

  function after(milliseconds: number, what: () => unknown): void {
    planned.add({ time: time + Math.max(0, milliseconds), turn: turns++, what });
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
        const next = planned.takeFirst();
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

/** A binary heap: a hall plans ten thousand events. */
function newQueue() {
  const heap: Planned[] = [];
  const isBefore = (a: Planned, b: Planned) => a.time < b.time || (a.time === b.time && a.turn < b.turn);
  const at = (n: number) => heap[n] as Planned;
  const swap = (a: number, b: number) => {
    [heap[a], heap[b]] = [at(b), at(a)];
  };
  return {
    add(event: Planned): void {
      heap.push(event);
      for (let n = heap.length - 1, up = 0; n > 0; n = up) {
        up = (n - 1) >> 1;
        if (!isBefore(at(n), at(up))) return;
        swap(n, up);
      }
    },
    takeFirst(): Planned | undefined {
      const [first] = heap;
      const last = heap.pop();
      if (heap.length === 0 || !last) return first;
      heap[0] = last;
      for (let n = 0; ; ) {
        let least = n;
        for (const child of [2 * n + 1, 2 * n + 2]) {
          if (child < heap.length && isBefore(at(child), at(least))) least = child;
        }
        if (least === n) return first;
        swap(n, least);
        n = least;
      }
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
