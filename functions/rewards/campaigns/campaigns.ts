import type * as z from 'zod/mini';
import type { Event } from '../../../shared/community/items.ts';
import { campaignEntry, campaignsOfEvent } from '../../../shared/rewards/campaign-items.ts';
import { readStocks } from '../../../shared/rewards/holds.ts';
import {
  type Campaign,
  type Claim,
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

/** Reads the published campaigns, sorted by start, with their stock. */
export async function findPublished(table: Reads, at: Date) {
  const range = { ...campaignsWithStatus('published'), limit: MAX_PUBLISHED_CAMPAIGNS };
  return readStocks(table, (await table.query(range)).map(campaign.parse), at);
}

/** Reads the published campaigns of an exhibition, sorted by start, with their stock. They may lag by milliseconds. */
export async function findPublishedOf(table: Reads, { id: eventId }: Pick<Event, 'id'>, at: Date) {
  const entries = await table.query({ ...campaignsOfEvent(eventId), consistent: false });
  const keys = entries
    .map(campaignEntry.parse)
    .flatMap(({ status, campaignId: id }) => (status === 'published' ? [campaign.key({ id })] : []));
  const stored = (await table.getAll(keys, { consistent: false })).map(campaign.parse);
  const order = ({ startsAt, id }: Campaign) => `${startsAt}#${id}`;
  const published = stored.filter(({ status }) => status === 'published');
  return readStocks(
    table,
    published.sort((a, b) => (order(a) < order(b) ? -1 : 1)),
    at,
  );
}

/** Reads the claims of a caller. @param accountId omitted for a signed-out caller, who has none. */
export const findClaims = async (table: Reads, accountId: AccountId | undefined): Promise<Claim[]> =>
  accountId ? (await table.query(claimsOf(accountId))).map(claim.parse) : [];

/** Builds the public list (interface, section 4.7). */
export function presentCampaigns(
  published: Awaited<ReturnType<typeof findPublished>>,
  claims: readonly Claim[],
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
