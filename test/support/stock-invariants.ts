import { expect } from 'vitest';
import { withdrawal } from '../../shared/rewards/campaign-items.ts';
import { campaign, claim, lease, publishedCount, stockShard } from '../../shared/rewards/items.ts';
import type { StoredItem } from '../../shared/table/item.ts';
import type { World } from './world.ts';

/** The invariants of stock, leases, claims and pointers. @returns all shards, claims and leases. */
export async function expectStockInvariants(world: Pick<World, 'dump'>) {
  const items = await world.dump();
  const under = (prefix: string, sk: string) =>
    items.filter((item) => String(item['pk']).startsWith(prefix) && String(item['sk']).startsWith(sk));
  const storedClaims = under('REWARDS#ACCOUNT#', 'CLAIM#');
  const claims = storedClaims.map(claim.parse);
  const leases = under('REWARDS#STOCK#', 'LEASE#').map((item: StoredItem) => lease.parse(item));
  const pointers = under('REWARDS#CLAIM-CODE#', '');
  const shards = under('REWARDS#STOCK#', 'SHARD').map((item) => stockShard.parse(item));

  const campaigns = under('REWARDS#CAMPAIGN#', 'CAMPAIGN').map((item) => campaign.parse(item));
  const [count] = under('REWARDS#PUBLISHED-COUNT', 'COUNT').map((item) => publishedCount.parse(item));

  const withdrawals = under('REWARDS#CAMPAIGN#', 'WITHDRAWAL#').map(withdrawal.parse);
  for (const { id, status, stockUnits, stockShards, withdrawnUnits = 0 } of campaigns) {
    const taken = withdrawals.filter(({ campaignId }) => campaignId === id);
    expect(taken.reduce((sum, { units }) => sum + units, 0)).toBe(withdrawnUnits);
    const own = shards.filter(({ campaignId }) => campaignId === id);
    expect(own).toHaveLength(status === 'draft' ? 0 : stockShards);
    if (status === 'draft') continue;
    expect(own.reduce((sum, { totalUnits }) => sum + totalUnits, 0)).toBe(stockUnits);
  }
  expect(count?.publishedCampaigns ?? 0).toBe(
    campaigns.filter(({ status }) => status === 'published').length,
  );

  for (const { campaignId, shard, totalUnits, freeUnits, heldUnits, redeemedUnits } of shards) {
    const of = (item: { campaignId: string; shard: number }) =>
      item.campaignId === campaignId && item.shard === shard;
    const reserved = claims.filter((stored) => of(stored) && stored.status === 'reserved');
    expect(freeUnits + heldUnits + redeemedUnits).toBe(totalUnits);
    expect(freeUnits).toBeGreaterThanOrEqual(0);
    expect(heldUnits).toBe(reserved.length);
    expect(redeemedUnits).toBe(claims.filter((stored) => of(stored) && stored.status === 'redeemed').length);
    expect(
      leases
        .filter(of)
        .map(({ claimId }) => claimId)
        .sort(),
    ).toEqual(reserved.map(({ id }) => id).sort());
  }
  // The clock that writes the time of a redemption is the one that compares it with the end of the reservation.
  for (const { redeemedAt, expiresAt } of claims) if (redeemedAt) expect(redeemedAt < expiresAt).toBe(true);
  expect(pointers.map((item) => item['claimId']).sort()).toEqual(claims.map(({ id }) => id).sort());
  // The indexes list each claim where its status says.
  expect(storedClaims).toEqual(claims.map((stored) => claim.stored(stored)));
  return { shards, claims, leases, withdrawals };
}
