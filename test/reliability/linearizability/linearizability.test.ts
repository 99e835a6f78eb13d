import { describe, expect, it } from 'vitest';
import { engineConnection } from '../../support/connection.ts';
import { noteTriedByTest, reportsTests } from '../../support/reliability-report.ts';
import { LONG, seedsOf } from '../../support/seeded-races.ts';
import { draws } from '../simulation/seeds.ts';
import { newSimulation } from '../simulation/simulated-world.ts';
import { type AccessInput, type AccessOutput, accessSpecification } from './access.ts';
import { isLinearizable, type Operation } from './checker.ts';
import { CLIENTS, history, OPERATIONS, UNITS } from './concurrent-clients.ts';
import { type RewardInput, type RewardOutput, rewardsSpecification } from './rewards.ts';

const RUNS = reportsTests() ? 500 : 12;
/** The maximum clock skew of functions in every other run, in milliseconds. */
const SKEW = 2000;

const told = (history: readonly Operation<unknown, unknown>[]) =>
  history.map((operation) => JSON.stringify(operation)).join('\n');

describe('the responses to eight clients', () => {
  it('are linearizable, whatever happens to the calls', LONG, async () => {
    const outcomes = { ok: 0, refused: 0, unknown: 0 };
    noteTriedByTest({
      what: `Histories of ${OPERATIONS} operations by ${CLIENTS} clients together`,
      times: () =>
        `${RUNS} runs: ${outcomes.ok} ok, ${outcomes.refused} refused, ${outcomes.unknown} unknown`,
      seeds: `1 to ${RUNS}`,
    });
    for (const seed of seedsOf(RUNS)) {
      const world = await newSimulation({
        seed,
        connection: engineConnection(),
        // A late write after a "no" breaks every order: see docs/reliability.md.
        limits: { without: seed % 2 === 0 ? ['late'] : ['late', 'skew'] },
      });
      const { rewards, access } = await history(world).finally(world.end);
      // Rewards and access share no data, so each part is checked separately.
      if (!isLinearizable(rewards, rewardsSpecification(UNITS, seed % 2 === 0 ? SKEW : 0))) {
        throw new Error(`seed ${seed}\n${told(rewards)}\n${world.story.join('\n')}`);
      }
      if (!isLinearizable(access, accessSpecification)) {
        throw new Error(`seed ${seed}\n${told(access)}\n${world.story.join('\n')}`);
      }
      for (const { answer } of [...rewards, ...access]) {
        outcomes[!answer ? 'unknown' : answer.output.code === '' ? 'ok' : 'refused'] += 1;
      }
    }
    // A history without events tests nothing.
    for (const times of Object.values(outcomes)) expect(times).toBeGreaterThan(0);
    const sum = Object.values(outcomes).reduce((all, n) => all + n, 0);
    if (RUNS > 1) expect(sum).toBe(seedsOf(RUNS).length * OPERATIONS);
  });
});

describe('a history', () => {
  it('is identical for the same seed, in everything that is sent, stored and received', LONG, async () => {
    const whole = async () => {
      const world = await newSimulation({ seed: 3, connection: engineConnection() });
      const heard = await history(world).finally(world.end);
      return { heard, story: world.story };
    };
    const [first, again] = [await whole(), await whole()];
    expect(again).toEqual(first);
    expect(first.heard.access.length).toBeGreaterThan(0);
  });
});

/** An operation with its times. A long duration makes it concurrent with the following ones. */
const at = <I, O>(calledAt: number, input: I, output?: O, takes = 5): Operation<I, O> => ({
  input,
  calledAt,
  ...(output !== undefined && { answer: { at: calledAt + takes, output } }),
});
const reserve = (account: string) => ({ kind: 'reserve' as const, account, claimId: `claim of ${account}` });
const reservedBy = (account: string) => ({
  code: '',
  claim: { id: `claim of ${account}`, status: 'reserved' as const, expiresAt: 60_000 },
});
const redeem = (account: string, redemptionId = 'first', kind: 'redeem' | 'annul' = 'redeem') => ({
  kind,
  redemptionId,
  claimId: `claim of ${account}`,
});
const annul = (account: string, redemptionId = 'first') => redeem(account, redemptionId, 'annul');

const heldUp = (history: readonly Operation<RewardInput, RewardOutput>[], units: number) =>
  isLinearizable(history, rewardsSpecification(units, 0));
const visited = (history: readonly Operation<AccessInput, AccessOutput>[]) =>
  isLinearizable(history, accessSpecification);
const visit = [
  at(0, { kind: 'exchange' as const, token: 'token' }, { code: '', request: 'one' }),
  at(10, { kind: 'approve' as const, request: 'one', of: 'doctor' }, { code: '' }),
];

