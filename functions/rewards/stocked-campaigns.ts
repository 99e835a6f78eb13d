import { type Clock, later } from '../../shared/clock.ts';
import { type Campaign, campaign } from '../../shared/items/rewards.ts';
import type { Reads } from '../../shared/table/client.ts';
import { partition } from '../../shared/table/item.ts';

/**
 * The campaigns with stock whose `redeemBy` was at most so many milliseconds ago. Beginning anywhere, so that a run
 * that comes to its deadline does not leave out the same ones each time.
 */
export async function stockedCampaigns(
  table: Reads,
  { now, chance }: Pick<Clock, 'now' | 'chance'>,
  overSince: number,
): Promise<Campaign[]> {
  const stocked = await table.query({ index: 'gsi2', pk: partition('REWARDS#STOCKED') });
  const over = later(now(), -overSince).toISOString();
  const campaigns = stocked.map(campaign.parse).filter(({ redeemBy }) => redeemBy >= over);
  const first = Math.floor(chance() * campaigns.length);
  return [...campaigns.slice(first), ...campaigns.slice(0, first)];
}
