import { inProportion } from '../../../functions/rewards/campaigns/stock-changes.ts';
import type { Model, Steps } from './explore.ts';

/**
 * The stock of a campaign with two shards of two units, two accounts that want one, and a withdrawal of two units that is sent twice.
 *
 * Every move of a unit is one transaction. What reads first and writes later is two steps, between which anything else can happen.
 * Each mistake leaves out one part of a condition, or splits a transaction.
 */
export const stockMistakes = {
  'a reservation does not check that a unit is free': 'a negative counter',
  'a release does not check the status of the claim': 'held units without a reserved claim, or the reverse',
  'a release takes two writes': 'held units without a reserved claim, or the reverse',
  'a redemption does not check the status of the claim':
    'held units without a reserved claim, or the reverse',
  'a reservation takes over a unit without checking that the claim has expired':
    'held units without a reserved claim, or the reverse',
  'TTL deletes the claim itself instead of its lease': 'held units without a reserved claim, or the reverse',
  'the stream worker trusts its own clock instead of the deletion by TTL': 'a held unit that nobody releases',
  'only the id of the request, not the account, identifies a claim': 'two claims of one account',
  'a withdrawal trusts the free units that it read before': 'a negative counter',
  'a withdrawal takes held units, too': 'held units without a reserved claim, or the reverse',
  'a withdrawal leaves the total of the shards as it was': 'counters that do not add up',
  'a withdrawal changes each shard with a write of its own': 'units that are withdrawn in part',
  'a repeated withdrawal takes its units again': 'units that are withdrawn twice',
  'a withdrawal does not check that the campaign is open': 'a closed campaign whose units are withdrawn',
} as const;
export type StockMistake = keyof typeof stockMistakes;

const ACCOUNTS = ['first', 'second'] as const;
const SHARDS = [0, 1] as const;
const UNITS_OF_A_SHARD = 2;
const WITHDRAWN = 2;

interface Shard {
  readonly free: number;
  readonly held: number;
  readonly redeemed: number;
  readonly total: number;
}

interface Claim {
  readonly account: string;
  readonly shard: number;
  readonly status: 'reserved' | 'redeemed' | 'expired' | 'deleted';
  readonly hasLapsed: boolean;
  readonly lease: 'stored' | 'deleted by TTL' | 'gone';
  readonly isReturned: boolean;
}

/** What an attempt at the withdrawal has read: the free units of the shards, or whether it is over. */
type Attempt = readonly number[] | 'over' | undefined;

interface State {
  readonly shards: readonly Shard[];
  readonly claims: readonly Claim[];
  readonly attempts: readonly [Attempt, Attempt];
  /** A release that has read a claim, or has changed it without the shard. */
  readonly releasing?: { readonly n: number; readonly isHalfDone: boolean };
  readonly isOpen: boolean;
  readonly withdrawn: number;
  readonly broken?: string;
}

