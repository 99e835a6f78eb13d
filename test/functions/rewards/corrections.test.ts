import { beforeEach, describe, expect, it } from 'vitest';
import { type Campaign, claim } from '../../../shared/rewards/items.ts';
import { hours, later, minutes } from '../../../shared/values/clock.ts';
import type { AccountId } from '../../../shared/values/resources.ts';
import { givenAdmin } from '../../given/accounts.ts';
import { correctionOf, givenCampaign } from '../../given/rewards.ts';
import { meanwhile } from '../../support/fault-injection.ts';
import { expectStockInvariants } from '../../support/stock-invariants.ts';
import { newAccount, newId, newWorld, type World } from '../../support/world.ts';

let world: World;
let admin: AccountId;
beforeEach(async () => {
  world = await newWorld();
  admin = await givenAdmin(world);
});

const change = (campaign: Campaign, changes: Partial<Campaign>) =>
  world.call('updateCampaign', { as: admin, ...correctionOf(campaign, changes) });
const get = async ({ id: campaignId }: Campaign) =>
  (await world.call('getPlatformCampaign', { as: admin, params: { campaignId } })).body;
const reserve = (campaign: Campaign, as = newAccount()) =>
  world.call('reserveReward', { as, params: { campaignId: campaign.id }, body: { claimId: newId() } });

