import { marshall } from '@aws-sdk/util-dynamodb';
import { entryOf } from '../../shared/rewards/campaign-items.ts';
import { claimPointer, pointerOf } from '../../shared/rewards/claim-codes.ts';
import {
  type Campaign,
  type Claim,
  campaign,
  claim,
  lease,
  leaseOf,
  newShard,
  publishedCount,
  redeemerOf,
  stockShard,
} from '../../shared/rewards/items.ts';
import type { StreamEvent } from '../../shared/runtime/worker-handler.ts';
import { hours, later, seconds } from '../../shared/values/clock.ts';
import { newAccount, newId, type World } from '../support/world.ts';
import { givenClub, givenEvent } from './community.ts';
import { iso } from './items.ts';
import { givenEmployee, givenWorkspace } from './workspaces.ts';

export interface CampaignOverrides extends Partial<Campaign> {
  /** The units of each shard. */
  readonly units?: readonly number[];
  readonly isOpen?: boolean;
}

/** A published, live campaign, by default with one shard of 10 units. A draft has no stock. */
export async function givenCampaign(world: World, { units = [10], isOpen, ...more }: CampaignOverrides = {}) {
  const now = world.now();
  const status = more.status ?? 'published';
  const earlier = iso(later(now, -hours(2)));
  // Only the publication of a draft reads the exhibition.
  const { id: eventId } =
    status === 'draft' ? await givenEvent(world, await givenClub(world)) : { id: newId() };
  const made: Campaign = {
    id: newId(),
    status,
    version: 1,
    merchantTenantId: newId(),
    eventId,
    title: 'Botol air percuma',
    summary: 'A reusable water bottle for new walkers.',
    rules: 'One bottle per account. Show the claim at the booth.',
    deliveryKind: 'physical_gift',
    startsAt: iso(later(now, -hours(1))),
    endsAt: iso(later(now, hours(1))),
    redeemBy: iso(later(now, hours(2))),
    timezone: 'Asia/Kuala_Lumpur',
    reservationTtlSeconds: 600,
    requiresVerifiedIdentity: false,
    stockUnits: units.reduce((sum, of) => sum + of, 0),
    stockShards: units.length,
    freeUnits: 0,
    createdAt: earlier,
    updatedAt: earlier,
    ...(status !== 'draft' && { publishedAt: earlier }),
    ...(status === 'closed' && { closedAt: earlier }),
    ...more,
  };
  await world.put(campaign.stored(made), entryOf(made));
  if (made.status === 'draft') return made;
  await world.put(
    ...units.map((totalUnits, shard) =>
      stockShard.stored({ ...newShard(made, shard, totalUnits), ...(isOpen !== undefined && { isOpen }) }),
    ),
  );
  if (made.status === 'published') await countPublished(world, 1);
  return made;
}

/** Changes the counter of published campaigns. */
export async function countPublished(world: World, by: number): Promise<void> {
  await world.freshTable().transact({
    count: {
      Update: {
        Key: publishedCount.key({}),
        UpdateExpression: 'ADD publishedCampaigns :by',
        ExpressionAttributeValues: { ':by': by },
      },
    },
  });
}

/** A claim that holds a unit, with its pointer, its lease and the matching counters. */
export async function givenClaim(world: World, of: Campaign, more: Partial<Claim> = {}): Promise<Claim> {
  const shard = more.shard ?? 0;
  const id = newId();
  const made: Claim = {
    id,
    accountId: newAccount(),
    campaignId: of.id,
    merchantTenantId: of.merchantTenantId,
    deliveryKind: 'physical_gift',
    status: 'reserved',
    reservedAt: iso(world.now()),
    expiresAt: iso(later(world.now(), seconds(of.reservationTtlSeconds))),
    shard,
    ...(more.status === 'redeemed' && {
      redeemedAt: iso(world.now()),
      redeemedBy: redeemerOf(more.id ?? id, newAccount()),
      redemptionId: newId(),
    }),
    ...more,
  };
  const { campaignId } = made;
  await world.put(claim.stored(made), claimPointer.stored(pointerOf(made)));
  const counters = stockShard.parse((await world.item(stockShard.key({ campaignId, shard }))) ?? {});
  if (made.status === 'reserved') {
    await world.put(
      lease.stored(leaseOf(made)),
      stockShard.stored({
        ...counters,
        freeUnits: counters.freeUnits - 1,
        heldUnits: counters.heldUnits + 1,
      }),
    );
  }
  if (made.status === 'redeemed') {
    const { freeUnits, redeemedUnits } = counters;
    await world.put(
      stockShard.stored({ ...counters, freeUnits: freeUnits - 1, redeemedUnits: redeemedUnits + 1 }),
    );
  }
  return made;
}

/** A merchant with one staff member and one campaign. */
export async function givenMerchant(world: World, overrides: CampaignOverrides = {}) {
  const { id: workspaceId } = await givenWorkspace(world, 'merchant');
  const { accountId: staffId } = await givenEmployee(world, { id: workspaceId }, { role: 'staff' });
  return {
    workspaceId,
    staffId,
    campaign: await givenCampaign(world, { merchantTenantId: workspaceId, ...overrides }),
  };
}

/** The body with which an administrator creates a campaign of an existing merchant and exhibition. */
export async function givenDefinition(world: World) {
  const { id: merchantTenantId } = await givenWorkspace(world, 'merchant');
  const { id: eventId } = await givenEvent(world, await givenClub(world));
  return {
    merchantTenantId,
    eventId,
    title: 'Botol air percuma',
    summary: 'A reusable water bottle for new walkers.',
    rules: 'One bottle per account. Show the claim at the booth.',
    startsAt: later(world.now(), hours(1)).toISOString(),
    endsAt: later(world.now(), hours(48)).toISOString(),
    redeemBy: later(world.now(), hours(72)).toISOString(),
    timezone: 'Asia/Kuching',
    reservationTtlSeconds: 600,
    requiresVerifiedIdentity: false,
    imagePath: 'https://images.example.my/botol-air.webp',
    stockUnits: 45,
    stockShards: 4,
  };
}

/** The request that corrects some fields of a published campaign. */
export function correctionOf(published: Campaign, changes: Partial<Campaign>) {
  const { id, status, freeUnits, deliveryKind, createdAt, updatedAt, publishedAt, ...sent } = published;
  return { params: { campaignId: id }, body: { ...sent, ...changes } };
}

/** The stream's record of a lease that TTL has deleted. */
export const removalOf = (held: Claim): Partial<StreamEvent> => ({
  Records: [
    {
      eventName: 'REMOVE',
      dynamodb: { SequenceNumber: '1', OldImage: marshall(lease.stored(leaseOf(held))) },
    },
  ],
});
