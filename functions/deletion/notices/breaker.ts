/**
 * Failures in a row after which a run asks a service nothing more. A stopped service would use up the time of the run with calls that time
 * out.
 */
const MAX_FAILURES = 5;

/** Counts the failures of a service in one run. */
export interface Breaker {
  /** Whether the service has stopped, or the run must end. */
  readonly hasStopped: () => boolean;
  /** Asks the service. @returns `failed` after an error, which is kept */
  readonly trying: <T>(ask: () => Promise<T>) => Promise<T | 'failed'>;
  readonly failures: readonly unknown[];
}

/** @param isOver is true when nothing more may begin. */
export function newBreaker(isOver: () => boolean): Breaker {
  const failures: unknown[] = [];
  let inARow = 0;
  return {
    failures,
    hasStopped: () => inARow >= MAX_FAILURES || isOver(),
    async trying(ask) {
      try {
        const answer = await ask();
        inARow = 0;
        return answer;
      } catch (error) {
        inARow += 1;
        failures.push(error);
        return 'failed';
      }
    },
  };
}
