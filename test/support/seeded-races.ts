import { expect } from 'vitest';
import type { OperationId } from '../../functions/contracts.ts';
import type { AccountId } from '../../shared/values/resources.ts';
import { interleave, type Sides, type Step, seeded } from './interleave.ts';
import { noteTriedByTest } from './reliability-report.ts';
import { newWorld, PATIENT, type Sent, type World } from './world.ts';

/**
 * The number of orders in which each race of competing operations is played, with conflicts, throttling and lost responses
 * between the calls: 50 in `npm test`, 1,000 in `npm run test:long`. A failure names its seed and the order of its calls;
 * `SIHAT_SEED=<seed>` replays only that one.
 */
export const RUNS = Number(process.env['SIHAT_RUNS'] ?? 50);
/** A busy machine needs minutes, and the long suites may take an hour. */
export const LONG = { timeout: process.env['SIHAT_RUNS'] ? 3_600_000 : 300_000 };

export const seedsOf = (runs: number): readonly number[] =>
  process.env['SIHAT_SEED']
    ? [Number(process.env['SIHAT_SEED'])]
    : Array.from({ length: runs }, (_, n) => n + 1);

/**
 * A world in which a request retries its calls without a limit.
 * @param options `indexesLag` is false for a race that needs to find in an index what was put just before.
 */
export async function newRaceWorld({ indexesLag = true } = {}): Promise<World> {
  const world = await newWorld({ policy: { ...PATIENT, unavailableAttempts: 100 }, indexesLag });
  world.setTime({ sleep: async () => {} });
  return world;
}

type Play = <S extends Sides>(sides: S) => ReturnType<typeof interleave<S>>;

/** Plays a race once for each seed. */
export async function forEachSeed(
  world: World,
  runs: number,
  race: (play: Play, random: () => number) => Promise<void>,
): Promise<void> {
  const test = expect.getState().currentTestName?.split(' > ').at(-1);
  noteTriedByTest({ what: `A race: ${test}`, times: `${runs} orders`, seeds: `1 to ${runs}` });
  for (const seed of seedsOf(runs)) {
    const random = seeded(seed);
    let taken: readonly Step[] = [];
    const play: Play = async (sides) => {
      const played = await interleave(world, random, sides);
      taken = played.steps;
      return played;
    };
    await race(play, random).catch((cause: unknown) => {
      const steps = taken.map(({ side, command, outcome, answerLost }) =>
        [side, command, outcome, ...(answerLost ? ['answer lost'] : [])].join(' '),
      );
      throw new Error([`seed ${seed}`, ...steps, cause].join('\n'), { cause });
    });
  }
}

const tokens = new WeakMap<World, Map<AccountId, string>>();

/** Sends a request. All requests of an account use one token. */
export async function call(
  world: World,
  operation: OperationId,
  { as, ...sent }: Sent & { readonly as: AccountId },
) {
  const own = tokens.get(world) ?? new Map<AccountId, string>();
  tokens.set(world, own);
  const token = own.get(as) ?? (await world.tokenFor(as));
  own.set(as, token);
  const headers = { authorization: `Bearer ${token}` };
  const { status, body } = await world.call(operation, { ...sent, headers });
  return { done: status < 300, code: status < 300 ? '' : String(body.code), body };
}

/** A side of a race that moves the clock, after a random number of steps. */
export function movesClock(world: World, random: () => number, time: Date) {
  const turns = 1 + Math.floor(random() * 8);
  return async (turn: () => Promise<void>) => {
    for (let n = 0; n < turns; n++) await turn();
    world.setNow(time);
  };
}

/** The position of the call with which a side's write took effect. A retry after a lost response does not count. */
export function writtenAt(steps: readonly Step[], side: string): number {
  const at = steps.findIndex(
    (step) => step.side === side && step.command === 'TransactWrite' && step.outcome === 'done',
  );
  return at === -1 ? Number.POSITIVE_INFINITY : at;
}

/** A race that always ends the same way tests nothing. */
export function expectBothWays(ends: readonly boolean[]): void {
  if (ends.length > 1) expect(new Set(ends)).toEqual(new Set([true, false]));
}
