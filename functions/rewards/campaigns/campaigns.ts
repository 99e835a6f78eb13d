import type * as z from 'zod/mini';
import {
  type Campaign,
  campaign,
  campaignsWithStatus,
  claim,
  claimsOf,
  closedByTime,
  reservationsEnd,
} from '../../../shared/rewards/items.ts';
import { readLapsedClaims } from '../../../shared/rewards/lapsed-claims.ts';
import { presentClaim } from '../../../shared/rewards/presenters.ts';
import type { Reads } from '../../../shared/table/table.ts';
import { MAX_PUBLISHED_CAMPAIGNS } from '../../../shared/values/limits.ts';
import { publicFields } from '../../../shared/values/public-fields.ts';
import type { AccountId } from '../../../shared/values/resources.ts';
import { RewardCampaign } from './schemas.ts';

/**
 * Reads the published campaigns, sorted by start, all expired claims whose units are not released yet, and the caller's
 * own claims concurrently.
 * @param accountId omitted for a signed-out caller.
 */
export async function findPublished(table: Reads, accountId: AccountId | undefined, at: Date) {
  const [campaigns, lapsed, claims] = await Promise.all([
    table.query({ ...campaignsWithStatus('published'), limit: MAX_PUBLISHED_CAMPAIGNS }),
    readLapsedClaims(table, at),
    accountId ? table.query(claimsOf(accountId)) : [],
  ]);
  return { campaigns: campaigns.map(campaign.parse), lapsed, claims: claims.map(claim.parse) };
}

/**
 * Builds the public list (interface, section 4.7). The free units of a campaign are about a second old, and the index of
 * expired claims may lag, so the sum is limited to all units of the campaign.
 */
export function presentCampaigns(
  { campaigns, lapsed, claims }: Awaited<ReturnType<typeof findPublished>>,
  at: Date,
): z.input<typeof RewardCampaign>[] {
  const own = new Map(claims.map((claimed) => [claimed.campaignId, claimed]));
  const lapsedOf = Map.groupBy(lapsed, ({ campaignId }) => campaignId);
  return campaigns.map((published) => {
    const units = published.freeUnits + (lapsedOf.get(published.id)?.length ?? 0);
    const availableStock = Math.min(units, published.stockUnits);
    const claimed = own.get(published.id);
    return {
      ...publicFields(RewardCampaign, published),
      claimPolicy: 'per_merchant',
      // No identity can be verified yet, so a campaign that requires it fails closed (interface, section 4.8).
      claimRestricted: published.requiresVerifiedIdentity,
      limitBasis: 'account',
      availableStock,
      availability: availabilityOf(published, availableStock, at),
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
