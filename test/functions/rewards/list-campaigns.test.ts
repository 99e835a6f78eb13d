import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { job as sweepLapsedLeases } from '../../../functions/rewards/stock/sweep-lapsed-leases.ts';
import { campaign, claim, newShard, stockShard } from '../../../shared/rewards/items.ts';
import { releaseUnit } from '../../../shared/rewards/unit-release.ts';
import type { StoredItem } from '../../../shared/table/item.ts';
import { hours, later, seconds } from '../../../shared/values/clock.ts';
import { MAX_PUBLISHED_CAMPAIGNS } from '../../../shared/values/limits.ts';
import { givenCampaign, givenClaim } from '../../given/rewards.ts';
import { newAccount, newId, newWorld, type World } from '../../support/world.ts';
import { settleAll } from '../analytics/counted-club.ts';

const newShardOf = (of: Parameters<typeof newShard>[0]) => stockShard.stored(newShard(of, 0, 1));

let world: World;
beforeEach(async () => {
  world = await newWorld();
});

const list = async (as?: ReturnType<typeof newAccount>) => {
  const { status, body } = await world.call('listCampaigns', { as });
  expect(status).toBe(200);
  return body.campaigns;
};

describe('the welcome campaigns', () => {
  it('show every field that the interface lists, and no more', async () => {
    const { status, version, stockUnits, stockShards, freeUnits, ...more } = await givenCampaign(world, {
      imagePath: 'https://images.example.my/bottle.png',
    });
    const { createdAt, updatedAt, publishedAt, ...shown } = more;
    expect(await list()).toEqual([
      {
        ...shown,
        claimPolicy: 'per_merchant',
        claimRestricted: false,
        limitBasis: 'account',
        availableStock: 10,
        availability: 'available',
      },
    ]);
  });

  it('are only the published ones, and none is published by default', async () => {
    await givenCampaign(world, { status: 'draft' });
    await givenCampaign(world, { status: 'closed' });
    expect(await list()).toEqual([]);
  });

  it('are sorted by their start', async () => {
    const at = (n: number) => ({
      startsAt: later(world.now(), hours(n)).toISOString(),
      endsAt: later(world.now(), hours(9)).toISOString(),
      redeemBy: later(world.now(), hours(9)).toISOString(),
    });
    const [b, c, a] = [
      await givenCampaign(world, at(1)),
      await givenCampaign(world, at(2)),
      await givenCampaign(world, at(-3)),
    ];
    expect((await list()).map(({ id }: { id: string }) => id)).toEqual([a.id, b.id, c.id]);
  });

  it.each<[string, Parameters<typeof givenCampaign>[1], string]>([
    ['upcoming until the moment it starts', { startsAt: '2031-03-14T04:00:00.001Z' }, 'upcoming'],
    ['available from that moment', { startsAt: '2031-03-14T04:00:00.000Z' }, 'available'],
    ['ended once nothing can be collected any more', { redeemBy: '2031-03-14T04:00:00.000Z' }, 'ended'],
    ['ended from the moment it ends', { endsAt: '2031-03-14T04:00:00.000Z' }, 'ended'],
    ['out of stock without a unit', { units: [0, 0] }, 'out_of_stock'],
    ['upcoming also without a unit', { units: [0], startsAt: '2031-03-14T04:00:00.001Z' }, 'upcoming'],
  ])('are %s', async (_, overrides, availability) => {
    await givenCampaign(world, overrides);
    expect((await list())[0].availability).toBe(availability);
  });

  it('are claimRestricted when they require a verified identity, which nobody can have yet', async () => {
    await givenCampaign(world, { requiresVerifiedIdentity: true });
    expect((await list())[0]).toMatchObject({ requiresVerifiedIdentity: true, claimRestricted: true });
  });

  it('count free and expired units of every shard as available, and no held ones', async () => {
    const campaign = await givenCampaign(world, { units: [4, 3] });
    await givenClaim(world, campaign, { status: 'redeemed' });
    await givenClaim(world, campaign, { shard: 1, expiresAt: later(world.now(), seconds(1)).toISOString() });
    await givenClaim(world, campaign, { expiresAt: world.now().toISOString() });
    expect((await list())[0].availableStock).toBe(5);
    world.advance(999);
    expect((await list())[0].availableStock).toBe(5);
    world.advance(seconds(9.999));
    expect((await list())[0].availableStock).toBe(6);
  });

  it('show the same stock before, during and after the release of an expired unit, in whichever order it is counted', async () => {
    const ofClaim = (item: StoredItem) => String(item['sk']).startsWith('CLAIM');
    const ofShard = (item: StoredItem) => item['sk'] === 'SHARD';
    for (const order of [
      [ofClaim, ofShard],
      [ofShard, ofClaim],
    ]) {
      const quiet = await newWorld({ rollsUp: false });
      const made = await givenCampaign(quiet, { units: [3] });
      const expired = await givenClaim(quiet, made, { expiresAt: quiet.now().toISOString() });
      await givenClaim(quiet, made);
      const stock = async () => (await quiet.call('listCampaigns', {})).body.campaigns[0].availableStock;
      const count = async (which: (item: StoredItem) => boolean) =>
        settleAll(quiet, (await quiet.dump()).filter(which));
      await count((item) => ofShard(item) || ofClaim(item));
      expect(await stock()).toBe(2);
      await releaseUnit(quiet.freshTable(), expired, quiet.now());
      expect(await stock()).toBe(2);
      for (const part of order) {
        await count(part);
        expect(await stock()).toBe(2);
      }
      expect(await quiet.item(campaign.key(made))).toMatchObject({ freeUnits: 2, heldUnits: 1 });
    }
  });

  it('count the expired units of many rows, before and after the sweep', async () => {
    const campaign = await givenCampaign(world, { units: [100] });
    for (let n = 0; n < 12; n++) {
      await givenClaim(world, campaign, { expiresAt: later(world.now(), -seconds(10 * n)).toISOString() });
    }
    expect((await list())[0].availableStock).toBe(100);
    await world.run(sweepLapsedLeases);
    expect((await list())[0].availableStock).toBe(100);
  });

  it('are at most as many as can be published', async () => {
    await Promise.all(Array.from({ length: MAX_PUBLISHED_CAMPAIGNS + 1 }, () => givenCampaign(world)));
    expect(await list()).toHaveLength(MAX_PUBLISHED_CAMPAIGNS);
  });

  it('never show more units than they have, while an index still lists a claim whose unit was released', async () => {
    const campaign = await givenCampaign(world, { units: [1] });
    const held = await givenClaim(world, campaign, { expiresAt: world.now().toISOString() });
    await world.put(newShardOf(campaign), claim.stored(held));
    expect((await list())[0].availableStock).toBe(1);
  });

  it('are out of stock while everything is held, with a stock that is never negative', async () => {
    const campaign = await givenCampaign(world, { units: [1] });
    await givenClaim(world, campaign);
    expect((await list())[0]).toMatchObject({ availableStock: 0, availability: 'out_of_stock' });
  });
});

