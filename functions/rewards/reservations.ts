import type * as z from 'zod/mini';
import { type Clock, later, seconds } from '../../shared/clock.ts';
import { type Claim, campaign, claim, claimStatus, stockShard } from '../../shared/items/rewards.ts';
import type { AccountId } from '../../shared/resources.ts';
import { readStock } from '../../shared/stock.ts';
import type { Reads, Refused, StoredItem, Table } from '../../shared/table/client.ts';
import type { RewardClaim } from './contract.ts';
import { reserveUnit, type Shut, takeOverUnit, whyShut } from './stock.ts';

/**
 * One claim per account and campaign: the claim's key is account and campaign. Whether a unit is to be had is asked
 * in the write alone; "out of stock" is said only after every shard was asked and had neither a free nor a lapsed unit.
 */

/** Lapsed leases of a shard that are looked at in one go: enough for callers to spread over. */
const LOOKED_AT = 25;

export interface Wanted {
  readonly accountId: AccountId;
  readonly campaignId: string;
  readonly claimId: string;
}

type ReserveOutcome =
  | { readonly kind: 'reserved' | 'existing'; readonly claim: z.input<typeof RewardClaim> }
  | { readonly kind: Shut | 'campaign_not_found' | 'out_of_stock' | 'claim_id_taken' | 'account_closed' };

/** The campaign and the caller's own claim, side by side. */
export async function findForReservation(table: Reads, { accountId, campaignId }: Omit<Wanted, 'claimId'>) {
  const [foundCampaign, foundClaim] = await Promise.all([
    table.get(campaign.key({ id: campaignId })),
    table.get(claim.key({ accountId, campaignId })),
  ]);
  return { campaign: campaign.parseIfAny(foundCampaign), claim: claim.parseIfAny(foundClaim) };
}

export async function reserve(
  table: Table,
  { accountId, campaignId, claimId }: Wanted,
  found: Awaited<ReturnType<typeof findForReservation>>,
  clock: Clock,
): Promise<ReserveOutcome> {
  const at = clock.now();
  if (found.claim) return { kind: 'existing', claim: presentClaim(found.claim, at) };
  if (!found.campaign || found.campaign.status === 'draft') return { kind: 'campaign_not_found' };
  const { merchantTenantId, deliveryKind, redeemBy, reservationTtlSeconds, stockShards } = found.campaign;

  const leaseEnd = later(at, seconds(reservationTtlSeconds)).toISOString();
  const inShard = (shard: number): Claim => ({
    id: claimId,
    accountId,
    campaignId,
    merchantTenantId,
    deliveryKind,
    status: 'reserved',
    reservedAt: at.toISOString(),
    expiresAt: leaseEnd < redeemBy ? leaseEnd : redeemBy,
    shard,
  });
  const pick = <T>(among: readonly T[]): T | undefined => among[Math.floor(clock.chance() * among.length)];

  let wanted = inShard(Math.floor(clock.chance() * stockShards));
  let refused: Refused<'claim' | 'pointer' | 'shard' | 'account'> | undefined = await reserveUnit(
    table,
    wanted,
  );
  // Each turn another caller has taken the unit that was seen here; the table's deadline ends the loop.
  while (refused) {
    const final = settled(refused, wanted, at);
    if (final) return final;

    const stock = await readStock(table, found.campaign, at, LOOKED_AT);
    const free = pick(stock.filter(({ counters }) => counters.freeUnits > 0));
    if (free) {
      wanted = inShard(free.counters.shard);
      refused = await reserveUnit(table, wanted);
      continue;
    }
    const lapsed = pick(stock.flatMap((shard) => shard.lapsed));
    if (!lapsed) return { kind: 'out_of_stock' };
    wanted = inShard(lapsed.shard);
    refused = await takeOverUnit(table, wanted, lapsed);
  }
  return { kind: 'reserved', claim: presentClaim(wanted, at) };
}

/** A claim as its account sees it. */
export function presentClaim(stored: Claim, at: Date): z.input<typeof RewardClaim> {
  const { id, campaignId, deliveryKind, reservedAt, expiresAt, redeemedAt } = stored;
  return { id, campaignId, deliveryKind, status: claimStatus(stored, at), reservedAt, expiresAt, redeemedAt };
}

/** What a refused transaction says for good, read in this order; `undefined` when another unit may still be had. */
function settled(
  refused: Refused<'claim' | 'pointer' | 'shard' | 'account'>,
  wanted: Claim,
  at: Date,
): ReserveOutcome | undefined {
  const there = claim.parseIfAny(refused.claim?.item);
  if (there) {
    // The same id and time: this very write, whose answer was lost and which was then repeated.
    const own = there.id === wanted.id && there.reservedAt === wanted.reservedAt;
    return { kind: own ? 'reserved' : 'existing', claim: presentClaim(there, at) };
  }
  if (refused.account) return { kind: 'account_closed' };
  if (refused.pointer) return { kind: 'claim_id_taken' };
  return shut(refused.shard?.item, at);
}

function shut(shard: StoredItem | undefined, at: Date): ReserveOutcome | undefined {
  const why = shard && whyShut(stockShard.parse(shard), at);
  return why && { kind: why };
}
