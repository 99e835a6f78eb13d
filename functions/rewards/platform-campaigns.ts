import type * as z from 'zod/mini';
import type { Clock } from '../../shared/clock.ts';
import { lapsedUnits, readStock } from '../../shared/domain/stock-levels.ts';
import { eventPointer } from '../../shared/items/community.ts';
import { type Campaign, campaign, campaignsWithStatus } from '../../shared/items/rewards.ts';
import { workspace } from '../../shared/items/workspace.ts';
import { publicFields } from '../../shared/public-fields.ts';
import { type OpenedPage, readPage } from '../../shared/table/page.ts';
import type { FailedConditions, Part, Reads, Table } from '../../shared/table/table.ts';
import {
  type createCampaign,
  PlatformCampaign,
  type StockedCampaign,
  type updateCampaign,
} from './platform-contract.ts';

/**
 * A campaign begins as a draft of version 1, of a merchant and an exhibition that are there. While it is a draft, all of
 * it may change; so whoever read a version of a draft knows what stands there as long as the version does.
 */
type Definition = z.infer<typeof createCampaign.body>;
type Unknown = 'unknown_merchant' | 'unknown_event';

/** The campaign with an id, in any state. */
export async function findCampaign(table: Reads, id: string): Promise<Campaign | undefined> {
  return campaign.parseIfAny(await table.get(campaign.key({ id })));
}

/** Creates a draft for a merchant workspace and an exhibition that exist. */
export async function createDraft(
  table: Table,
  definition: Definition,
  { now, newId }: Clock,
): Promise<{ readonly kind: 'created'; readonly campaign: Campaign } | { readonly kind: Unknown }> {
  const at = now().toISOString();
  const draft: Campaign = {
    ...definition,
    id: newId(),
    status: 'draft',
    version: 1,
    deliveryKind: 'physical_gift',
    createdAt: at,
    updatedAt: at,
  };
  const refused = await table.transact({
    // Its id is new: nothing stands there yet.
    campaign: { Put: { Item: campaign.stored(draft) } },
    ...othersExist(definition),
  });
  return refused ? { kind: whichIsUnknown(refused) } : { kind: 'created', campaign: draft };
}

/** Changes a draft that is still as it was read: `version` in, `version + 1` out. */
export async function changeDraft(
  table: Table,
  found: Campaign | undefined,
  { version, ...definition }: z.infer<typeof updateCampaign.body>,
  at: Date,
): Promise<
  | { readonly kind: 'changed'; readonly campaign: Campaign }
  | { readonly kind: Unknown | 'campaign_not_found' | 'not_draft' | 'version_conflict' }
> {
  if (!found) return { kind: 'campaign_not_found' };
  const { id, deliveryKind, createdAt } = found;
  const changed: Campaign = {
    ...definition,
    id,
    status: 'draft',
    version: version + 1,
    deliveryKind,
    createdAt,
    updatedAt: at.toISOString(),
  };
  const refused = await table.transact({
    campaign: putIfDraft(changed, version),
    ...othersExist(definition),
  });
  if (!refused) return { kind: 'changed', campaign: changed };
  const there = campaign.parseIfAny(refused.campaign?.item);
  if (there) return { kind: there.status === 'draft' ? 'version_conflict' : 'not_draft' };
  return { kind: whichIsUnknown(refused) };
}

/** Puts what becomes of a draft, if a draft of just this version stands there. */
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

/** A page of the campaigns of a status, the one that starts last first. */
export async function listCampaignsOf(table: Reads, status: Campaign['status'], page: OpenedPage) {
  const range = { ...campaignsWithStatus(status), descending: true };
  const { items, ...rest } = await readPage(table, range, page);
  return { campaigns: items.map(campaign.parse).map(presentCampaign), ...rest };
}

/** A campaign as administrators see it, without its stock. */
export const presentCampaign = (stored: Campaign): z.input<typeof PlatformCampaign> =>
  publicFields(PlatformCampaign, stored);

/** A campaign with all of its units, each counted once. */
export async function withStock(
  table: Reads,
  one: Campaign,
  at: Date,
): Promise<z.input<typeof StockedCampaign>> {
  const stock = { total: 0, free: 0, held: 0, lapsed: 0, redeemed: 0 };
  for (const shard of await readStock(table, one, at)) {
    const lapsed = lapsedUnits(shard);
    stock.total += shard.counters.totalUnits;
    stock.free += shard.counters.freeUnits;
    stock.held += shard.counters.heldUnits - lapsed;
    stock.lapsed += lapsed;
    stock.redeemed += shard.counters.redeemedUnits;
  }
  return { ...presentCampaign(one), stock };
}

function othersExist({ merchantTenantId, eventId }: Definition): Record<'merchant' | 'event', Part> {
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

function whichIsUnknown(refused: FailedConditions<'merchant' | 'event'>): Unknown {
  return refused.merchant ? 'unknown_merchant' : 'unknown_event';
}