describe('correcting a published campaign', () => {
  it('changes its texts and its image, and what everybody sees', async () => {
    const campaign = await givenCampaign(world, { imagePath: 'https://images.example.my/old.webp' });
    const imagePath = 'https://images.example.my/new.webp';
    const texts = { title: 'Botol air', summary: 'A bottle.', rules: 'One each.', imagePath };
    const { status, body } = await change(campaign, texts);
    expect([status, body]).toEqual([200, expect.objectContaining({ ...texts, version: 2 })]);
    expect((await world.call('listCampaigns')).body.campaigns).toMatchObject([texts]);
    expect((await change({ ...campaign, version: 2, imagePath: undefined }, {})).body).not.toHaveProperty(
      'imagePath',
    );
    expect((await change(campaign, texts)).body.code).toBe('version_conflict');
  });

  it('makes reservations possible for longer, and leaves the expiry of existing claims', async () => {
    const campaign = await givenCampaign(world, { units: [20, 20], reservationTtlSeconds: 7 * 3600 });
    const account = newAccount();
    const first = (await reserve(campaign, account)).body;
    expect(first.expiresAt).toBe(campaign.redeemBy);
    const times = {
      endsAt: later(new Date(campaign.endsAt), hours(2)).toISOString(),
      redeemBy: later(new Date(campaign.redeemBy), hours(2)).toISOString(),
    };
    expect((await change(campaign, times)).body).toMatchObject(times);
    const stored = claim.parse(
      (await world.item(claim.key({ accountId: account, campaignId: campaign.id }))) ?? {},
    );
    expect(stored.expiresAt).toBe(first.expiresAt);
    world.setNow(later(new Date(campaign.endsAt), minutes(1)));
    const answers = [await reserve(campaign), await reserve(campaign), await reserve(campaign)];
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(answers[0]?.body.expiresAt).toBe(times.redeemBy);
    world.setNow(new Date(times.endsAt));
    expect((await reserve(campaign)).body.code).toBe('campaign_ended');
    await expectStockInvariants(world);
  });

  const other = newId();
  it.each<[string, Partial<Campaign>]>([
    ['an earlier end', { endsAt: '2031-03-14T04:30:00.000Z' }],
    ['an earlier redeemBy', { redeemBy: '2031-03-14T05:30:00.000Z' }],
    ['another start', { startsAt: '2031-03-14T03:30:00.000Z' }],
    ['another merchant', { merchantTenantId: other }],
    ['another exhibition', { eventId: other }],
    ['another time zone', { timezone: 'Asia/Kuching' }],
    ['another life of reservations', { reservationTtlSeconds: 601 }],
    ['verified identity', { requiresVerifiedIdentity: true }],
    ['more units', { stockUnits: 51 }],
    ['fewer units', { stockUnits: 49 }],
    ['more shards', { stockShards: 3 }],
  ])('refuses %s, and changes nothing', async (_, changes) => {
    const campaign = await givenCampaign(world, { units: [25, 25] });
    const before = await world.dump();
    expect((await change(campaign, { title: 'Lain', ...changes })).body.code).toBe('fixed_by_publication');
    expect(await world.dump()).toEqual(before);
  });

  it('keeps the units of a concurrent restock', async () => {
    const campaign = await givenCampaign(world, { units: [10] });
    meanwhile(world, () =>
      world.call('restockCampaign', {
        as: admin,
        params: { campaignId: campaign.id },
        body: { restockId: newId(), units: 5 },
      }),
    );
    expect((await change(campaign, { title: 'Lain' })).body).toMatchObject({ title: 'Lain', stockUnits: 15 });
    await expectStockInvariants(world);
  });

  describe('that was restocked', () => {
    const restock = ({ id: campaignId }: Campaign, units: number) =>
      world.call('restockCampaign', {
        as: admin,
        params: { campaignId },
        body: { restockId: newId(), units },
      });

    it('still changes its texts, with more units than a draft may have', async () => {
      const campaign = await givenCampaign(world, { units: [100] });
      await restock(campaign, 100_000);
      const changes = { title: 'Lain', stockUnits: 100_100 };
      expect((await change(campaign, changes)).body).toMatchObject({ ...changes, version: 2 });
      await expectStockInvariants(world);
    });

    it('accepts every number of units since its publication, and changes none', async () => {
      const campaign = await givenCampaign(world, { units: [10] });
      await restock(campaign, 5);
      await restock(campaign, 5);
      for (const [n, stockUnits] of [10, 12, 15, 20].entries()) {
        const { status, body } = await change(
          { ...campaign, version: n + 1 },
          { title: `T${n}`, stockUnits },
        );
        expect([status, body.title, body.stockUnits]).toEqual([200, `T${n}`, 20]);
      }
      await expectStockInvariants(world);
    });

    it.each([9, 21, 1_000_000])('refuses %i units, and changes nothing', async (stockUnits) => {
      const campaign = await givenCampaign(world, { units: [10] });
      await restock(campaign, 5);
      await restock(campaign, 5);
      const before = await world.dump();
      expect((await change(campaign, { title: 'Lain', stockUnits })).body.code).toBe('fixed_by_publication');
      expect(await world.dump()).toEqual(before);
    });
  });

  describe('of which units were withdrawn', () => {
    const withdraw = ({ id: campaignId }: Campaign, units: number) =>
      world.call('withdrawStock', {
        as: admin,
        params: { campaignId },
        body: { withdrawalId: newId(), units, reason: 'broken' },
      });

    it('accepts every number of units since its publication, and changes none', async () => {
      const campaign = await givenCampaign(world, { units: [10] });
      await withdraw(campaign, 8);
      await world.call('restockCampaign', {
        as: admin,
        params: { campaignId: campaign.id },
        body: { restockId: newId(), units: 20 },
      });
      // It had 10 units, then 2, and has 22 now.
      for (const [n, stockUnits] of [10, 2, 22].entries()) {
        const answer = await change({ ...campaign, version: n + 1 }, { title: `T${n}`, stockUnits });
        expect([answer.status, answer.body.title, answer.body.stockUnits]).toEqual([200, `T${n}`, 22]);
      }
      for (const stockUnits of [1, 31]) {
        const refused = await change({ ...campaign, version: 4 }, { stockUnits });
        expect(refused.body.code).toBe('fixed_by_publication');
      }
      await expectStockInvariants(world);
    });

    it('still changes its texts, with fewer units than its shards would need at publication, and with none', async () => {
      const campaign = await givenCampaign(world, { units: [25, 25] });
      await withdraw(campaign, 49);
      expect((await change(campaign, { title: 'Lain', stockUnits: 1 })).status).toBe(200);
      await withdraw(campaign, 1);
      const empty = await change({ ...campaign, version: 2 }, { title: 'Habis', stockUnits: 0 });
      expect(empty.body).toMatchObject({ title: 'Habis', stockUnits: 0 });
      await expectStockInvariants(world);
    });
  });

  it('accepts one of twenty concurrent corrections', async () => {
    const campaign = await givenCampaign(world);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => change(campaign, { title: `T${n}` })),
    );
    const won = answers.filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    expect(await get(campaign)).toMatchObject({ version: 2, title: won[0]?.body.title });
  });

  it.each([
    ['closed', 'closeCampaign', 'campaign_closed'],
    ['published', 'publishCampaign', 'fixed_by_publication'],
  ] as const)('applies the rules of a campaign that is %s concurrently', async (_, operation, code) => {
    const campaign = await givenCampaign(world, {
      status: operation === 'closeCampaign' ? 'published' : 'draft',
    });
    meanwhile(world, () => world.call(operation, { as: admin, params: { campaignId: campaign.id } }));
    const earlier = later(world.now(), minutes(5)).toISOString();
    const changes = operation === 'closeCampaign' ? { title: 'Lain' } : { endsAt: earlier };
    expect((await change(campaign, changes)).body.code).toBe(code);
    expect(await get(campaign)).toMatchObject({ title: campaign.title, endsAt: campaign.endsAt, version: 1 });
  });
});