/** @param mistake what the design does wrong; by default, nothing */
export function stock(mistake?: StockMistake): Model<State> {
  const is = (made: StockMistake) => made === mistake;

  const inShard = (state: State, n: number, move: Partial<Shard>): State => ({
    ...state,
    shards: state.shards.map((shard, at) =>
      at !== n
        ? shard
        : {
            free: shard.free + (move.free ?? 0),
            held: shard.held + (move.held ?? 0),
            redeemed: shard.redeemed + (move.redeemed ?? 0),
            total: shard.total + (move.total ?? 0),
          },
    ),
  });
  const withClaim = (state: State, n: number, change: Partial<Claim>): State => ({
    ...state,
    claims: state.claims.map((claim, at) => (at === n ? { ...claim, ...change } : claim)),
  });
  const newClaim = (state: State, account: string, shard: number): State => ({
    ...state,
    claims: [
      ...state.claims,
      { account, shard, status: 'reserved', hasLapsed: false, lease: 'stored', isReturned: false },
    ],
  });

  function reservations(state: State): Steps<State> {
    if (!state.isOpen) return [];
    const own = (account: string) => state.claims.filter((claim) => claim.account === account).length;
    const most = is('only the id of the request, not the account, identifies a claim') ? 2 : 1;
    return ACCOUNTS.filter((account) => own(account) < most).flatMap((account): Steps<State> => {
      const free = SHARDS.filter(
        (n) => is('a reservation does not check that a unit is free') || (state.shards[n]?.free ?? 0) > 0,
      );
      const lapsed = [...state.claims.keys()].filter((n) => {
        const claim = state.claims[n];
        return (
          claim?.status === 'reserved' &&
          (claim.hasLapsed ||
            is('a reservation takes over a unit without checking that the claim has expired'))
        );
      });
      return [
        ...free.map(
          (n) =>
            [
              `the ${account} account reserves`,
              newClaim(inShard(state, n, { free: -1, held: 1 }), account, n),
            ] as const,
        ),
        ...lapsed.map((n) => {
          const { shard = 0, hasLapsed } = state.claims[n] ?? {};
          const status = hasLapsed ? 'expired' : 'reserved';
          const left = withClaim(state, n, { status, lease: 'gone' });
          return [`the ${account} account takes over`, newClaim(left, account, shard)] as const;
        }),
      ];
    });
  }

  function released(state: State, n: number): State {
    const { status, shard = 0 } = state.claims[n] ?? {};
    if (status !== 'reserved' && !is('a release does not check the status of the claim')) return state;
    const after = withClaim(state, n, { status: 'expired', lease: 'gone' });
    return inShard(after, shard, { free: 1, held: -1 });
  }

  function releases(state: State): Steps<State> {
    const { releasing } = state;
    if (!releasing) {
      return [...state.claims.entries()].flatMap(([n, { status, hasLapsed }]) =>
        status === 'reserved' && hasLapsed
          ? [['the sweep reads a claim', { ...state, releasing: { n, isHalfDone: false } }] as const]
          : [],
      );
    }
    const { n, isHalfDone } = releasing;
    const { releasing: _, ...rest } = state;
    if (!is('a release takes two writes')) return [['the sweep releases its unit', released(rest, n)]];
    const { status, shard = 0 } = state.claims[n] ?? {};
    if (isHalfDone) return [['the sweep writes the shard', inShard(rest, shard, { free: 1, held: -1 })]];
    if (status !== 'reserved') return [['the sweep finds nothing to release', rest]];
    const half = withClaim(state, n, { status: 'expired', lease: 'gone' });
    return [['the sweep writes the claim', { ...half, releasing: { n, isHalfDone: true } }]];
  }

  function ofClaim(state: State, n: number, claim: Claim): Steps<State> {
    const { shard, status, hasLapsed, lease, isReturned } = claim;
    const steps: (readonly [string, State])[] = [];
    if (!hasLapsed) steps.push(['the reservation expires', withClaim(state, n, { hasLapsed: true })]);
    if (hasLapsed && lease === 'stored') {
      const deletion = is('TTL deletes the claim itself instead of its lease')
        ? { status: 'deleted' as const, lease: 'gone' as const }
        : { lease: 'deleted by TTL' as const };
      steps.push(['TTL deletes', withClaim(state, n, deletion)]);
    }
    if (lease === 'deleted by TTL') {
      const seen = withClaim(state, n, { lease: 'gone' });
      const ignored = is('the stream worker trusts its own clock instead of the deletion by TTL');
      steps.push(['the stream worker sees the deletion', ignored ? seen : released(seen, n)]);
    }
    const isRedeemable = is('a redemption does not check the status of the claim') || status === 'reserved';
    if (
      isRedeemable &&
      status !== 'redeemed' &&
      status !== 'deleted' &&
      (!hasLapsed || status === 'expired')
    ) {
      const redeemed = withClaim(state, n, { status: 'redeemed', lease: 'gone' });
      steps.push(['the gift is handed out', inShard(redeemed, shard, { held: -1, redeemed: 1 })]);
    }
    if (status === 'redeemed' && !isReturned) {
      const returned = withClaim(state, n, {
        status: hasLapsed ? 'expired' : 'reserved',
        lease: hasLapsed ? 'gone' : 'stored',
        isReturned: true,
      });
      const to = hasLapsed ? { free: 1 } : { held: 1 };
      steps.push(['the hand-out is taken back', inShard(returned, shard, { redeemed: -1, ...to })]);
    }
    return steps;
  }

  const takesHeld = is('a withdrawal takes held units, too');
  const takeable = ({ free, held }: Shard) => (takesHeld ? free + held : free);

  function withdrawals(state: State): Steps<State> {
    return ([0, 1] as const).flatMap((n): Steps<State> => {
      const attempt = state.attempts[n];
      const moved = (after: State, to: Attempt): State => ({
        ...after,
        attempts: n === 0 ? [to, after.attempts[1]] : [after.attempts[0], to],
      });
      if (attempt === 'over') return [];
      const isRepeated = state.withdrawn >= WITHDRAWN && !is('a repeated withdrawal takes its units again');
      if (attempt === undefined) {
        const read = state.shards.map(takeable);
        const isEnough = read.reduce((sum, some) => sum + some, 0) >= WITHDRAWN;
        const isOver = isRepeated || !isEnough;
        return [[`withdrawal ${n} reads`, moved(state, isOver ? 'over' : read)]];
      }
      const shares = inProportion(WITHDRAWN, attempt);
      const trusts = is('a withdrawal trusts the free units that it read before');
      const isOpen = state.isOpen || is('a withdrawal does not check that the campaign is open');
      const allows = (at: number) => {
        const shard = state.shards[at];
        return trusts || (shard !== undefined && takeable(shard) >= (shares[at] ?? 0));
      };
      const taken = (from: State, at: number): State => {
        const share = shares[at] ?? 0;
        const free = Math.min(share, takesHeld ? Math.max(from.shards[at]?.free ?? 0, 0) : share);
        const total = is('a withdrawal leaves the total of the shards as it was') ? 0 : -share;
        return inShard(from, at, { free: -free, held: free - share, total });
      };
      if (is('a withdrawal changes each shard with a write of its own')) {
        const [first] = SHARDS.filter((at) => (shares[at] ?? 0) > 0);
        if (first === undefined || !allows(first) || !isOpen) return [];
        const after = taken(state, first);
        const half = { ...after, withdrawn: state.withdrawn + (shares[first] ?? 0) };
        return [[`withdrawal ${n} writes a shard`, moved(half, 'over')]];
      }
      if (isRepeated || !isOpen || !SHARDS.every(allows))
        return [[`withdrawal ${n} is refused`, moved(state, undefined)]];
      const after = SHARDS.reduce(taken, { ...state, withdrawn: state.withdrawn + WITHDRAWN });
      const told = state.isOpen ? after : { ...after, broken: 'a closed campaign whose units are withdrawn' };
      return [[`withdrawal ${n} writes`, moved(told, 'over')]];
    });
  }

  const reserved = ({ claims }: State, n: number) =>
    claims.filter(({ shard, status }) => shard === n && status === 'reserved').length;

  return {
    initial: {
      shards: SHARDS.map(() => ({
        free: UNITS_OF_A_SHARD,
        held: 0,
        redeemed: 0,
        total: UNITS_OF_A_SHARD,
      })),
      claims: [],
      attempts: [undefined, undefined],
      isOpen: true,
      withdrawn: 0,
    },
    steps: (state) => [
      ...reservations(state),
      ...releases(state),
      ...state.claims.flatMap((claim, n) => ofClaim(state, n, claim)),
      ...withdrawals(state),
      ...(state.isOpen ? [['the campaign closes', { ...state, isOpen: false }] as const] : []),
    ],
    broken(state) {
      const { shards, claims, withdrawn } = state;
      if (state.broken) return state.broken;
      if (shards.some(({ free, held, redeemed }) => free < 0 || held < 0 || redeemed < 0))
        return 'a negative counter';
      if (ACCOUNTS.some((name) => claims.filter(({ account }) => account === name).length > 1))
        return 'two claims of one account';
      if (shards.some(({ free, held, redeemed, total }) => free + held + redeemed !== total))
        return 'counters that do not add up';
      if (shards.some(({ held }, n) => held !== reserved(state, n)))
        return 'held units without a reserved claim, or the reverse';
      if (
        claims.some(({ status, hasLapsed, lease }) => status === 'reserved' && hasLapsed && lease === 'gone')
      )
        return 'a held unit that nobody releases';
      if (withdrawn > WITHDRAWN) return 'units that are withdrawn twice';
      if (withdrawn !== 0 && withdrawn !== WITHDRAWN) return 'units that are withdrawn in part';
      const all = shards.reduce((sum, { total }) => sum + total, withdrawn);
      return all === SHARDS.length * UNITS_OF_A_SHARD ? undefined : 'a unit that is lost';
    },
  };
}
