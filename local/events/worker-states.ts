import type { Worker } from '../../shared/contract/worker.ts';
import type { WorkerHandler } from '../../shared/runtime/worker-handler.ts';
import type { Clock } from '../../shared/values/clock.ts';

/** What a worker has done since the platform was started. */
export interface WorkerState {
  readonly worker: Worker;
  readonly runs: number;
  /** Runs that failed, completely or for some of their records. */
  readonly failures: number;
  readonly lastRunAt?: Date;
}

/** Counts the runs of workers, for the landing page. */
export function workerStates({ now }: Pick<Clock, 'now'>) {
  const states = new Map<Worker, WorkerState>();
  return {
    all: (): readonly WorkerState[] => [...states.values()],
    watched(worker: Worker, handle: WorkerHandler): WorkerHandler {
      let state: WorkerState = { worker, runs: 0, failures: 0 };
      const update = (next: WorkerState) => {
        state = next;
        states.set(worker, state);
      };
      update(state);
      const ended = (failures: number) =>
        update({ worker, runs: state.runs + 1, failures: state.failures + failures, lastRunAt: now() });
      return async (event) => {
        try {
          const result = await handle(event);
          ended(result.batchItemFailures.length > 0 ? 1 : 0);
          return result;
        } catch (error) {
          ended(1);
          throw error;
        }
      };
    },
  };
}
