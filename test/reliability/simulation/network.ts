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
import type { Draws } from './seeds.ts';
import type { Timeline } from './timeline.ts';

/** What can go wrong. */
export const troubles = [
  'conflict',
  'throttle',
  /** The call is made, and its answer is lost. */
  'lost',
  /** The call never arrives, and nobody is told. */
  'silent',
  /** The call arrives long after it was sent, perhaps when its sender has given up on it and sent another. */
  'late',
  /** A worker stops at a call, for good. */
  'crash',
  /** The phone never gets its answer. */
  'dropped',
  /** A stream record comes more than once. */
  'repeat',
  /** Functions' clocks differ. */
  'skew',
] as const;
export type Trouble = (typeof troubles)[number];

/** How often each befalls a call to the database; conflicts only writes, crashes only workers. */
const CHANCES = { conflict: 0.2, lost: 0.1, silent: 0.05, throttle: 0.05 } as const;
const LATE = 0.03;
const CRASH = 0.05;
const LATEST = 3000;
/** A call times out as in production. */
const TIME_OUT = productionPolicy.requestTimeout;

/** Who makes a call, and how to end them. */
interface Caller {
  readonly who: string;
  readonly crash?: () => void;
}

/** Which troubles there are, and how many of them: what a failing run is made smaller by. */
export interface Limits {
  readonly most: number;
  readonly without: readonly Trouble[];
}

export interface Network {
  /** Between the table client and the engine. */
  readonly database: Fault;
  /** Runs something on behalf of somebody. */
  readonly as: <T>(caller: Caller, what: () => Promise<T>) => Promise<T>;
  /** Whether a trouble strikes now, by its chance. */
  readonly strikes: (trouble: Trouble, chance: number) => boolean;
  /** Whether a trouble that was drawn elsewhere strikes. */
  readonly allowed: (trouble: Trouble) => boolean;
  /** How many troubles have struck. */
  readonly struck: () => Readonly<Record<Trouble, number>>;
  /** How many calls there were that they could befall. */
  readonly made: () => Made;
  /** Who gave up on a write that was made all the same, afterwards. */
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
  /** A short name of all that was sent or came back. */
  readonly digest: (value: unknown) => string;
}

/** Lets one call at a time through to the engine, in the order in which the seed has them arrive. */
export function newNetwork({ timeline, draws, limits, note, digest }: NetworkOptions): Network {
  const callers = new AsyncLocalStorage<Caller>();
  const struck = Object.fromEntries(troubles.map((one) => [one, 0])) as Record<Trouble, number>;
  const made = { calls: 0, writes: 0 };
  const gaveUpOn: string[] = [];
  let drawn = 0;

  /** Whether what was drawn does strike: a smaller run draws the same and leaves some out. */
  function allowed(trouble: Trouble): boolean {
    if (limits.without.includes(trouble) || ++drawn > limits.most) return false;
    struck[trouble] += 1;
    return true;
  }

  function strikes(trouble: Trouble, chance: number): boolean {
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

  const database: Fault = ({ command, input, send }) => {
    const { who, crash } = callers.getStore() ?? { who: 'nobody' };
    const writes = command === 'TransactWrite' || command === 'Put';
    made.calls += 1;
    if (writes) made.writes += 1;
    const trouble = befalls(writes);
    const soon = draws.between(1, 20);
    const longAfter = draws.between(soon, LATEST);
    const arrivesAfter = strikes('late', LATE) ? longAfter : soon;
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
      if (trouble === 'silent' || arrivesAfter + answersAfter >= TIME_OUT) {
        timeline.after(TIME_OUT, () => end(() => reject(silent())));
      }
      timeline.after(arrivesAfter, async () => {
        if (trouble === 'silent') return tell('never arrived');
        // What nobody waits for any more changes nothing, unless it writes.
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
      });
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

/** As DynamoDB says it of one write and of a transaction; a throttle of a transaction, in either of two ways. */
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
