import type * as z from 'zod/mini';
import { readStocks } from '../../../shared/rewards/holds.ts';
import {
  type Campaign,
  campaign,
  campaignsWithStatus,
  claim,
  claimsOf,
  closedByTime,
  reservationsEnd,
} from '../../../shared/rewards/items.ts';
import { presentClaim } from '../../../shared/rewards/presenters.ts';
import type { Reads } from '../../../shared/table/table.ts';
import { MAX_PUBLISHED_CAMPAIGNS } from '../../../shared/values/limits.ts';
import { publicFields } from '../../../shared/values/public-fields.ts';
import type { AccountId } from '../../../shared/values/resources.ts';
import { RewardCampaign } from './schemas.ts';

/**
 * Reads the published campaigns, sorted by start, with their stock, and the caller's own claims concurrently.
 * @param accountId omitted for a signed-out caller.
 */
export async function findPublished(table: Reads, accountId: AccountId | undefined, at: Date) {
  const withStock = async () => {
    const stored = await table.query({
      ...campaignsWithStatus('published'),
      limit: MAX_PUBLISHED_CAMPAIGNS,
    });
    return readStocks(table, stored.map(campaign.parse), at);
  };
  const [published, claims] = await Promise.all([
    withStock(),
    accountId ? table.query(claimsOf(accountId)) : [],
  ]);
  return { published, claims: claims.map(claim.parse) };
}

/** Builds the public list (interface, section 4.7). */
export function presentCampaigns(
  { published, claims }: Awaited<ReturnType<typeof findPublished>>,
  at: Date,
): z.input<typeof RewardCampaign>[] {
  const own = new Map(claims.map((claimed) => [claimed.campaignId, claimed]));
  return published.map(({ campaign: listed, stock: { available } }) => {
    const claimed = own.get(listed.id);
    return {
      ...publicFields(RewardCampaign, listed),
      claimPolicy: 'per_merchant',
      // No identity can be verified yet, so a campaign that requires it fails closed (interface, section 4.8).
      claimRestricted: listed.requiresVerifiedIdentity,
      limitBasis: 'account',
      availableStock: available,
      availability: availabilityOf(listed, available, at),
      ownClaim: claimed && presentClaim(claimed, at),
    };
  });
}

/** What the list shows of a campaign that the time has closed. */
const AVAILABILITY = { not_started: 'upcoming', campaign_ended: 'ended' } as const;

function availabilityOf(published: Campaign, availableStock: number, at: Date) {
  const closed = closedByTime({ startsAt: published.startsAt, endsAt: reservationsEnd(published) }, at);
  if (closed) return AVAILABILITY[closed];
  return availableStock > 0 ? 'available' : 'out_of_stock';
}
