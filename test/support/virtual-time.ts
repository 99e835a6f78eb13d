import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { Fault } from './fault-injection.ts';
import type { World } from './world.ts';

/**
 * A monotonic clock that moves only while a request waits: for a pause between retries, or for a call that a fault
 * keeps silent. Calls to the real engine take no time by this clock. The time limits of a request can therefore be
 * tested in their worst case, whatever the speed of the machine.
 */
export function virtualTime(world: World) {
  let elapsed = 0;
  let inFlight = 0;
  const sleepers = new Set<{ readonly until: number; readonly wake: () => void }>();
  const sleep = (milliseconds: number) =>
    new Promise<void>((wake) => {
      sleepers.add({ until: elapsed + milliseconds, wake });
    });
  world.setTime({ elapsed: () => elapsed, sleep });

  /** Moves the clock to the moment at which the first sleeper wakes. */
  function advance(): void {
    const [first] = [...sleepers].sort((a, b) => a.until - b.until);
    if (!first) return;
    sleepers.delete(first);
    elapsed = first.until;
    first.wake();
  }

  return {
    sleep,
    /** Sets a fault in the world. Calls that reach the engine take no time by this clock. */
    setFault(fault: Fault): void {
      world.setFault((call) =>
        fault({
          ...call,
          send: async () => {
            inFlight += 1;
            return call.send().finally(() => {
              inFlight -= 1;
            });
          },
        }),
      );
    },
    /** The result of an action, and the milliseconds that it took by this clock. */
    async measure<T>(action: () => Promise<T>): Promise<{ readonly result: T; readonly took: number }> {
      const startedAt = elapsed;
      let isDone = false;
      const result = action().finally(() => {
        isDone = true;
      });
      while (!isDone) {
        // Signatures are verified in other threads. After a few turns of the event loop, everything is waiting.
        for (let turn = 0; turn < 20 && !isDone; turn++) await nextTurn();
        if (inFlight > 0) await pause(1);
        else advance();
      }
      return { result: await result, took: elapsed - startedAt };
    },
  };
}
