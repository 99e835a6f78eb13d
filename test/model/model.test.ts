import { describe, expect, it } from 'vitest';
import { LONG } from '../support/race.ts';
import { noteTriedByTest } from '../support/reliability.ts';
import { accessMachine, accessMistakes } from './access.ts';
import { explore } from './explore.ts';
import { stockMachine, stockMistakes } from './stock.ts';

/** The design, in every state that it can come to. The numbers tell when the model itself has changed. */
describe('the design of stock, leases and claims', () => {
  it('keeps every unit and gives each account one claim, in every state', LONG, () => {
    const { states, wrong } = explore(stockMachine());
    expect(wrong).toBeUndefined();
    expect(states).toBe(114_786);
    noteTriedByTest({
      what: 'The model of stock, leases and claims: 4 accounts, 2 units, 2 shards',
      times: `all ${states} states`,
    });
  });

  it.each(stockMistakes)('would show if %s', LONG, (mistake) => {
    expect(explore(stockMachine(mistake)).wrong?.what).toBeDefined();
  });
});

describe('the design of clinical access', () => {
  it('exchanges a token once and lets nobody in without a standing approval, in every state', LONG, () => {
    const { states, wrong } = explore(accessMachine());
    expect(wrong).toBeUndefined();
    expect(states).toBe(8694);
    noteTriedByTest({
      what: 'The model of clinical access: 1 token, 2 practitioners, 2 uses of each kind',
      times: `all ${states} states`,
    });
  });

  it.each(accessMistakes)('would show if %s', LONG, (mistake) => {
    expect(explore(accessMachine(mistake)).wrong?.what).toBeDefined();
  });
});
