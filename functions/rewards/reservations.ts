import type * as z from 'zod/mini';
import { type Clock, later, seconds } from '../../shared/clock.ts';
import { readShard, readStock, type ShardStock } from '../../shared/domain/stock-levels.ts';
import {
  type Claim,
  campaign,
  claim,
  claimPointer,
  type lease,
  stockShard,
} from '../../shared/items/rewards.ts';
import type { AccountId } from '../../shared/resources.ts';
import { TryAgain } from '../../shared/table/attempts.ts';
import type { Key } from '../../shared/table/item.ts';
import type { FailedConditions, Reads, Table } from '../../shared/table/table.ts';
import { presentClaim } from './claims.ts';
import type { RewardClaim } from './contract.ts';
import { reserveUnit, type Shut, takeOverUnit, whyShut } from './stock.ts';

/**
 * The key of a claim consists of the account and the campaign, so an account has at most one claim in a campaign. The
 * write alone decides whether a unit is available; the stock that was read only suggests which write to try.
 * `out_of_stock` is returned only after a read of every shard found neither free units nor expired leases.
 */

/** Expired leases of a shard that one read returns: enough for concurrent callers to choose different ones. */
const MOST_EXPIRED_LEASES = 25;

export interface Reservation {
  readonly accountId: AccountId;
  readonly campaignId: string;
  readonly claimId: string;
}

type ReserveOutcome =
  | { readonly kind: 'reserved' | 'existing'; readonly claim: z.input<typeof RewardClaim> }
  | { readonly kind: Shut | 'campaign_not_found' | 'out_of_stock' | 'claim_id_taken' | 'account_closed' };

type Refusals = FailedConditions<'claim' | 'pointer' | 'shard' | 'account'>;

/** A unit to try: a free one of a shard, or the one of an expired lease. */
type Unit = { readonly shard: number; readonly lapsed?: ReturnType<typeof lease.parse> };

/** Reads the campaign, the caller's own claim and the first shard concurrently. By default there is only one shard. */
export async function findForReservation(
  table: Reads,
  { accountId, campaignId }: Omit<Reservation, 'claimId'>,
  at: Date,
) {
  const keys = { campaign: campaign.key({ id: campaignId }), claim: claim.key({ accountId, campaignId }) };
  const [items, firstShard] = await Promise.all([
    table.getAll(Object.values(keys)),
    readShard(table, { campaignId, shard: 0 }, at, MOST_EXPIRED_LEASES),
  ]);
  const under = ({ pk }: Key) => items.find((item) => item['pk'] === pk);
  return {
    campaign: campaign.parseIfAny(under(keys.campaign)),
    claim: claim.parseIfAny(under(keys.claim)),
    firstShard,
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
  const { merchantTenantId, deliveryKind, redeemBy, reservationTtlSeconds } = found.campaign;
  const pick = <T>(among: readonly T[]): T | undefined => among[Math.floor(clock.chance() * among.length)];
  // Leases whose take-over has failed: another caller has the unit, even if a read still returns the lease.
  const taken = new Set<string>();
  const unitIn = (stock: readonly ShardStock[]): Unit | undefined => {
    const free = pick(stock.filter(({ counters }) => counters.freeUnits > 0));
    if (free) return { shard: free.counters.shard };
    const others = stock.flatMap(({ lapsed }) => lapsed.filter((one) => one.accountId !== accountId));
    const lapsed = pick(others.filter(({ claimId: of }) => !taken.has(of)));
    return lapsed && { shard: lapsed.shard, lapsed };
  };

  // The stock of a single shard is already known. With several shards, the first attempt uses a random one.
  let unit: Unit | undefined =
    found.campaign.stockShards === 1
      ? unitIn(found.firstShard ? [found.firstShard] : [])
      : { shard: Math.floor(clock.chance() * found.campaign.stockShards) };
  // Each further round means that another caller was faster. At the deadline the next call to the table throws
  // TryAgain.
  for (;;) {
    const at = clock.now();
    const leaseEnd = later(at, seconds(reservationTtlSeconds)).toISOString();
    const expiresAt = leaseEnd < redeemBy ? leaseEnd : redeemBy;
    const wanted = (shard: number): Claim => ({
      id: claimId,
      accountId,
      campaignId,
      merchantTenantId,
      deliveryKind,
      status: 'reserved',
      reservedAt: at.toISOString(),
      expiresAt,
      shard,
    });
    // The read for the next round runs concurrently with this round's write, so it costs no round trip of its own.
    const [outcome, look] = await Promise.all([
      unit && attempt(table, wanted(unit.shard), unit, at),
      readStock(table, found.campaign, at, MOST_EXPIRED_LEASES).then(
        (stock) => ({ stock }),
        (error: unknown) => ({ error }),
      ),
    ]);
    // The result of the write counts, even if the concurrent read failed.
    if (outcome) return outcome;
    if ('error' in look) throw look.error;
    if (unit?.lapsed) taken.add(unit.lapsed.claimId);
    unit = unitIn(look.stock);
    if (unit) continue;

    // No lease had expired by `at`. Read again: a concurrent release may have freed a unit after the first read, and a
    // concurrent request of the same account may have reserved the last one.
    const [again, own] = await Promise.all([
      readStock(table, found.campaign, at, MOST_EXPIRED_LEASES),
      table.get(claim.key({ accountId, campaignId })),
    ]);
    if (own) return { kind: 'existing', claim: presentClaim(claim.parse(own), at) };
    unit = unitIn(again);
    if (!unit) {
      const shut = again.map(({ counters }) => whyShut(counters, at)).find((why) => why !== undefined);
      return { kind: shut ?? 'out_of_stock' };
    }
  }
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
    return settled(refused, wanted, at);
  } catch (error) {
    if (!(error instanceof TryAgain) || error.because !== 'unanswered') throw error;
    // The response was lost. The stored claim shows whether the write succeeded.
    const there = claim.parseIfAny(await table.get(claim.key(wanted), { lastWord: true }));
    if (there) return standing(there, wanted, at);
    throw error;
  }
}

/** The final outcome of a failed transaction, or `undefined` if another unit may still be available. */
function settled(refused: Refusals, wanted: Claim, at: Date): ReserveOutcome | undefined {
  const there = claim.parseIfAny(refused.claim?.item);
  if (there) return standing(there, wanted, at);
  if (refused.account) return { kind: 'account_closed' };
  const pointer = claimPointer.parseIfAny(refused.pointer?.item);
  if (pointer && (pointer.accountId !== wanted.accountId || pointer.campaignId !== wanted.campaignId)) {
    return { kind: 'claim_id_taken' };
  }
  const shard = stockShard.parseIfAny(refused.shard?.item);
  const shut = shard && whyShut(shard, at);
  return shut && { kind: shut };
}

/** The outcome for an existing claim. With the same id and time, it is this write, whose response was lost. */
function standing(there: Claim, wanted: Claim, at: Date): ReserveOutcome {
  const own = there.id === wanted.id && there.reservedAt === wanted.reservedAt;
  return { kind: own ? 'reserved' : 'existing', claim: presentClaim(there, at) };
}
