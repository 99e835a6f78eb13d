import { practitionerVerification } from '../../../shared/clinical/items.ts';
import { accountStanding } from '../../../shared/identity/account.ts';
import { entryOf } from '../../../shared/rewards/campaign-items.ts';
import {
  type Campaign,
  campaign,
  newShard,
  publishedCount,
  stockShard,
} from '../../../shared/rewards/items.ts';
import type { StoredItem } from '../../../shared/table/item.ts';
import { days, later } from '../../../shared/values/clock.ts';
import type { AccountId } from '../../../shared/values/resources.ts';
import { membership } from '../../../shared/workspaces/items.ts';
import { describedPractitioner } from '../../given/clinical.ts';
import type { Simulation } from './simulated-world.ts';

export interface Offer {
  readonly campaign: Campaign;
  /** Staff members of its merchant. */
  readonly staff: readonly AccountId[];
  /** Administrators of the platform. */
  readonly admins: readonly AccountId[];
}

/** A published campaign with these units in its shards, two staff members of its merchant, and two administrators. */
export async function givenOffer(
  world: Simulation,
  {
    units,
    reservationTtlSeconds = 600,
  }: { readonly units: readonly number[]; readonly reservationTtlSeconds?: number },
): Promise<Offer> {
  const { uuid } = world.scenario;
  const before = later(world.now(), -days(1)).toISOString();
  const after = later(world.now(), days(7)).toISOString();
  const published: Campaign = {
    id: uuid(),
    status: 'published',
    version: 1,
    merchantTenantId: uuid(),
    eventId: uuid(),
    title: 'Botol air percuma',
    summary: 'A reusable water bottle for new walkers.',
    rules: 'One bottle per account.',
    deliveryKind: 'physical_gift',
    startsAt: before,
    endsAt: after,
    redeemBy: after,
    timezone: 'Asia/Kuala_Lumpur',
    reservationTtlSeconds,
    requiresVerifiedIdentity: false,
    stockUnits: units.reduce((sum, of) => sum + of, 0),
    stockShards: units.length,
    freeUnits: 0,
    createdAt: before,
    updatedAt: before,
    publishedAt: before,
  };
  const staff = [world.newAccount(), world.newAccount()];
  const admins = [world.newAccount(), world.newAccount()];
  await world.put(
    campaign.stored(published),
    entryOf(published),
    publishedCount.stored({ publishedCampaigns: 1 }),
    ...units.map((of, shard) => stockShard.stored(newShard(published, shard, of))),
    ...admins.map((accountId) => accountStanding.stored({ accountId, platformAdmin: true })),
    ...staff.map((accountId) =>
      membership.stored({
        accountId,
        workspaceId: published.merchantTenantId,
        memberId: uuid(),
        role: 'staff',
        joinedAt: before,
      }),
    ),
  );
  return { campaign: published, staff, admins };
}

/** The item of a practitioner who was verified yesterday. */
export function verifiedPractitioner(world: Simulation, accountId: AccountId): StoredItem {
  const before = later(world.now(), -days(1)).toISOString();
  return practitionerVerification.stored({
    id: world.scenario.uuid(),
    accountId,
    ...describedPractitioner,
    verifiedAt: before,
    verifiedSince: before,
    verificationValidUntil: later(world.now(), days(300)).toISOString(),
  });
}
