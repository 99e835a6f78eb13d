import { setImmediate } from 'node:timers/promises';

/**
 * Simulated time. What is planned happens one at a time, the earliest first, and the next thing only when everybody
 * waits again; so the order of all that happens follows from what was planned, whatever the machine's mood.
 */
export interface Timeline {
  /** Milliseconds since the beginning. */
  readonly now: () => number;
  readonly sleep: (milliseconds: number) => Promise<void>;
  /** Plans something; a promise that it returns is waited for before anything else happens. */
  readonly after: (milliseconds: number, what: () => unknown) => void;
  /** Lets things happen until a task has ended and nothing is planned any more: a quiet point. */
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
    const one = { time: time + Math.max(0, milliseconds), what };
    // Behind what was planned for the same moment before.
    const before = planned.findLastIndex((other) => other.time <= one.time);
    planned.splice(before + 1, 0, one);
  }

  return {
    now: () => time,
    after,
    sleep: (milliseconds) => new Promise((resolve) => after(milliseconds, () => resolve())),

    async play(task) {
      const ended = settled(task());
      for (;;) {
        // Whoever can go on does so before this resumes: nothing but planned things is waited for.
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

async function settled<T>(task: Promise<T>): Promise<{ readonly value: T } | { readonly failure: unknown }> {
  try {
    return { value: await task };
  } catch (failure) {
    return { failure };
  }
}
