import { AsyncLocalStorage } from 'node:async_hooks';
import { productionPolicy } from '../../../shared/table/attempts.ts';
import {
  conflicted,
  conflictedAlone,
  type Fault,
  failed,
  lost,
  silent,
  throttled,
  throttledInPart,
} from '../../support/fault-injection.ts';
import { readSeparately, readTroubles } from '../../support/separate-reads.ts';
import type { Draws } from './seeds.ts';
import type { Timeline } from './timeline.ts';

/** The kinds of faults. */
export const troubles = [
  'conflict',
  'throttle',
  /** The call is executed, and its response is lost. */
  'lost',
  /** The call never arrives. */
  'silent',
  /** The call arrives late, possibly after its sender has given up and sent another one. */
  'late',
  /** A worker stops at a call and never continues. */
  'crash',
  /** The response never reaches the phone. */
  'dropped',
  /** A stream record is delivered more than once. */
  'repeat',
  /** The clocks of functions differ. */
  'skew',
  ...readTroubles,
] as const;
export type NetworkTrouble = (typeof troubles)[number];

/** The probability of each fault of a database call. Conflicts affect only writes, crashes only workers. */
const CHANCES = { conflict: 0.2, lost: 0.1, silent: 0.05, throttle: 0.05 } as const;
/** The probability of each trouble of a read of several items. */
const READS = { split: 0.9, partial: 0.1, short: 0.1 };
const LATE = 0.03;
const CRASH = 0.05;
const LATEST = 3000;
/** The keys of a batch are read within this many milliseconds. */
const APART = 20;
/** A call times out as in production. */
const TIME_OUT = productionPolicy.requestTimeout;

/** The sender of a call, and how to stop it. */
interface Caller {
  readonly who: string;
  readonly crash?: () => void;
}

/** Limits the kinds and the number of faults, to shrink a failing run. */
export interface Limits {
  readonly most: number;
  readonly without: readonly NetworkTrouble[];
}

export interface Network {
  /** Between the table client and the engine. */
  readonly database: Fault;
  /** Runs a task as a sender. */
  readonly as: <T>(caller: Caller, what: () => Promise<T>) => Promise<T>;
  /** Decides by chance whether a fault occurs now. */
  readonly strikes: (trouble: NetworkTrouble, chance: number) => boolean;
  /** Whether a fault that was drawn elsewhere occurs. */
  readonly allowed: (trouble: NetworkTrouble) => boolean;
  /** The number of faults so far. */
  readonly struck: () => Readonly<Record<NetworkTrouble, number>>;
  /** The number of calls that could be affected by faults. */
  readonly made: () => Made;
  /** Senders that gave up a write which was executed later. */
  readonly gaveUpOn: () => readonly string[];
}

export interface Made {
  readonly calls: number;
  readonly writes: number;
}

interface NetworkOptions {
  readonly timeline: Timeline;
  readonly draws: Draws;
  readonly limits: Limits;
  readonly note: (line: string) => void;
  /** A hash of a request or a response. */
  readonly digest: (value: unknown) => string;
}

