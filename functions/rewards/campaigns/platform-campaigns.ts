import type * as z from 'zod/mini';
import { eventPointer } from '../../../shared/community/items.ts';
import { entryOf } from '../../../shared/rewards/campaign-items.ts';
import { countStock, readHolds, readStocks } from '../../../shared/rewards/holds.ts';
import { type Campaign, campaign, campaignsWithStatus, stockShard } from '../../../shared/rewards/items.ts';
import { type PageRequest, readPage } from '../../../shared/table/page.ts';
import type { FailedConditions, Part, Reads, Table } from '../../../shared/table/table.ts';
import { type Presented, publicFields } from '../../../shared/values/public-fields.ts';
import { workspace } from '../../../shared/workspaces/items.ts';
import type { createCampaign } from './contract.ts';
import { PlatformCampaign, type StockedCampaign } from './schemas.ts';

/**
 * A campaign starts as a draft with version 1. Its merchant and its exhibition exist. Every change increments the
 * version, so a condition on the version covers all fields of a draft that were read.
 */
export type Definition = z.infer<typeof createCampaign.body>;
export type UnknownReference = 'unknown_merchant' | 'unknown_event';

/** Finds a campaign by its id, in any state. */
export async function findCampaign(table: Reads, id: string): Promise<Campaign | undefined> {
  return campaign.parseIfAny(await table.get(campaign.key({ id })));
}

/** Creates a draft for a merchant workspace and an exhibition that exist. */
export async function createDraft(
  table: Table,
  definition: Definition & Pick<Campaign, 'id'>,
  now: Date,
): Promise<{ readonly kind: 'created'; readonly campaign: Campaign } | { readonly kind: UnknownReference }> {
  const at = now.toISOString();
  const draft: Campaign = {
    ...definition,
    status: 'draft',
    version: 1,
    freeUnits: 0,
    deliveryKind: 'physical_gift',
    createdAt: at,
    updatedAt: at,
  };
  const refused = await table.transact({
    // No condition: the id is new.
    campaign: { Put: { Item: campaign.stored(draft) } },
    entry: { Put: { Item: entryOf(draft) } },
    ...merchantAndEventExist(definition),
  });
  return refused ? { kind: unknownReference(refused) } : { kind: 'created', campaign: draft };
}

/** The transaction part that replaces a draft. It fails unless the stored campaign is a draft with this version. */
export function putIfDraft(next: Campaign, version: number): Part {
  return {
    Put: {
      Item: campaign.stored(next),
      ConditionExpression: '#status = :draft AND version = :version',
      ExpressionAttributeNames: { '#status': 'status' },
      ExpressionAttributeValues: { ':draft': 'draft', ':version': version },
    },
  };
}

/** Reads one page of the campaigns with a status, the latest start first, with their rolled-up stock. */
export async function listCampaignsOf(table: Reads, status: Campaign['status'], page: PageRequest, at: Date) {
  const range = { ...campaignsWithStatus(status), descending: true };
  const { items, ...rest } = await readPage(table, range, page);
  const stocks = await readStocks(table, items.map(campaign.parse), at);
  const campaigns = stocks.map(({ campaign: stored, stock: { total, held, redeemed } }) =>
    presentStocked(stored, {
      total,
      free: stored.freeUnits,
      held,
      lapsed: total - stored.freeUnits - held - redeemed,
      redeemed,
    }),
  );
  return { campaigns, ...rest };
}

/** Converts a stored campaign to the form that administrators see, without its stock. */
export const presentCampaign = (stored: Campaign): Presented<typeof PlatformCampaign> =>
  publicFields(PlatformCampaign, stored);

/**
 * Reads the stock of a campaign and adds it to the campaign. The counters of the shards are exact; the held units whose
 * reservations have expired are counted by the roll-up.
 */
export async function withStock(
  table: Reads,
  stored: Campaign,
  at: Date,
): Promise<z.input<typeof StockedCampaign>> {
  const keys = Array.from({ length: stored.stockShards }, (_, shard) =>
    stockShard.key({ campaignId: stored.id, shard }),
  );
  const [[holds], items] = await Promise.all([
    readHolds(table, [stored.id], at),
    table.getAll(keys), // A draft has no shards yet.
  ]);
  const shards = items.map(stockShard.parse);
  const sum = (unitsIn: (shard: (typeof shards)[number]) => number) =>
    shards.reduce((units, shard) => units + unitsIn(shard), 0);
  const freeUnits = sum((shard) => shard.freeUnits);
  const heldUnits = sum((shard) => shard.heldUnits);
  const redeemedUnits = sum((shard) => shard.redeemedUnits);
  const seen = countStock({ freeUnits, heldUnits, redeemedUnits }, holds);
  const held = Math.min(seen.held, heldUnits);
  return presentStocked(stored, {
    total: seen.total,
    free: freeUnits,
    held,
    lapsed: heldUnits - held,
    redeemed: redeemedUnits,
  });
}

/** Converts a campaign and its units to the form that administrators see. */
const presentStocked = (
  stored: Campaign,
  units: Readonly<Record<'total' | 'free' | 'held' | 'lapsed' | 'redeemed', number>>,
): z.input<typeof StockedCampaign> => ({
  ...presentCampaign(stored),
  stock: { ...units, withdrawn: stored.withdrawnUnits ?? 0 },
});

/** Transaction parts that fail unless the workspace is a merchant and the exhibition exists in any state. */
export function merchantAndEventExist({
  merchantTenantId,
  eventId,
}: Definition): Record<'merchant' | 'event', Part> {
  return {
    merchant: {
      ConditionCheck: {
        Key: workspace.key({ id: merchantTenantId }),
        ConditionExpression: 'workspaceKind = :merchant',
        ExpressionAttributeValues: { ':merchant': 'merchant' },
      },
    },
    event: {
      ConditionCheck: {
        Key: eventPointer.key({ eventId }),
        ConditionExpression: 'attribute_exists(pk)',
      },
    },
  };
}

/** The refusal for the part of `merchantAndEventExist` that failed, the merchant first. */
export function unknownReference(refused: FailedConditions<'merchant' | 'event'>): UnknownReference {
  return refused.merchant ? 'unknown_merchant' : 'unknown_event';
}
