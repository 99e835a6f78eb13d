import { HOLDS_ROW, holdsKey } from '../../../shared/rewards/holds.ts';
import {
  type Campaign,
  campaign,
  finishedCampaigns,
  stockedCampaigns,
} from '../../../shared/rewards/items.ts';
import type { Reads, Table } from '../../../shared/table/table.ts';
import { type Clock, later } from '../../../shared/values/clock.ts';

/**
 * Finds the campaigns whose stock may still change. The list stays short: few campaigns are published at a time, and a
 * closed one leaves the list once it has no held units.
 * @returns the campaigns from a random position on, so a run that reaches its deadline does not always skip the same
 * ones.
 */
export async function findStockedCampaigns(
  table: Reads,
  { chance }: Pick<Clock, 'chance'>,
): Promise<Campaign[]> {
  const campaigns = (await table.query(stockedCampaigns)).map(campaign.parse);
  const first = Math.floor(chance() * campaigns.length);
  return [...campaigns.slice(first), ...campaigns.slice(0, first)];
}

/**
 * Checks whether the `redeemBy` of a campaign is in the future or at most `since` milliseconds ago. All reservations
 * have expired by `redeemBy`.
 */
export function isLately({ redeemBy }: Campaign, { now }: Pick<Clock, 'now'>, since: number): boolean {
  return redeemBy >= later(now(), -since).toISOString();
}

/**
 * Removes a closed campaign from the list of campaigns whose stock may change. The caller must have found no held unit
 * in any shard after the closing. Closed shards refuse reservations, so no unit can be held again.
 */
export async function finish(table: Table, { id }: Campaign): Promise<void> {
  await table.transact({
    campaign: {
      Update: {
        Key: campaign.key({ id }),
        UpdateExpression: 'SET gsi2pk = :finished',
        ConditionExpression: '#status = :closed',
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: { ':finished': finishedCampaigns.pk, ':closed': 'closed' },
      },
    },
    // The roll-up may not have counted the last release yet. Then the next check finishes the campaign.
    holds: {
      Delete: {
        Key: holdsKey(id, HOLDS_ROW),
        ConditionExpression: 'attribute_not_exists(pk) OR units = :none',
        ExpressionAttributeValues: { ':none': 0 },
      },
    },
  });
}
