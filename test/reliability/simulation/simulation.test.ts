import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { engineConnection, uncheckedConnection } from '../../support/connection.ts';
import { noteTriedByTest, reportsTests } from '../../support/reliability-report.ts';
import { checkedConnection } from '../../support/request-check/checked-connection.ts';
import { LONG } from '../../support/seeded-races.ts';
import { WITH_TOOL_TESTS } from '../../support/tool-tests.ts';
import { troubles } from './network.ts';
import { optionsOf, runsOf } from './options.ts';
import {
  commandOf,
  type Ended,
  play,
  type Run,
  type ScenarioName,
  scenarios,
  shrunk,
  wholeRun,
} from './runs.ts';
import type { Sabotage } from './simulated-world.ts';
import { nothing, plus, type Totals, told } from './totals.ts';

/** `npm test` plays a few seeds, `npm run test:long` more, and `npm run simulate` 1,000. */
const SEEDS = reportsTests() ? 50 : 2;

/** A hostile engine changes what a seed decides. */
const IN_ORDER = { ...LONG, tags: ['calls'] };

/** Plays a scenario for each seed. @returns the number of faults. */
async function expectToHold(
  what: string,
  scenario: ScenarioName,
  seeds: number,
  size: Partial<Run> = {},
): Promise<Totals> {
  let totals = nothing;
  noteTriedByTest({ what, times: () => `${seeds} runs: ${told(totals)}`, seeds: `1 to ${seeds}` });
  for (let seed = 1; seed <= seeds; seed++) {
    const run = { ...wholeRun(scenario, seed), ...size };
    const ended = await play(run, engineConnection({ indexesLag: true }));
    totals = plus(totals, ended);
    if (ended.failure !== undefined) throw new Error(commandOf(run), { cause: ended.failure });
  }
  return totals;
}

/** Expects a share of faults within four standard deviations. */
function expectShare(times: number, all: number, chance: number): void {
  expect(Math.abs(times - all * chance)).toBeLessThan(4 * Math.sqrt(all * chance * (1 - chance)));
}

describe('in a simulated world', () => {
  it('every unit goes to exactly one account, and none is lost', LONG, async () => {
    const size = { accounts: 60, units: 15 };
    const seeds = Math.max(SEEDS, 6); // With fewer seeds, no record is delivered three times.
    const { struck, made } = await expectToHold('60 accounts want 15 units at once', 'rush', seeds, size);
    // A run without faults tests nothing.
    expectShare(struck.conflict, made.writes, 0.2);
    expectShare(struck.lost, made.calls, 0.1);
    expectShare(struck.silent, made.calls, 0.05);
    expectShare(struck.throttle, made.calls, 0.05);
    expectShare(struck.late, made.calls, 0.03);
    for (const times of Object.values(struck)) expect(times).toBeGreaterThan(0);
    expect(made.mostDeliveries).toBe(3);
  });

  it('concurrent publications succeed once each, and one flow is published at the end', LONG, async () => {
    await expectToHold('4 onboarding flows are published twice each at once', 'flows', SEEDS);
  });

  it('every counter equals a recount, however the stream delivers the changes', LONG, async () => {
    await expectToHold('6 people join and leave everything while changes are rolled up', 'counters', SEEDS);
  });

  it('nobody gets a role that its giver has lost, and nobody who was removed comes back', LONG, async () => {
    await expectToHold('8 people accept links while their owner is replaced and removed', 'authority', SEEDS);
  });

  it(
    'each act is told once, nothing else is told, and nothing is left of a closed account',
    LONG,
    async () => {
      await expectToHold('16 people act and decide while one of them is erased', 'notices', SEEDS);
    },
  );

  it(
    'a phone gets each notice of its account in time, and none after the account was closed or the phone has another owner',
    LONG,
    async () => {
      await expectToHold('5 people share 4 phones, while the push service is unreliable', 'phones', SEEDS);
    },
  );

  it(
    'the boards show what the last administrator decided, and nothing of a cancelled exhibition stays open',
    LONG,
    async () => {
      const what = '2 administrators hide an alias and cancel an exhibition while 20 people use it';
      await expectToHold(what, 'administrators', SEEDS);
    },
  );

  it(
    'every unit can be reserved in the second of its expiry, without TTL and sweep for two days',
    LONG,
    async () => {
      await expectToHold('6 units lapse, each had at its second', 'lapse', 1, { units: 6 });
    },
  );

  it('the event log of a seed is identical, byte for byte, in another process', IN_ORDER, async () => {
    const size = { accounts: 8, units: 2 };
    const main = join(import.meta.dirname, 'main.ts');
    const args = ['--seed', '7', '--accounts', `${size.accounts}`, '--units', `${size.units}`, '--story'];
    const inThisProcess = async () => {
      const story: string[] = [];
      for (const scenario of scenarios)
        story.push(...(await play({ ...wholeRun(scenario, 7), ...size }, engineConnection())).story);
      return story;
    };
    const [{ stdout: told }, own] = await Promise.all([
      promisify(execFile)(process.execPath, [main, ...args], { maxBuffer: 2 ** 26 }),
      inThisProcess(),
    ]);
    expect(told.trimEnd().split('\n')).toEqual(own);
    // Each line contains hashes of the request and the response. The last line of each scenario contains a hash of all
    // items.
    expect(told.match(/ done: [0-9a-f]{8}$/gm)?.length).toBeGreaterThan(100);
    expect(told.match(/ in the end there are \d+ items: [0-9a-f]{8}$/gm)).toHaveLength(scenarios.length);
  });
});

