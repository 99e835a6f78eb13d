import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate } from 'node:timers/promises';
import { conflicted, type Fault, lost, throttled } from './fault-injection.ts';
import { readSeparately } from './separate-reads.ts';

/** Waits for this side's turn, for a step that is not a database call. */
export type Turn = () => Promise<void>;
export type Sides = Readonly<Record<string, (turn: Turn) => Promise<unknown>>>;

/** A database call, the read of one key of a batch, or a turn. */
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
/** The share of reads of several items that meet a trouble. */
const READS = { split: 0.9, partial: 0.1, short: 0.5 };

const sideOf = new AsyncLocalStorage<string>();

/**
 * Runs several sides concurrently with one database call at a time. When every side waits at a call, the seed chooses the
 * next one and its fault. Each key of a batch waits for a turn of its own. The same seed always gives the same order of
 * calls, however busy the machine is.
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

  const between = (least: number, most: number) => least + Math.floor(random() * (most - least + 1));

  /** @param isOne false for a call of which each part waits for its own turn. The turn of the call then only begins it. */
  function hold<A>(side: string, call: () => Promise<A>, isOne = true): Promise<A> {
    return new Promise((resolve, reject) => {
      const go = () => {
        const called = call().then(resolve, reject);
        return isOne ? called : Promise.resolve();
      };
      waiting.push({ side, go });
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

  world.setFault((call) => {
    const { command, input } = call;
    const side = sideOf.getStore() ?? '';
    const send = () =>
      readSeparately(call, {
        strikes: (trouble) => random() < READS[trouble],
        between,
        later: (read) =>
          hold(side, () => read().finally(() => note({ side, command: 'key of a batch' }, 'done'))),
      });
    const befalls = () => befall({ side, command, parts: input.TransactItems?.length }, send);
    return hold(side, befalls, command !== 'BatchGet');
  });

  function note(call: Pick<Step, 'side' | 'command'>, outcome: Step['outcome'], answerLost = false): void {
    steps.push({ ...call, outcome, answerLost });
  }

  async function befall(
    { parts, ...call }: { readonly side: string; readonly command: string; readonly parts: number },
    send: () => Promise<unknown>,
  ): Promise<unknown> {
    const chance = random();
    if (chance < THROTTLES) {
      note(call, 'throttled');
      throw throttled();
    }
    if (chance < THROTTLES + CONFLICTS && call.command === 'TransactWrite') {
      note(call, 'conflict');
      throw conflicted(parts);
    }
    const answerLost = chance > 1 - LOSSES;
    const answer = await send().catch((error: unknown) => {
      note(call, 'refused', answerLost);
      throw answerLost ? lost() : error;
    });
    note(call, 'done', answerLost);
    if (answerLost) throw lost();
    return answer;
  }

  const answers: [string, unknown][] = [];
  const failures: unknown[] = [];
  for (const [side, run] of Object.entries(sides)) {
    const turn = () => hold(side, async () => note({ side, command: 'turn' }, 'done'));
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
    const side = able[between(0, able.length - 1)];
    const ofSide = waiting.filter((waiter) => waiter.side === side);
    const next = ofSide[between(0, ofSide.length - 1)];
    if (!next) throw new Error('nobody waits');
    waiting.splice(waiting.indexOf(next), 1);
    await next.go();
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