/** Passes one call at a time to the engine, in the order that the seed decides. */
export function newNetwork({ timeline, draws, limits, note, digest }: NetworkOptions): Network {
  const callers = new AsyncLocalStorage<Caller>();
  const struck = Object.fromEntries(troubles.map((trouble) => [trouble, 0])) as Record<
    NetworkTrouble,
    number
  >;
  const made = { calls: 0, writes: 0 };
  const gaveUpOn: string[] = [];
  let drawn = 0;

  /** Whether a drawn fault occurs. A smaller run draws the same faults and omits some. */
  function allowed(trouble: NetworkTrouble): boolean {
    if (limits.without.includes(trouble) || ++drawn > limits.most) return false;
    struck[trouble] += 1;
    return true;
  }

  function strikes(trouble: NetworkTrouble, chance: number): boolean {
    return draws.chance() < chance && allowed(trouble);
  }

  function befalls(writes: boolean): keyof typeof CHANCES | undefined {
    let left = draws.chance();
    for (const trouble of ['conflict', 'lost', 'silent', 'throttle'] as const) {
      if (trouble === 'conflict' && !writes) continue;
      if (left < CHANCES[trouble]) return allowed(trouble) ? trouble : undefined;
      left -= CHANCES[trouble];
    }
    return undefined;
  }

  const database: Fault = (call) => {
    const { command, input } = call;
    const { who, crash } = callers.getStore() ?? { who: 'nobody' };
    const writes = command === 'TransactWrite' || command === 'Put';
    made.calls += 1;
    if (writes) made.writes += 1;
    const trouble = befalls(writes);
    const soon = draws.between(1, 20);
    const longAfter = draws.between(soon, LATEST);
    const arrivesAfter = strikes('late', LATE) ? longAfter : soon;
    const apart = command === 'BatchGet' ? draws.between(0, APART) : 0;
    const answersAfter = draws.between(1, 10);
    const crashes = crash && strikes('crash', CRASH);
    const otherShape = draws.chance() < 0.5;
    const crashesAfter = draws.chance() < 0.5;
    const sent = digest(input);
    const tell = (what: string) => note(`${who} ${command} ${sent}${trouble ? ` (${trouble})` : ''} ${what}`);

    return new Promise((resolve, reject) => {
      let over = false;
      const end = (how: () => void) => {
        if (over) return;
        over = true;
        how();
      };
      if (crashes && !crashesAfter) {
        tell('crashed');
        return end(crash);
      }
      if (trouble === 'silent' || arrivesAfter + apart + answersAfter >= TIME_OUT) {
        timeline.after(TIME_OUT, () => end(() => reject(silent())));
      }
      const readAt = (read: () => Promise<unknown>) =>
        new Promise<unknown>((told, failed) =>
          timeline.after(draws.between(0, apart), () => read().then(told, failed)),
        );
      const send = () =>
        readSeparately(call, {
          strikes: (of) => strikes(of, READS[of]),
          between: draws.between,
          later: readAt,
        });
      const arrives = async () => {
        if (trouble === 'silent') return tell('never arrived');
        // If nobody waits for a call any more, it has no effect unless it writes.
        if (over && !writes) return tell('came too late');
        if (trouble === 'throttle' || trouble === 'conflict') {
          tell('turned away');
          const error = turnedAway(trouble, input.TransactItems?.length, otherShape);
          return timeline.after(answersAfter, () => end(() => reject(error)));
        }
        const outcome = await outcomeOf(send, digest);
        tell(over ? `${outcome.told}, too late` : outcome.told);
        if (over && writes && 'answer' in outcome) gaveUpOn.push(who);
        timeline.after(answersAfter, () =>
          end(() => {
            if (crashes) return crash();
            if (trouble === 'lost') return reject(otherShape ? failed() : lost());
            return 'error' in outcome ? reject(outcome.error) : resolve(outcome.answer);
          }),
        );
      };
      // The keys of a batch are read by later events, for which this one must not wait.
      timeline.after(arrivesAfter, () => (command === 'BatchGet' ? void arrives() : arrives()));
    });
  };

  return {
    database,
    as: (caller, what) => callers.run(caller, what),
    strikes,
    allowed,
    made: () => made,
    gaveUpOn: () => gaveUpOn,
    struck: () => struck,
  };
}

/** The error as DynamoDB returns it for a single write or for a transaction, whose throttling has two forms. */
function turnedAway(trouble: 'throttle' | 'conflict', parts: number | undefined, otherShape: boolean): Error {
  if (trouble === 'conflict') return parts === undefined ? conflictedAlone() : conflicted(parts);
  return parts !== undefined && otherShape ? throttledInPart(parts) : throttled();
}

async function outcomeOf(
  send: () => Promise<unknown>,
  digest: (value: unknown) => string,
): Promise<
  { readonly told: string; readonly answer: unknown } | { readonly told: string; readonly error: unknown }
> {
  try {
    const answer = await send();
    return { told: `done: ${digest(answer)}`, answer };
  } catch (error) {
    const name = error instanceof Error ? error.name : 'unknown';
    return { told: `refused: ${name} ${digest(error)}`, error };
  }
}
