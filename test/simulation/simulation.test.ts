import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { engineConnection } from '../support/connection.ts';
import { LONG } from '../support/race.ts';
import { noteTriedByTest, REPORT_VARIABLE } from '../support/reliability.ts';
import { commandOf, type Ended, play, type Run, type ScenarioName, shrunk, wholeRun } from './runs.ts';
import type { Sabotage } from './world.ts';

/** A few seeds among all tests, more by `npm run test:long`; the bar is `npm run simulate`. */
const SEEDS = process.env[REPORT_VARIABLE] ? 50 : 2;

async function expectToHold(scenario: ScenarioName, seeds: number, size: Partial<Run> = {}): Promise<void> {
  for (let seed = 1; seed <= seeds; seed++) {
    const run = { ...wholeRun(scenario, seed), ...size };
    const { failure } = await play(run, engineConnection());
    if (failure !== undefined) throw new Error(commandOf(run), { cause: failure });
  }
}

describe('in a world that a seed decides', () => {
  it('as many units as there are go to as many accounts, and none is lost', LONG, async () => {
    await expectToHold('rush', SEEDS, { accounts: 60, units: 15 });
    noteTriedByTest({
      what: '60 accounts want 15 units at once',
      times: `${SEEDS} runs`,
      seeds: `1 to ${SEEDS}`,
    });
  });

  it('of several publications at once each is made once, and one is last', LONG, async () => {
    await expectToHold('flows', SEEDS);
  });

  it(
    'every unit can be had at the second of its lapse, with TTL and sweep off for two days',
    LONG,
    async () => {
      await expectToHold('lapse', 1, { units: 8 });
    },
  );

  it('what happens is the same again, byte for byte, in another process', LONG, async () => {
    const told = async () => {
      const main = join(import.meta.dirname, 'main.ts');
      const size = ['--scenario', 'rush', '--accounts', '24', '--units', '6', '--story'];
      const { stdout } = await promisify(execFile)(process.execPath, [main, '--seed', '7', ...size], {
        maxBuffer: 2 ** 26,
      });
      return stdout;
    };
    const [first, again] = await Promise.all([told(), told()]);
    expect(first).toBe(again);
    expect(first?.split('\n').length).toBeGreaterThan(300);
  });
});

/** Makes a term of the conditions true for whatever stands there. */
const without =
  (term: string): Sabotage =>
  (input) => {
    for (const part of input.TransactItems?.flatMap(Object.values) ?? []) {
      const [attribute] = term.split(' ');
      const always = `(attribute_exists(${attribute}) OR attribute_not_exists(${attribute}))`;
      const condition: string | undefined = part.ConditionExpression;
      if (condition?.includes(term))
        part.ConditionExpression = condition.replace(term, `(${term} OR ${always})`);
    }
  };

describe('a mistake in a condition', () => {
  it.each([
    ['a unit is reserved whether or not one is free', 'freeUnits > :none'],
    ['a claim expires whatever became of it', '#status = :reserved'],
  ])('is found, and told by a small run that fails again: %s', LONG, async (_, term) => {
    const again = (run: Run) => play(run, engineConnection(), without(term));
    let failed: Ended | undefined;
    for (let seed = 1; failed === undefined && seed <= 10; seed++) {
      const ended = await again({ ...wholeRun('rush', seed), accounts: 24, units: 6 });
      if (ended.failure !== undefined) failed = ended;
    }
    if (!failed) throw new Error('no seed found it');

    const least = await shrunk(failed, again);
    expect(least.story.length).toBeLessThan(failed.story.length);
    expect(least.run.accounts).toBeLessThan(24);
    expect(commandOf(least.run)).toMatch(/^npm run simulate -- --scenario rush --seed \d+ --accounts \d+ /);
    expect((await again(least.run)).story).toEqual(least.story);
  });
});
