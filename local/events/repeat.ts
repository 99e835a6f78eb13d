import { failureOf, type WriteLine } from '../../shared/runtime/log.ts';

/** A task that runs periodically and never concurrently with itself. */
export interface Loop {
  /** Runs the task now, or right after the current run. Resolves when that run has ended, or when the loop was stopped. */
  readonly runNow: () => Promise<void>;
  /** Stops the loop, aborts the signal of the current run, and resolves when that run has ended. */
  readonly stop: () => Promise<void>;
}

export function repeat(
  name: string,
  milliseconds: number,
  task: (signal: AbortSignal) => Promise<unknown>,
  writeLine: WriteLine,
): Loop {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let next: PromiseWithResolvers<void> | undefined;
  const stopping = new AbortController();

  function wait(delay: number): void {
    timer = setTimeout(start, delay);
  }
  function start(): void {
    const asked = next;
    next = undefined;
    running = task(stopping.signal)
      .catch((error: unknown) => {
        if (stopping.signal.aborted) return;
        writeLine(JSON.stringify({ level: 'error', loop: name, failure: failureOf(error) }));
      })
      .then(() => {
        running = undefined;
        asked?.resolve();
        if (!stopping.signal.aborted) wait(next ? 0 : milliseconds);
      });
  }

  wait(milliseconds);
  return {
    runNow: () => {
      if (stopping.signal.aborted) return Promise.resolve();
      next ??= Promise.withResolvers();
      const { promise } = next;
      if (!running) {
        clearTimeout(timer);
        start();
      }
      return promise;
    },
    stop: async () => {
      stopping.abort();
      clearTimeout(timer);
      await running;
      next?.resolve();
    },
  };
}