describe('ownClaim', () => {
  it('is present only for a signed-in caller with a claim', async () => {
    const campaign = await givenCampaign(world);
    const other = await givenCampaign(world);
    const { accountId, id, reservedAt, expiresAt } = await givenClaim(world, campaign);
    const own = (await list(accountId)).find((listed: { id: string }) => listed.id === campaign.id).ownClaim;
    expect(own).toEqual({
      id,
      campaignId: campaign.id,
      deliveryKind: 'physical_gift',
      status: 'reserved',
      reservedAt,
      expiresAt,
    });
    for (const campaigns of [await list(), await list(newAccount())]) {
      for (const listed of campaigns) expect('ownClaim' in listed).toBe(false);
    }
    const others = (await list(accountId)).find((listed: { id: string }) => listed.id === other.id);
    expect('ownClaim' in others).toBe(false);
  });

  it('shows that it was redeemed', async () => {
    const { accountId } = await givenClaim(world, await givenCampaign(world), { status: 'redeemed' });
    expect((await list(accountId))[0].ownClaim.status).toBe('redeemed');
  });

  it('is expired from the moment it expires, whether or not that was stored', async () => {
    const campaign = await givenCampaign(world);
    const { accountId, expiresAt } = await givenClaim(world, campaign);
    world.setNow(later(new Date(expiresAt), -1));
    expect((await list(accountId))[0].ownClaim.status).toBe('reserved');
    world.setNow(new Date(expiresAt));
    expect((await list(accountId))[0].ownClaim.status).toBe('expired');
  });
});

describe('the time of a campaign', () => {
  /** Offsets in milliseconds, around the present moment and exactly at it. */
  const offset = fc.oneof(fc.constantFrom(-1, 0, 1), fc.integer({ min: -hours(3), max: hours(3) }));

  it('never refuses a reservation that the list calls available, nor admits another one', async () => {
    const expected = {
      available: 'reserved',
      upcoming: 'not_started',
      ended: 'campaign_ended',
      out_of_stock: 'out_of_stock',
    } as const;
    const at = (milliseconds: number) => later(world.now(), milliseconds).toISOString();
    await fc.assert(
      fc.asyncProperty(offset, offset, offset, async (start, end, redeem) => {
        const times = { startsAt: at(start), endsAt: at(end), redeemBy: at(redeem) };
        const { id } = await givenCampaign(world, times);
        const shown = (await list()).find((listed: { id: string }) => listed.id === id);
        const { status, body } = await world.call('reserveReward', {
          as: newAccount(),
          params: { campaignId: id },
          body: { claimId: newId() },
        });
        const outcome = status === 201 ? 'reserved' : body.code;
        expect({ ...times, outcome }).toEqual({
          ...times,
          outcome: expected[shown.availability as 'available'],
        });
        await world.remove(campaign.key({ id }));
      }),
      { numRuns: 60, seed: 26 },
    );
  });
});
