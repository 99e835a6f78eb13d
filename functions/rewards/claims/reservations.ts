import type * as z from 'zod/mini';
import { claimPointer } from '../../../shared/rewards/claim-codes.ts';
import {
  type Campaign,
  type Claim,
  campaign,
  claim,
  lapsedClaims,
  stockShard,
} from '../../../shared/rewards/items.ts';
import { presentClaim } from '../../../shared/rewards/presenters.ts';
import type { RewardClaim } from '../../../shared/rewards/schemas.ts';
import { TryAgain } from '../../../shared/table/attempts.ts';
import type { Key } from '../../../shared/table/item.ts';
import type { FailedConditions, Reads, Table } from '../../../shared/table/table.ts';
import { type Clock, later, seconds } from '../../../shared/values/clock.ts';
import type { AccountId } from '../../../shared/values/resources.ts';
import { type ClosedReason, closedReasonOf, reserveUnit, takeOverUnit } from '../stock/stock.ts';

/**
 * The key of a claim consists of the account and the campaign, so an account has at most one claim in a campaign. The
 * write alone decides whether a unit is available; the stock that was read only suggests which write to try.
 *
 * The first write tries a random shard without reading it. Only if it is refused, the stock of all shards is read:
 * expired claims first, counters second. A concurrent release between the two reads is then seen in the counters, so
 * one such pass without a unit is enough for `out_of_stock`.
 */

/** Expired claims of a shard that one read returns: enough for concurrent callers to choose different ones. */
const MAX_LAPSED = 25;

export interface Reservation {
  readonly accountId: AccountId;
  readonly campaignId: string;
  readonly claimId: string;
}

type ReserveOutcome =
  | { readonly kind: 'reserved' | 'existing'; readonly claim: z.input<typeof RewardClaim> }
  | {
      readonly kind:
        | ClosedReason
        | 'campaign_not_found'
        | 'out_of_stock'
        | 'claim_id_taken'
        | 'account_closed';
    };

type Refusals = FailedConditions<'claim' | 'pointer' | 'shard' | 'account'>;

/** A unit to try: a free one of a shard, or the one of an expired claim. */
type Unit = { readonly shard: number; readonly lapsed?: Claim };

/** Reads the campaign and the caller's own claim together. */
export async function findForReservation(
  table: Reads,
  { accountId, campaignId }: Omit<Reservation, 'claimId'>,
) {
  const keys = { campaign: campaign.key({ id: campaignId }), claim: claim.key({ accountId, campaignId }) };
  const items = await table.getAll(Object.values(keys));
  const under = ({ pk }: Key) => items.find((item) => item['pk'] === pk);
  return {
    campaign: campaign.parseIfAny(under(keys.campaign)),
    claim: claim.parseIfAny(under(keys.claim)),
  };
}

/**
 * Reserves one unit for an account that has no claim in the campaign (interface, section 4.8).
 * @param found the result of `findForReservation`.
 * @returns `existing` with the claim that the account already has.
 * @throws {TryAgain} if concurrent callers still win at the deadline, or the response of a write is lost. Retrying with
 * the same `claimId` is safe.
 */