describe('the command that replays a run', () => {
  it.each<Partial<Run> & Pick<Run, 'scenario'>>([
    { scenario: 'rush' },
    { scenario: 'rush', accounts: 4, units: 1, most: 3, without: ['late', 'crash'] },
    { scenario: 'flows', most: 0, without: ['skew'] },
    { scenario: 'lapse', accounts: 2, units: 1 },
  ])('names exactly that run: %o', (overrides) => {
    const run = { ...wholeRun(overrides.scenario, 7), ...overrides };
    const [npm, , script, , ...args] = commandOf(run).split(' ');
    expect([npm, script]).toEqual(['npm', 'simulate']);
    const options = optionsOf(args);
    expect(options.scenario).toBe(run.scenario);
    expect(runsOf(run.scenario, options)).toEqual([run]);
  });
});

/**
 * Rewrites a term in all conditions that also contain another term. A retry must send the same conditions, so each part is
 * rewritten only once.
 */
function rewriting(
  term: string,
  beside: string,
  by: (term: string) => string,
  { once = true }: { readonly once?: boolean } = {},
): Sabotage {
  const done = new WeakSet();
  return (input) => {
    for (const part of input.TransactItems?.flatMap(Object.values) ?? []) {
      const condition: string | undefined = part.ConditionExpression;
      if ((once && done.has(part)) || !condition?.includes(term) || !condition.includes(beside)) continue;
      part.ConditionExpression = condition.replace(term, by(term));
      done.add(part);
    }
  };
}

/** Makes a term true for any item. */
const without = (term: string, beside: string): Sabotage =>
  rewriting(term, beside, () => `(${term} OR attribute_exists(pk) OR attribute_not_exists(pk))`);

const REDEEMED = ['a claim is redeemed in any state', '#status = :reserved', 'expiresAt > :now'] as const;
const mistakes = [
  ['a unit is reserved whether or not one is free', 'freeUnits > :none', 'isOpen'],
  ['a claim expires in any state', '#status = :reserved', 'expiresAt <= :now'],
  REDEEMED,
  ['an annulled id redeems again', 'NOT contains(annulledIds, :redemption)', '#status = :reserved'],
  ['any redemption is annulled', 'redemptionId = :redemption', 'redeemedAt > :earliest'],
] as const;

const CROWD = { accounts: 24, units: 6 };

/** The first failing run among a few seeds. */
async function firstFailure(again: (run: Run) => Promise<Ended>): Promise<Ended> {
  for (let seed = 1; seed <= 10; seed++) {
    const ended = await again({ ...wholeRun('rush', seed), ...CROWD });
    if (ended.failure !== undefined) return ended;
  }
  throw new Error('no seed found it');
}

