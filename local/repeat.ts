import { failureOf, type WriteLine } from '../shared/log.ts';

/** A task that runs periodically and never concurrently with itself. */
export interface Loop {
  /** Runs the task now, or right after the current run. */
  readonly runNow: () => void;
  /** Stops the loop and resolves when the current run has ended. */
  readonly stop: () => Promise<void>;
}

export function repeat(
  name: string,
  milliseconds: number,
  task: () => Promise<unknown>,
  writeLine: WriteLine,
): Loop {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let runAgain = false;
  let stopped = false;

  function wait(delay: number): void {
    timer = setTimeout(start, delay);
  }
  function start(): void {
    runAgain = false;
    running = task()
      .then(
        () => {},
        (error) => writeLine(JSON.stringify({ level: 'error', loop: name, failure: failureOf(error) })),
      )
      .then(() => {
        running = undefined;
        if (!stopped) wait(runAgain ? 0 : milliseconds);
      });
  }

  wait(milliseconds);
  return {
    runNow: () => {
      if (stopped) return;
      runAgain = true;
      if (running) return;
      clearTimeout(timer);
      start();
    },
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
