import type { Machine } from './state-space.ts';

/**
 * Stock, leases and claims (`functions/rewards/stock.ts`, `shared/domain/unit-release.ts`): 4 accounts, 2 units, one in each of 2
 * shards. A step is one transaction, tried by anyone at any time, whatever they had read before: so every interleaving
 * and every duplicate is among the ways. Clocks differ: about its lapse a claim is live to some functions and lapsed to
 * others.
 */
const ACCOUNTS = [0, 1, 2, 3];
const SHARDS = [0, 1];
const UNITS_OF_A_SHARD = 1;
/** An account's requests, each with an id of its own. */
const REQUESTS = [0, 1];

/** Mistakes that such designs are known for; each is to be found. */
export const stockMistakes = [
  'a release asks nothing of the claim',
  'a release is two writes',
  'a redemption asks nothing of the claim',
  'TTL removes the claim',
  'a take-over asks nothing of the lapsed claim',
  'a reservation does not ask for a free unit',
  'only a request id keeps an account from a second claim',
  "the stream's release believes its own clock, not TTL's",
] as const;
export type StockMistake = (typeof stockMistakes)[number];

const STATUSES = ['reserved', 'redeemed', 'expired'] as const;
const LAPSES = ['none', 'some', 'all'] as const;
const RECORDS = ['none', 'sent', 'taken'] as const;

interface Claim {
  readonly account: number;
  readonly request: number;
  readonly shard: number;
  readonly status: (typeof STATUSES)[number];
  /** To whose clocks it has lapsed. */
  readonly lapsed: (typeof LAPSES)[number];
  readonly lease: boolean;
  /** Of the lease, once TTL removed it; it may come again at any time. */
  readonly record: (typeof RECORDS)[number];
  readonly released: boolean;
  readonly redeemed: boolean;
}

interface Shard {
  readonly free: number;
  readonly held: number;
  readonly redeemed: number;
}

export interface Stock {
  readonly open: boolean;
  readonly shards: readonly Shard[];
  readonly claims: readonly Claim[];
  /** How many claims each account was ever given. */
  readonly given: readonly number[];
  /** Units of a shard that a release of two writes has yet to put back. */
  readonly owed: readonly number[];
}

