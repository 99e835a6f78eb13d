import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate } from 'node:timers/promises';
import { conflicted, type Fault, lost, throttled } from './fault-injection.ts';

/** Waits for this side's turn, for a step that is not a database call. */
export type Turn = () => Promise<void>;
export type Sides = Readonly<Record<string, (turn: Turn) => Promise<unknown>>>;

/** A database call or a turn. */
export interface Step {
  readonly side: string;
  readonly command: string;
  readonly outcome: 'done' | 'refused' | 'conflict' | 'throttled';
  /** The call was executed, but its response was lost. */
  readonly answerLost: boolean;
}

interface Interleaved<S extends Sides> {
  readonly answers: { readonly [Name in keyof S]: Awaited<ReturnType<NonNullable<S[Name]>>> };
  readonly steps: readonly Step[];
}

/** The share of calls that meet a conflict, are throttled, or lose their response after execution. */
const CONFLICTS = 0.1;
const THROTTLES = 0.1;
const LOSSES = 0.1;

const sideOf = new AsyncLocalStorage<string>();

/**
 * Runs several sides concurrently with one database call at a time. When every side waits at a call, the seed chooses the
 * next one and its fault. The same seed always gives the same order of calls, however busy the machine is.
 */
export async function interleave<S extends Sides>(
  world: { readonly setFault: (fault: Fault | undefined) => void },
  random: () => number,
  sides: S,
): Promise<Interleaved<S>> {
  const running = new Set(Object.keys(sides));
  const waiting: { readonly side: string; readonly go: () => Promise<void> }[] = [];
  const steps: Step[] = [];
  let stirred = () => {};

  function hold<A>(side: string, call: () => Promise<A>): Promise<A> {
    return new Promise((resolve, reject) => {
      waiting.push({ side, go: () => call().then(resolve, reject) });
      stirred();
    });
  }

  /** Resolves when every running side waits, with all of its concurrent calls. */
  async function standstill(): Promise<void> {
    while ([...running].some((side) => !waiting.some((waiter) => waiter.side === side))) {
      await new Promise<void>((resolve) => {
        stirred = resolve;
      });
    }
    await setImmediate();
  }

  world.setFault(({ command, input, send }) => {
    const side = sideOf.getStore() ?? '';
    return hold(side, () => befall({ side, command, parts: input.TransactItems?.length }, send));
  });

  async function befall(
    { parts, ...call }: { readonly side: string; readonly command: string; readonly parts: number },
    send: () => Promise<unknown>,
  ): Promise<unknown> {
    const chance = random();
    const note = (outcome: Step['outcome'], answerLost = false) =>
      steps.push({ ...call, outcome, answerLost });
    if (chance < THROTTLES) {
      note('throttled');
      throw throttled();
    }
    if (chance < THROTTLES + CONFLICTS && call.command === 'TransactWrite') {
      note('conflict');
      throw conflicted(parts);
    }
    const answerLost = chance > 1 - LOSSES;
    const answer = await send().catch((error: unknown) => {
      note('refused', answerLost);
      throw answerLost ? lost() : error;
    });
    note('done', answerLost);
    if (answerLost) throw lost();
    return answer;
  }

  const answers: [string, unknown][] = [];
  const failures: unknown[] = [];
  for (const [side, run] of Object.entries(sides)) {
    const turn = () =>
      hold(side, async () => void steps.push({ side, command: 'turn', outcome: 'done', answerLost: false }));
    sideOf
      .run(side, () => run(turn))
      .then(
        (answer) => void answers.push([side, answer]),
        (failure) => void failures.push(failure),
      )
      .finally(() => {
        running.delete(side);
        stirred();
      });
  }
  for (await standstill(); waiting.length > 0; await standstill()) {
    const able = [...new Set(waiting.map(({ side }) => side))].sort();
    const side = able[Math.floor(random() * able.length)];
    const [next] = waiting.splice(
      waiting.findIndex((waiter) => waiter.side === side),
      1,
    );
    await next?.go();
  }
  world.setFault(undefined);
  if (failures.length > 0) throw failures[0];
  // Each response is under the name of its side.
  return { answers: Object.fromEntries(answers) as Interleaved<S>['answers'], steps };
}

/** A seeded sequence of numbers in [0, 1) (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
