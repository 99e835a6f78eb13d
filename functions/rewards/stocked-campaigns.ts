import { type Clock, later } from '../../shared/clock.ts';
import { type Campaign, campaign, settledCampaigns, stockedCampaigns } from '../../shared/items/rewards.ts';
import type { Reads, Table } from '../../shared/table/table.ts';

/**
 * The campaigns whose stock may move. Few are published at a time, and a closed one leaves the list once nothing of it is
 * held. It starts anywhere, so that a run that comes to its deadline does not leave out the same ones each time.
 */
export async function findStockedCampaigns(
  table: Reads,
  { chance }: Pick<Clock, 'chance'>,
): Promise<Campaign[]> {
  const campaigns = (await table.query(stockedCampaigns)).map(campaign.parse);
  const first = Math.floor(chance() * campaigns.length);
  return [...campaigns.slice(first), ...campaigns.slice(0, first)];
}

/** Whether the last unit of a campaign was collected, or lapsed, at most this many milliseconds ago. */
export function isLately({ redeemBy }: Campaign, { now }: Pick<Clock, 'now'>, since: number): boolean {
  return redeemBy >= later(now(), -since).toISOString();
}

/**
 * Takes a closed campaign off the list of those whose stock may move. Its caller has found every shard without a held
 * unit since it was closed: nobody reserves of a closed campaign, so none is held ever again.
 */
export async function settle(table: Table, { id }: Campaign): Promise<void> {
  await table.transact({
    campaign: {
      Update: {
        Key: campaign.key({ id }),
        UpdateExpression: 'SET gsi2pk = :settled',
        ConditionExpression: '#status = :closed',
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: { ':settled': settledCampaigns.pk, ':closed': 'closed' },
      },
    },
  });
}