export async function reserve(
  table: Table,
  { accountId, campaignId, claimId }: Reservation,
  found: Awaited<ReturnType<typeof findForReservation>>,
  clock: Clock,
): Promise<ReserveOutcome> {
  if (found.claim) return { kind: 'existing', claim: presentClaim(found.claim, clock.now()) };
  if (!found.campaign?.publishedAt) return { kind: 'campaign_not_found' };
  const { merchantTenantId, deliveryKind, redeemBy, reservationTtlSeconds, stockShards } = found.campaign;
  const pick = <T>(among: readonly T[]): T | undefined => among[Math.floor(clock.chance() * among.length)];
  // Claims whose take-over has failed: another caller has the unit, even if the index still lists the claim.
  const taken = new Set<string>();
  const unitIn = ({ lapsed, shards }: Stock): Unit | undefined => {
    const free = pick(shards.filter(({ freeUnits }) => freeUnits > 0));
    if (free) return { shard: free.shard };
    const other = pick(
      lapsed.filter((candidate) => candidate.accountId !== accountId && !taken.has(candidate.id)),
    );
    return other && { shard: other.shard, lapsed: other };
  };

  let unit: Unit = { shard: Math.floor(clock.chance() * stockShards) };
  // Each iteration follows a failed write: the shard had no unit, or another caller was faster. At the deadline the
  // next call to the table throws TryAgain.
  for (;;) {
    const reservedAt = clock.now();
    const leaseEnd = later(reservedAt, seconds(reservationTtlSeconds)).toISOString();
    const wanted: Claim = {
      id: claimId,
      accountId,
      campaignId,
      merchantTenantId,
      deliveryKind,
      status: 'reserved',
      reservedAt: reservedAt.toISOString(),
      expiresAt: leaseEnd < redeemBy ? leaseEnd : redeemBy,
      shard: unit.shard,
    };
    const outcome = await attempt(table, wanted, unit, reservedAt);
    if (outcome) return outcome;
    if (unit.lapsed) taken.add(unit.lapsed.id);

    const at = clock.now();
    const stock = await readStock(table, found.campaign, at);
    const next = unitIn(stock);
    if (!next) {
      // A concurrent request of the same account may have reserved the last unit.
      const own = claim.parseIfAny(await table.get(claim.key({ accountId, campaignId })));
      if (own) return { kind: 'existing', claim: presentClaim(own, at) };
      const reasons = stock.shards.map((shard) => closedReasonOf(shard, at));
      return { kind: reasons.find((reason) => reason !== undefined) ?? 'out_of_stock' };
    }
    unit = next;
  }
}

type Stock = Awaited<ReturnType<typeof readStock>>;

/** Reads the expired claims of every shard of a campaign from an index, then the counters of all shards consistently. */
async function readStock(table: Reads, { id: campaignId, stockShards }: Campaign, at: Date) {
  const keys = Array.from({ length: stockShards }, (_, shard) => ({ campaignId, shard }));
  const lapsed = await Promise.all(
    keys.map((key) => table.query({ ...lapsedClaims(key, at), limit: MAX_LAPSED })),
  );
  const shards = await table.getAll(keys.map(stockShard.key));
  return { lapsed: lapsed.flat().map(claim.parse), shards: shards.map(stockShard.parse) };
}

/** Tries one write. `undefined` means that this unit was taken, but another one may be available. */
async function attempt(
  table: Table,
  wanted: Claim,
  { lapsed }: Unit,
  at: Date,
): Promise<ReserveOutcome | undefined> {
  try {
    const refused = await (lapsed ? takeOverUnit(table, wanted, lapsed) : reserveUnit(table, wanted));
    if (!refused) return { kind: 'reserved', claim: presentClaim(wanted, at) };
    return outcomeOfFailure(refused, wanted, at);
  } catch (error) {
    if (!(error instanceof TryAgain) || error.tryAgainCause !== 'unanswered') throw error;
    // The response was lost. The stored claim shows whether the write succeeded.
    const there = claim.parseIfAny(await table.get(claim.key(wanted), { lastWord: true }));
    if (there) return outcomeOfExisting(there, wanted, at);
    throw error;
  }
}

/** The final outcome of a failed transaction, or `undefined` if another unit may still be available. */
function outcomeOfFailure(refused: Refusals, wanted: Claim, at: Date): ReserveOutcome | undefined {
  const there = claim.parseIfAny(refused.claim?.item);
  if (there) return outcomeOfExisting(there, wanted, at);
  if (refused.account) return { kind: 'account_closed' };
  const pointer = claimPointer.parseIfAny(refused.pointer?.item);
  if (pointer && (pointer.accountId !== wanted.accountId || pointer.campaignId !== wanted.campaignId)) {
    return { kind: 'claim_id_taken' };
  }
  const shard = stockShard.parseIfAny(refused.shard?.item);
  const closedReason = shard && closedReasonOf(shard, at);
  return closedReason && { kind: closedReason };
}

/** The outcome for an existing claim. With the same id and time, it is this write, whose response was lost. */
function outcomeOfExisting(there: Claim, wanted: Claim, at: Date): ReserveOutcome {
  const own = there.id === wanted.id && there.reservedAt === wanted.reservedAt;
  return { kind: own ? 'reserved' : 'existing', claim: presentClaim(there, at) };
}
