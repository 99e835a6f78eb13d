import type { Part, Reads, Table, TransactionParts } from '../table/table.ts';
import { campaignEntry, campaignsOfEvent, entryOf } from './campaign-items.ts';
import { readStocks } from './holds.ts';
import { type Campaign, campaign, campaignsWithStatus, publishedCount, stockShard } from './items.ts';

/** How published campaigns are closed: by administrators, by a worker after their end, and with their exhibition. */

/** Only a draft can change its number of shards, so all shards of a published campaign are known. */
export function closing(found: Campaign, ConditionExpression: string, at: Date): TransactionParts {
  return {
    campaign: {
      Update: {
        Key: campaign.key(found),
        UpdateExpression: 'SET #status = :closed, closedAt = :now, updatedAt = :now, gsi1pk = :list',
        ConditionExpression,
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: {
          ':closed': 'closed',
          ':published': 'published',
          ':now': at.toISOString(),
          ':list': campaignsWithStatus('closed').pk,
        },
      },
    },
    entry: { Put: { Item: entryOf({ ...found, status: 'closed' }) } },
    count: {
      Update: {
        Key: publishedCount.key({}),
        UpdateExpression: 'ADD publishedCampaigns :less',
        ExpressionAttributeValues: { ':less': -1 },
      },
    },
    ...eachShard(found, (shard) => ({
      Update: {
        Key: stockShard.key({ campaignId: found.id, shard }),
        UpdateExpression: 'SET isOpen = :false',
        ExpressionAttributeValues: { ':false': false },
      },
    })),
  };
}

/** One transaction part for each shard of the stock of a campaign. */
export function eachShard(of: Campaign, part: (shard: number, of: Campaign) => Part): Record<string, Part> {
  return Object.fromEntries(
    Array.from({ length: of.stockShards }, (_, shard) => [`shard ${shard}`, part(shard, of)]),
  );
}

/** Reads the campaigns of an exhibition in any state. */
async function findAllOf(table: Reads, eventId: string): Promise<Campaign[]> {
  const entries = (await table.query(campaignsOfEvent(eventId))).map(campaignEntry.parse);
  const found = await table.getAll(entries.map(({ campaignId: id }) => campaign.key({ id })));
  return found.map(campaign.parse);
}

/**
 * Closes the published campaigns of an exhibition, one after the other. Repeating it closes those that are left.
 * @returns the reservations of all its campaigns that can still be redeemed, about a second old.
 * @throws {TryAgain} at the deadline.
 */
export async function closeCampaignsOf(table: Table, eventId: string, at: Date): Promise<number> {
  const campaigns = await findAllOf(table, eventId);
  for (const found of campaigns) {
    // If an administrator or the worker has closed it since, there is nothing to do.
    if (found.status === 'published') await table.transact(closing(found, '#status = :published', at));
  }
  const stocks = await readStocks(table, campaigns, at);
  return stocks.reduce((sum, { stock: { held } }) => sum + held, 0);
}
