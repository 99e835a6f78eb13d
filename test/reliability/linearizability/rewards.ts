import type { Operation, Specification } from './checker.ts';

/** The sequential specification of a campaign with one shard. */
export type RewardInput =
  | { readonly kind: 'reserve'; readonly account: string; readonly claimId: string }
  | { readonly kind: 'redeem' | 'annul'; readonly claimId: string; readonly redemptionId: string }
  | { readonly kind: 'release'; readonly claimId: string }
  | { readonly kind: 'count' };

export interface RewardOutput {
  /** The refusal code; empty on success. */
  readonly code: string;
  readonly claim?: Pick<Held, 'id' | 'status' | 'expiresAt'>;
  /** The number of available units. */
  readonly units?: number;
}

interface Held {
  readonly id: string;
  readonly account: string;
  readonly status: 'reserved' | 'redeemed' | 'expired';
  /** In milliseconds since 1970; absent while no client knows it. */
  readonly expiresAt?: number;
  /** Present while the claim is redeemed. */
  readonly redemptionId?: string;
  /** The ids of redemptions that were taken back; at most two. */
  readonly annulled?: readonly string[];
}

interface Rewards {
  readonly free: number;
  readonly claims: readonly Held[];
}

type RewardOperation = Operation<RewardInput, RewardOutput>;

/** A list shows a lapsed unit as available this many milliseconds after its expiry at the latest (decision 11). */
const LISTED_WITHIN = 10_000;

/** @param skew the maximum clock skew of a function, in milliseconds. */
export function rewardsSpecification(
  units: number,
  skew: number,
): Specification<Rewards, RewardInput, RewardOutput> {
  const mayHaveLapsed = ({ expiresAt }: Held, { answer }: RewardOperation) =>
    expiresAt === undefined || answer === undefined || expiresAt <= answer.at + skew;
  const mayBeLive = ({ expiresAt }: Held, { calledAt }: RewardOperation) =>
    expiresAt === undefined || expiresAt > calledAt - skew;

  const mayCountAsHeld = ({ expiresAt }: Held, { calledAt }: RewardOperation) =>
    expiresAt === undefined || expiresAt > calledAt - skew - LISTED_WITHIN;

  return {
    initial: { free: units, claims: [] },
    after(state, operation) {
      const { input, answer } = operation;
      const output = answer?.output;
      switch (input.kind) {
        case 'reserve':
          return reserved(state, input, operation);
        case 'redeem': {
          const claim = state.claims.find(({ id }) => id === input.claimId);
          const { redemptionId } = input;
          if (!claim) return unless(output && output.code !== 'claim_not_found', state);
          if (claim.annulled?.includes(redemptionId))
            return unless(output && output.code !== 'redemption_annulled', state);
          if (claim.status === 'redeemed') {
            const code = claim.redemptionId === redemptionId ? '' : 'already_redeemed';
            return unless(output && output.code !== code, state);
          }
          const late = claim.status === 'expired' || mayHaveLapsed(claim, operation);
          const inTime = claim.status === 'reserved' && mayBeLive(claim, operation);
          return [
            ...(late ? unless(output && output.code !== 'claim_expired', state) : []),
            ...(inTime
              ? unless(
                  output && output.code !== '',
                  withClaim(state, { ...claim, status: 'redeemed', redemptionId }),
                )
              : []),
          ];
        }
        case 'annul': {
          const claim = state.claims.find(({ id }) => id === input.claimId);
          const answers = (code: string) => unless(output && output.code !== code, state);
          if (!claim) return answers('claim_not_found');
          const { redemptionId, annulled = [], ...rest } = claim;
          if (annulled.includes(input.redemptionId)) return answers('');
          if (redemptionId !== input.redemptionId) return answers('not_redeemed');
          if (annulled.length >= 2) return answers('annulled_twice');
          if (output && output.code !== '') return [];
          const after = { ...rest, annulled: [...annulled, redemptionId] };
          const expired = withClaim(state, { ...after, status: 'expired' });
          return [
            ...(mayHaveLapsed(claim, operation) ? [{ ...expired, free: expired.free + 1 }] : []),
            ...(mayBeLive(claim, operation) ? [withClaim(state, { ...after, status: 'reserved' })] : []),
          ];
        }
        case 'release': {
          const claim = state.claims.find(({ id }) => id === input.claimId);
          if (claim?.status !== 'reserved') return [state];
          const { free, claims } = withClaim(state, { ...claim, status: 'expired' });
          return [{ free: free + 1, claims }];
        }
        case 'count': {
          const held = state.claims.filter(({ status }) => status === 'reserved');
          const least = state.free + held.filter((claim) => !mayCountAsHeld(claim, operation)).length;
          const most = state.free + held.filter((claim) => mayHaveLapsed(claim, operation)).length;
          const said = output?.units ?? least;
          return unless(said < least || said > most, state);
        }
      }
    },
    nameOf: ({ free, claims }) => JSON.stringify([free, claims.toSorted((a, b) => (a.id < b.id ? -1 : 1))]),
  };

  function reserved(
    state: Rewards,
    { account, claimId }: RewardInput & { kind: 'reserve' },
    operation: RewardOperation,
  ): readonly Rewards[] {
    const output = operation.answer?.output;
    const own = state.claims.find((claim) => claim.account === account);
    if (own) {
      if (!output) return [state];
      const { claim } = output;
      if (!claim || claim.id !== own.id) return [];
      if (own.expiresAt !== undefined && claim.expiresAt !== own.expiresAt) return [];
      const lapsed = own.status === 'reserved' && claim.status === 'expired' && mayHaveLapsed(own, operation);
      const same = claim.status === own.status && (own.status !== 'reserved' || mayBeLive(own, operation));
      return unless(!lapsed && !same, withClaim(state, { ...own, ...until(claim.expiresAt) }));
    }

    const others = state.claims.filter(({ status }) => status === 'reserved');
    if (output?.code === 'out_of_stock') {
      return unless(state.free > 0 || others.some((claim) => !mayBeLive(claim, operation)), state);
    }
    if (output && output.claim?.id !== claimId) return [];
    const wanted: Held = { id: claimId, account, status: 'reserved', ...until(output?.claim?.expiresAt) };
    const ways = others
      .filter((claim) => mayHaveLapsed(claim, operation))
      .map((claim) => withClaim(withClaim(state, { ...claim, status: 'expired' }), wanted));
    if (state.free === 0) return ways;
    const { free, claims } = withClaim(state, wanted);
    return [...ways, { free: free - 1, claims }];
  }
}

const unless = <S>(not: boolean | undefined, state: S): readonly S[] => (not ? [] : [state]);

const until = (expiresAt: number | undefined) => (expiresAt === undefined ? {} : { expiresAt });

function withClaim({ free, claims }: Rewards, changed: Held): Rewards {
  return { free, claims: [...claims.filter(({ id }) => id !== changed.id), changed] };
}
