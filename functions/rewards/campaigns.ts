import type * as z from 'zod/mini';
import { availableUnits, readStock } from '../../shared/domain/stock-levels.ts';
import {
  type Campaign,
  campaign,
  campaignsWithStatus,
  claim,
  claimsOf,
  reservationsEnd,
} from '../../shared/items/rewards.ts';
import { MOST_PUBLISHED_CAMPAIGNS } from '../../shared/limits.ts';
import { publicFields } from '../../shared/public-fields.ts';
import type { AccountId } from '../../shared/resources.ts';
import type { Reads } from '../../shared/table/table.ts';
import { presentClaim } from './claims.ts';
import { RewardCampaign } from './contract.ts';

/**
 * Reads the published campaigns, sorted by start, and the caller's own claims concurrently.
 * @param accountId omitted for a signed-out caller.
 */
export async function findPublished(table: Reads, accountId: AccountId | undefined) {
  const [campaigns, claims] = await Promise.all([
    table.query({ ...campaignsWithStatus('published'), limit: MOST_PUBLISHED_CAMPAIGNS }),
    accountId ? table.query(claimsOf(accountId)) : [],
  ]);
  return { campaigns: campaigns.map(campaign.parse), claims: claims.map(claim.parse) };
}

/** Reads the stock of the campaigns and builds the public list (interface, section 4.7). */
export async function presentCampaigns(
  table: Reads,
  { campaigns, claims }: Awaited<ReturnType<typeof findPublished>>,
  at: Date,
): Promise<z.input<typeof RewardCampaign>[]> {
  const own = new Map(claims.map((one) => [one.campaignId, one]));
  return Promise.all(
    campaigns.map(async (one) => {
      const availableStock = availableUnits(await readStock(table, one, at));
      const claimed = own.get(one.id);
      return {
        ...publicFields(RewardCampaign, one),
        claimPolicy: 'per_merchant',
        // No identity can be verified yet, so a campaign that requires it fails closed (interface, section 4.8).
        claimRestricted: one.requiresVerifiedIdentity,
        limitBasis: 'account',
        availableStock,
        availability: availabilityOf(one, availableStock, at),
        ownClaim: claimed && presentClaim(claimed, at),
      };
    }),
  );
}

function availabilityOf(one: Campaign, availableStock: number, at: Date) {
  const now = at.toISOString();
  if (now < one.startsAt) return 'upcoming';
  if (now >= reservationsEnd(one)) return 'ended';
  return availableStock > 0 ? 'available' : 'out_of_stock';
}
