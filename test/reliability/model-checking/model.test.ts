import { describe, expect, it } from 'vitest';
import { noteTriedByTest } from '../../support/reliability-report.ts';
import { LONG } from '../../support/seeded-races.ts';
import { type Access, type AccessMistake, accessMachine, accessMistakes } from './access.ts';
import { explore } from './state-space.ts';
import { type Stock, type StockMistake, stockMachine, stockMistakes } from './stock.ts';

/** What no engine takes part in. */
const DESIGN = 'none: the design alone';

/** What is wrong with the first wrong state that a mistake leads to. */
const stockShows: Record<StockMistake, string> = {
  'a release asks nothing of the claim': 'the held units are not those of the reserved claims',
  'a release is two writes': 'the held units are not those of the reserved claims',
  'a redemption asks nothing of the claim': 'the held units are not those of the reserved claims',
  'TTL removes the claim': 'the held units are not those of the reserved claims',
  'a take-over asks nothing of the lapsed claim': 'the held units are not those of the reserved claims',
  'a reservation does not ask for a free unit': 'a counter is negative',
  'only a request id keeps an account from a second claim': 'an account was given two claims',
  "the stream's release believes its own clock, not TTL's": 'nobody will release a held unit',
};
const accessShows: Record<AccessMistake, string> = {
  'an exchange trusts the token that it read': 'a token was exchanged twice',
  'a decision trusts the request that it read': 'what was ended stands again',
  'a use trusts the approval that it read': 'a record was read or added to without a standing approval',
  'a record and its entry in the log are two writes': 'a record has no entry in the log',
  'a read is answered before its entry in the log is written': 'a read has no entry in the log',
  'a use asks only whether the practitioner is verified now':
    'a record was read or added to without a standing approval',
  'a use does not ask whether the patient has left':
    'a record was read or added to without a standing approval',
};

/** A shard of one unit, and beside it one that is as it was. */
const shard = (free: number, held: number, redeemed: number): Pick<Stock, 'shards'> => ({
  shards: [{ free, held, redeemed }, ...stockMachine().initial.shards.slice(1)],
});
/** With one claim in the first shard. */
const claimed = (wish: Partial<Stock['claims'][number]>): Pick<Stock, 'claims'> => ({
  claims: [
    {
      ...{ account: 0, request: 0, shard: 0, status: 'reserved', lapsed: 'none' },
      ...{ lease: true, record: 'none', released: false, redeemed: false },
      ...wish,
    },
  ],
});
const wrongStocks: readonly [string, Partial<Stock>][] = [
  ['a counter is negative', shard(-1, 2, 0)],
  ['free + held + redeemed is not the total', shard(1, 1, 0)],
  ['the held units are not those of the reserved claims', shard(0, 1, 0)],
  ['the redeemed units are not those of the redeemed claims', shard(0, 0, 1)],
  ['an account was given two claims', { given: [0, 2, 0, 0] }],
  [
    'a claim was both redeemed and released',
    {
      ...shard(0, 0, 1),
      ...claimed({ status: 'redeemed', lease: false, released: true, redeemed: true }),
    },
  ],
  [
    'a lease lies there without a reserved claim',
    { ...shard(0, 0, 1), ...claimed({ status: 'redeemed', redeemed: true }) },
  ],
  ['nobody will release a held unit', { ...shard(0, 1, 0), ...claimed({ lease: false, record: 'taken' }) }],
];

/** With one request. */
const asked = (wish: Partial<Access['requests'][number]>): Pick<Access, 'requests'> => ({
  requests: [
    {
      ...{ practitioner: 0, status: 'approved', lapsed: 'none', verification: 1, wasEnded: false },
      ...{ added: 0, addedLogged: 0, read: 0, readLogged: 0 },
      ...wish,
    },
  ],
});
const wrongAccesses: readonly [string, Partial<Access>][] = [
  ['a token was exchanged twice', { requests: [...asked({}).requests, ...asked({}).requests] }],
  ['a record was read or added to without a standing approval', { trespass: true }],
  ['what was ended stands again', asked({ wasEnded: true })],
  ['what was ended stands again', asked({ status: 'pending', wasEnded: true })],
  ['a record has no entry in the log', asked({ added: 1 })],
  ['a read has no entry in the log', asked({ read: 1 })],
];

/** The design, in every state that it can come to. The numbers tell when the model itself has changed. */
describe('the design of stock, leases and claims', () => {
  it('keeps every unit and gives each account one claim, in every state', LONG, () => {
    const { states, wrong } = explore(stockMachine());
    noteTriedByTest({
      what: 'The model of stock, leases and claims: 4 accounts, 2 units, 2 shards',
      times: `all ${states} states`,
      engine: DESIGN,
    });
    expect(wrong).toBeUndefined();
    expect(states).toBe(114_786);
  });

  it.each(stockMistakes)('would show if %s', LONG, (mistake) => {
    noteTriedByTest({
      what: 'Mistakes in the model of stock, leases and claims',
      times: `each of ${stockMistakes.length} is found`,
      engine: DESIGN,
    });
    expect(explore(stockMachine(mistake)).wrong?.what).toBe(stockShows[mistake]);
  });
});

describe('a state of the stock', () => {
  it.each(wrongStocks)('is told to be wrong: %s', (what, wrong) => {
    const machine = stockMachine();
    expect(machine.wrong({ ...machine.initial, ...wrong })).toBe(what);
  });

  it('is right with a claim that holds its unit', () => {
    const machine = stockMachine();
    expect(machine.wrong({ ...machine.initial, ...shard(0, 1, 0), ...claimed({}) })).toBeUndefined();
  });
});

describe('a state of clinical access', () => {
  it.each(wrongAccesses)('is told to be wrong: %s', (what, wrong) => {
    const machine = accessMachine();
    expect(machine.wrong({ ...machine.initial, ...wrong })).toBe(what);
  });

  it('is right with a request that stands', () => {
    const machine = accessMachine();
    expect(machine.wrong({ ...machine.initial, ...asked({ added: 1, addedLogged: 1 }) })).toBeUndefined();
  });
});

describe('the design of clinical access', () => {
  it('exchanges a token once and lets nobody in without a standing approval, in every state', LONG, () => {
    const { states, wrong } = explore(accessMachine());
    noteTriedByTest({
      what: 'The model of clinical access: 1 token, 2 practitioners, 2 uses of each kind',
      times: `all ${states} states`,
      engine: DESIGN,
    });
    expect(wrong).toBeUndefined();
    expect(states).toBe(8694);
  });

  it.each(accessMistakes)('would show if %s', LONG, (mistake) => {
    noteTriedByTest({
      what: 'Mistakes in the model of clinical access',
      times: `each of ${accessMistakes.length} is found`,
      engine: DESIGN,
    });
    expect(explore(accessMachine(mistake)).wrong?.what).toBe(accessShows[mistake]);
  });
});