describe('the checker', () => {
  it('accepts possible histories: concurrent, out of order, and with lost responses', () => {
    expect(
      heldUp(
        [
          at(0, reserve('A'), reservedBy('A'), 30),
          at(1, reserve('B'), { code: 'out_of_stock' }, 50),
          at(2, redeem('A'), { code: 'claim_not_found' }, 3),
          at(60, redeem('A')),
          at(70, redeem('A', 'second'), { code: 'already_redeemed' }),
        ],
        1,
      ),
    ).toBe(true);
    const add = { kind: 'add' as const, request: 'one', title: 'unheard' };
    const read = { kind: 'read' as const, request: 'one' };
    for (const titles of [[], ['unheard']]) {
      expect(visited([...visit, at(20, add), at(30, read, { code: '', titles })])).toBe(true);
    }
  });

  it('rejects one unit that two accounts hold', () => {
    const both = [at(0, reserve('A'), reservedBy('A'), 30), at(1, reserve('B'), reservedBy('B'), 30)];
    expect(heldUp(both, 1)).toBe(false);
    expect(heldUp(both, 2)).toBe(true);
  });

  it('rejects "out of stock" while a unit is free all the time', () => {
    expect(
      heldUp([at(0, reserve('A'), reservedBy('A')), at(10, reserve('B'), { code: 'out_of_stock' })], 2),
    ).toBe(false);
  });

  it('rejects a read of old records after the response to a revocation', () => {
    const revoke = { kind: 'revoke' as const, request: 'one', of: 'doctor' };
    const read = { kind: 'read' as const, request: 'one' };
    const after = at(30, read, { code: '', titles: [] });
    expect(visited([...visit, at(20, revoke, { code: '' }), after])).toBe(false);
    expect(visited([...visit, at(20, revoke, { code: '' }, 15), after])).toBe(true);
    expect(visited([...visit, at(20, revoke), after])).toBe(true);
  });

  it('rejects a mark that a later read does not show, one that shows a note after the access, and one of no note', () => {
    const note = { request: 'one', title: 'seen' };
    const add = at(20, { kind: 'add' as const, ...note }, { code: '' });
    const mark = (from: number, shown: boolean) =>
      at(from, { kind: 'mark' as const, ...note }, { code: '', shown });
    const read = (...titles: string[]) =>
      at(60, { kind: 'read' as const, request: 'one' }, { code: '', titles });
    const revoke = at(40, { kind: 'revoke' as const, request: 'one', of: 'doctor' }, { code: '' });
    expect(visited([...visit, add, mark(30, true), read('seen (marked)')])).toBe(true);
    expect(visited([...visit, add, mark(30, true), read('seen')])).toBe(false);
    expect([true, false].map((shown) => visited([...visit, add, revoke, mark(50, shown)]))).toEqual([
      false,
      true,
    ]);
    expect(visited([...visit, mark(30, true)])).toBe(false);
  });

  it('rejects a record that a later read does not contain, and a gift that is given twice', () => {
    const add = { kind: 'add' as const, request: 'one', title: 'seen' };
    const read = { kind: 'read' as const, request: 'one' };
    expect(visited([...visit, at(20, add, { code: '' }), at(30, read, { code: '', titles: [] })])).toBe(
      false,
    );
    const first = [at(0, reserve('A'), reservedBy('A')), at(10, redeem('A'), { code: '' })];
    const again = at(30, redeem('A', 'second'), { code: '' });
    expect(heldUp([...first, again], 2)).toBe(false);
    // After an annulment, the gift is handed out under another id only.
    const annulled = [...first, at(20, annul('A'), { code: '' })];
    expect(heldUp([...annulled, again], 2)).toBe(true);
    expect(heldUp([...annulled, at(30, redeem('A'), { code: '' })], 2)).toBe(false);
    expect(
      heldUp(
        [
          ...annulled,
          again,
          at(40, annul('A'), { code: '' }),
          at(50, annul('A', 'second'), { code: 'not_redeemed' }),
        ],
        2,
      ),
    ).toBe(false);
  });

  it('rejects a notice of what did not happen, and one that is missing after the act or told twice', () => {
    const told = (...kinds: string[]) =>
      visited([...visit, at(30, { kind: 'told' as const, to: 'doctor' }, { code: '', told: kinds })]);
    expect([told('access_approved'), told(), told('access_denied')]).toEqual([true, false, false]);
    expect(told('access_approved', 'access_approved')).toBe(false);
  });

  it('finds an order if there is one, however the operations are shuffled', () => {
    for (let seed = 1; seed <= 50; seed++) {
      const { between, shuffled } = draws(seed, 'checker');
      // Ten accounts, each at its own moment, with long and overlapping durations.
      const history = Array.from({ length: 10 }, (_, n) => {
        const moment = 100 * n;
        const calledAt = moment - between(0, 300);
        const output = n < 6 ? reservedBy(`${n}`) : { code: 'out_of_stock' };
        return { input: reserve(`${n}`), calledAt, answer: { at: moment + between(0, 300), output } };
      });
      expect(heldUp(shuffled(history), 6)).toBe(true);
      expect(heldUp(shuffled(history), 5)).toBe(false);
    }
  });
});