export function stockMachine(mistake?: StockMistake): Machine<Stock> {
  const makes = (one: StockMistake) => mistake === one;
  return {
    initial: {
      open: true,
      shards: SHARDS.map(() => ({ free: UNITS_OF_A_SHARD, held: 0, redeemed: 0 })),
      claims: [],
      given: ACCOUNTS.map(() => 0),
      owed: SHARDS.map(() => 0),
    },

    *steps(state) {
      const { open, shards, claims, owed } = state;
      if (open) yield ['close', { ...state, open: false }];

      for (const account of ACCOUNTS) {
        for (const request of REQUESTS) {
          const taken = claims.some(
            (one) =>
              one.account === account &&
              (one.request === request || !makes('only a request id keeps an account from a second claim')),
          );
          // A second request is only of interest beside the first.
          if (!open || taken || request > (state.given[account] ?? 0)) continue;
          const who = `account ${account + 1}`;
          for (const shard of SHARDS) {
            const free = shards[shard]?.free ?? 0;
            if (free <= 0 && !makes('a reservation does not ask for a free unit')) continue;
            const reserved = moved(state, shard, { free: -1, held: 1 });
            yield [`${who} reserves in shard ${shard + 1}`, withClaim(reserved, account, request, shard)];
          }
          for (const lapsed of claims) {
            const stands = lapsed.status === 'reserved' && lapsed.lapsed !== 'none';
            if (lapsed.account === account) continue;
            if (!stands && !makes('a take-over asks nothing of the lapsed claim')) continue;
            const gone = changed(state, lapsed, { status: 'expired', lease: false, released: true });
            yield [
              `${who} takes the unit of account ${lapsed.account + 1} over`,
              withClaim(gone, account, request, lapsed.shard),
            ];
          }
        }
      }

      for (const one of claims) {
        const of = `of account ${one.account + 1}`;
        const reserved = one.status === 'reserved';
        if (reserved && one.lapsed !== 'all') {
          const lapsed = one.lapsed === 'none' ? 'some' : 'all';
          yield [`the claim ${of} lapses to ${lapsed} clocks`, changed(state, one, { lapsed })];
        }
        if ((reserved && one.lapsed !== 'all') || makes('a redemption asks nothing of the claim')) {
          const handed = changed(state, one, { status: 'redeemed', lease: false, redeemed: true });
          if (canMove(state, one.shard)) {
            yield [`the claim ${of} is redeemed`, moved(handed, one.shard, { held: -1, redeemed: 1 })];
          }
        }
        if (one.lease && one.lapsed !== 'none') {
          const removed = changed(state, one, { lease: false, record: 'sent' });
          yield [
            `TTL removes the lease ${of}`,
            makes('TTL removes the claim')
              ? { ...removed, claims: claims.filter((c) => c !== one) }
              : removed,
          ];
        }
        // By the sweep, which reads leases, and by each delivery of the stream's record.
        if (one.lease && one.lapsed !== 'none') {
          for (const after of release(state, one)) yield [`the sweep releases the unit ${of}`, after];
        }
        if (one.record !== 'none') {
          for (const after of release(state, one)) {
            const there = after.claims.find((c) => c.account === one.account && c.request === one.request);
            if (!there) continue;
            yield [`the stream releases the unit ${of}`, changed(after, there, { record: 'taken' })];
          }
          if (one.lapsed === 'some' && makes("the stream's release believes its own clock, not TTL's")) {
            yield [`the stream's release ${of} looks too early`, changed(state, one, { record: 'taken' })];
          }
        }
      }

      for (const shard of SHARDS) {
        const owes = owed[shard] ?? 0;
        if (owes === 0) continue;
        const paid = { ...state, owed: owed.with(shard, owes - 1) };
        yield [`shard ${shard + 1} gets a unit back`, moved(paid, shard, { free: 1, held: -1 })];
      }
    },

    wrong({ shards, claims, given }) {
      for (const [n, { free, held, redeemed }] of shards.entries()) {
        const own = claims.filter(({ shard }) => shard === n);
        const count = (status: Claim['status']) => own.filter((one) => one.status === status).length;
        if (Math.min(free, held, redeemed) < 0) return 'a counter is negative';
        if (free + held + redeemed !== UNITS_OF_A_SHARD) return 'free + held + redeemed is not the total';
        if (held !== count('reserved')) return 'the held units are not those of the reserved claims';
        if (redeemed !== count('redeemed')) return 'the redeemed units are not those of the redeemed claims';
      }
      if (given.some((n) => n > 1)) return 'an account was given two claims';
      for (const { status, lease, record, released, redeemed } of claims) {
        if (released && redeemed) return 'a claim was both redeemed and released';
        if (lease && status !== 'reserved') return 'a lease lies there without a reserved claim';
        if (status === 'reserved' && !lease && record !== 'sent') return 'nobody will release a held unit';
      }
      return undefined;
    },

    nameOf({ open, shards, claims, given, owed }) {
      const counters = shards.map(({ free, held, redeemed }, n) => [free, held, redeemed, owed[n]].join());
      return `${open} ${counters.join(' ')} ${given.join('')} ${claims.map(nameOfClaim).sort().join('')}`;
    },
  };

  /** The one transaction, if its conditions hold; what it finds done already, it leaves. */
  function* release(state: Stock, one: Claim): Iterable<Stock> {
    const lapsed = one.lapsed !== 'none' && one.status === 'reserved';
    if (!lapsed && !makes('a release asks nothing of the claim')) {
      yield state;
      return;
    }
    if (!canMove(state, one.shard)) return;
    const expired = changed(state, one, { status: 'expired', lease: false, released: true });
    const owed = expired.owed.with(one.shard, (expired.owed[one.shard] ?? 0) + 1);
    yield makes('a release is two writes')
      ? { ...expired, owed }
      : moved(expired, one.shard, { free: 1, held: -1 });
  }
}

/** One character: most of the time goes into names. */
function nameOfClaim(one: Claim): string {
  let number = one.account * REQUESTS.length + one.request;
  number = number * SHARDS.length + one.shard;
  number = number * STATUSES.length + STATUSES.indexOf(one.status);
  number = number * LAPSES.length + LAPSES.indexOf(one.lapsed);
  number = number * RECORDS.length + RECORDS.indexOf(one.record);
  return String.fromCharCode(
    number * 8 + (one.lease ? 4 : 0) + (one.released ? 2 : 0) + (one.redeemed ? 1 : 0),
  );
}

/** `heldUnits > 0`, which redemptions and releases ask for besides. */
const canMove = ({ shards }: Stock, shard: number): boolean => (shards[shard]?.held ?? 0) > 0;

function moved(state: Stock, shard: number, by: Partial<Shard>): Stock {
  const { free = 0, held = 0, redeemed = 0 } = state.shards[shard] ?? {};
  const after = {
    free: free + (by.free ?? 0),
    held: held + (by.held ?? 0),
    redeemed: redeemed + (by.redeemed ?? 0),
  };
  return { ...state, shards: state.shards.with(shard, after) };
}

/** What does not matter any more is forgotten: to whom a claim lapsed that is settled. */
function changed(state: Stock, one: Claim, by: Partial<Claim>): Stock {
  const after = { ...one, ...by };
  const settled = after.status === 'reserved' ? after : { ...after, lapsed: 'all' as const };
  return { ...state, claims: state.claims.map((other) => (other === one ? settled : other)) };
}

function withClaim(state: Stock, account: number, request: number, shard: number): Stock {
  const one: Claim = {
    account,
    request,
    shard,
    status: 'reserved',
    lapsed: 'none',
    lease: true,
    record: 'none',
    released: false,
    redeemed: false,
  };
  const given = state.given.with(account, (state.given[account] ?? 0) + 1);
  return { ...state, claims: [...state.claims, one], given };
}