/** These tests concern the simulation itself. */
describe.runIf(WITH_TOOL_TESTS)('a mistake in a condition', IN_ORDER, () => {
  it.each(mistakes)('is found: %s', LONG, async (_, term, beside) => {
    noteTriedByTest({
      what: 'Mistakes in a condition of a write',
      times: `each of ${mistakes.length} is found within 10 seeds`,
    });
    await firstFailure((run) => play(run, engineConnection(), without(term, beside)));
  });

  it.each(mistakes)(
    'is not found when the rewritten condition is equivalent: %s',
    LONG,
    async (_, term, beside) => {
      const same = (text: string) => `(${text} OR ${text})`;
      const run = { ...wholeRun('rush', 1), ...CROWD };
      const { failure } = await play(run, engineConnection(), rewriting(term, beside, same));
      expect(failure).toBeUndefined();
    },
  );

  it('is found in a run of that size when a retry sends a different condition', LONG, async () => {
    const [, term, beside] = REDEEMED;
    const problems: Error[] = [];
    const connection = checkedConnection(uncheckedConnection(), (problem) => problems.push(problem));
    const growing = rewriting(term, beside, (operand) => `(${operand} OR ${operand})`, { once: false });
    // A retry of this transaction is rare: the first of some seeds that has one shows the mistake.
    for (let seed = 1; seed <= 12 && problems.length === 0; seed++)
      await play({ ...wholeRun('rush', seed), ...CROWD }, connection, growing);
    expect(problems.map(({ message }) => message).join()).toContain(
      'the token of another request is used again',
    );
  });

  it.each(['access_approved', 'record_added', 'gift_handed_out', 'certificate_approved', 'join_requested'])(
    'is found when an act leaves out its notice: %s',
    LONG,
    async (kind) => {
      const silent: Sabotage = (input) => {
        const parts: object[] | undefined = input.TransactItems;
        if (parts) input.TransactItems = parts.filter((part) => !JSON.stringify(part).includes(`"${kind}"`));
      };
      for (let seed = 1; seed <= 10; seed++)
        if ((await play(wholeRun('notices', seed), engineConnection(), silent)).failure !== undefined) return;
      throw new Error('no seed found it');
    },
  );

  it('is reduced to a small run that still fails', LONG, async () => {
    const [, term, beside] = REDEEMED;
    const again = (run: Run) => play(run, engineConnection(), without(term, beside));
    const failed = await firstFailure(again);
    const least = await shrunk(failed, again);
    expect(least.story.length).toBeLessThan(failed.story.length);
    expect(least.run.accounts).toBeLessThan(CROWD.accounts);
    expect((await again(least.run)).story).toEqual(least.story);
  });

  it('is reduced only to runs that fail at the same check', async () => {
    const { struck, made } = nothing;
    const first: Ended = { run: wholeRun('rush', 1), failure: 'of stock', story: [], struck, made };
    const other = async (run: Run): Promise<Ended> => ({ ...first, run, failure: 'of claims' });
    expect(await shrunk(first, other)).toBe(first);
    const same = async (run: Run): Promise<Ended> => ({ ...first, run });
    expect((await shrunk(first, same)).run).toMatchObject({ accounts: 2, units: 1, without: troubles });
  });
});

describe('npm run simulate', () => {
  const simulate = (...args: string[]) =>
    promisify(execFile)(process.execPath, [join(import.meta.dirname, 'main.ts'), ...args]);

  it('writes no report for fewer seeds', async () => {
    const report = () => readFile(join(import.meta.dirname, '../../../docs/reliability.md'), 'utf8');
    const before = await report();
    const { stdout } = await simulate('--seeds', '1', '--scenario', 'flows');
    expect(stdout).toContain('flows: 1 seeds, 0 failed');
    expect(await report()).toBe(before);
  });

  it('explains invalid arguments, with exit code 2', async () => {
    await expect(simulate('--seeds', 'zero')).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining('It is a whole number.'),
    });
  });
});
