import { beforeEach, describe, expect, it } from 'vitest';
import { campaign, stockShard } from '../../../shared/rewards/items.ts';
import { hours, later, seconds } from '../../../shared/values/clock.ts';
import type { AccountId } from '../../../shared/values/resources.ts';
import { givenAdmin } from '../../given/accounts.ts';
import { givenCampaign, givenClaim, givenDefinition } from '../../given/rewards.ts';
import { givenWorkspace } from '../../given/workspaces.ts';
import { newWorld, type World } from '../../support/world.ts';
import { settleAll } from '../analytics/counted-club.ts';

let world: World;
let admin: AccountId;
beforeEach(async () => {
  world = await newWorld();
  admin = await givenAdmin(world);
});

const create = (body: object) => world.call('createCampaign', { as: admin, body });
const update = (campaignId: string, body: object) =>
  world.call('updateCampaign', { as: admin, params: { campaignId }, body });
const get = async (campaignId: string) =>
  (await world.call('getPlatformCampaign', { as: admin, params: { campaignId } })).body;
const noStock = { total: 0, free: 0, held: 0, lapsed: 0, redeemed: 0, withdrawn: 0 };

describe('creating a campaign', () => {
  it('answers 201 with a draft of version 1, which nobody else sees and which has no stock yet', async () => {
    const definition = await givenDefinition(world);
    const { status, body } = await create(definition);
    expect(status).toBe(201);
    expect(body).toEqual({
      ...definition,
      id: expect.any(String),
      status: 'draft',
      version: 1,
      deliveryKind: 'physical_gift',
      createdAt: world.now().toISOString(),
      updatedAt: world.now().toISOString(),
    });
    expect(campaign.parse((await world.item(campaign.key(body))) ?? {})).toEqual({ ...body, freeUnits: 0 });
    expect(await get(body.id)).toEqual({ ...body, stock: noStock });
    expect((await world.call('listCampaigns')).body).toEqual({ campaigns: [] });
    expect((await world.dump()).filter(({ pk }) => String(pk).startsWith('REWARDS#STOCK#'))).toEqual([]);
  });

  it('has by default one shard, the time zone of Kuala Lumpur and no picture', async () => {
    const { timezone: _, imagePath: __, stockShards: ___, ...definition } = await givenDefinition(world);
    const { body } = await create(definition);
    expect(body).toMatchObject({ timezone: 'Asia/Kuala_Lumpur', stockShards: 1 });
    expect('imagePath' in body).toBe(false);
  });

  it('does not accept a corporate workspace as the merchant', async () => {
    const { id: merchantTenantId } = await givenWorkspace(world, 'corporate');
    const definition = await givenDefinition(world);
    expect((await create({ ...definition, merchantTenantId })).body.code).toBe('unknown_merchant');
  });

  const at = (n: number) => new Date(Date.UTC(2031, 2, 15) + hours(n)).toISOString();
  it.each<[string, object, string, string]>([
    ['an end that is its start', { startsAt: at(0), endsAt: at(0) }, 'endsAt', 'must be after startsAt'],
    [
      'a last collection at its start',
      { startsAt: at(0), redeemBy: at(0) },
      'redeemBy',
      'must be after startsAt',
    ],
    [
      'a second shard for 19 units',
      { stockUnits: 19, stockShards: 2 },
      'stockShards',
      'must be at most 1: one for every 10 units',
    ],
    ['21 shards', { stockUnits: 1000, stockShards: 21 }, 'stockShards', 'must be at most 20'],
    ['no unit', { stockUnits: 0, stockShards: 1 }, 'stockUnits', 'must be at least 1'],
    ['too many units', { stockUnits: 100_001 }, 'stockUnits', 'must be at most 100000'],
    ['a reservation of no time', { reservationTtlSeconds: 0 }, 'reservationTtlSeconds', 'must be at least 1'],
    [
      'one of more than a year',
      { reservationTtlSeconds: 31_536_001 },
      'reservationTtlSeconds',
      'must be at most 31536000',
    ],
    ['rules that are not written', { rules: '' }, 'rules', 'must have at least 1 character'],
    ['a status', { status: 'published' }, 'status', 'is unknown'],
  ])('refuses %s, by path', async (_, change, path, message) => {
    const definition = await givenDefinition(world);
    const before = await world.dump();
    const { status, body } = await create({ ...definition, ...change });
    expect([status, body.code, body.issues]).toEqual([
      400,
      'invalid_request',
      [{ path: `body.${path}`, message }],
    ]);
    expect(await world.dump()).toEqual(before);
  });

  it.each([
    ['stockShards', { stockUnits: 20, stockShards: 2 }],
    ['stockShards', { stockUnits: 1, stockShards: 1 }],
    ['stockShards', { stockUnits: 100_000, stockShards: 20 }],
    ['timezone', { timezone: 'UTC' }],
    ['timezone', { timezone: 'Asia/Kolkata' }],
    ['imagePath', { imagePath: 'https://images.sihat.my/a%20b.webp?x=1' }],
  ])('accepts the %s %j', async (name, change) => {
    const definition = await givenDefinition(world);
    const { status, body } = await create({ ...definition, ...change });
    expect([status, body[name]]).toEqual([201, Object.entries(change).find(([key]) => key === name)?.[1]]);
  });

  it.each([
    ['timezone', 'Asia/Penang'],
    ['timezone', '+08:00'],
    ['timezone', 'asia/kuala_lumpur'],
    ['timezone', ''],
    ['imagePath', '/campaigns/a.webp'],
    ['imagePath', '//images.sihat.my/a.webp'],
    ['imagePath', 'http://images.sihat.my/a.webp'],
    ['imagePath', 'https://'],
    ['imagePath', 'javascript:alert(1)'],
    ['imagePath', 'https://images.sihat.my/a b'],
    ['imagePath', `https://${'a'.repeat(2041)}`],
  ])('does not accept the %s %j', async (name, value) => {
    const definition = await givenDefinition(world);
    const { status, body } = await create({ ...definition, [name]: value });
    expect([status, body.issues.map(({ path }: { path: string }) => path)]).toEqual([400, [`body.${name}`]]);
  });
});

describe('changing a draft campaign', () => {
  it('requires the version that was read and returns the next one; omitted fields are removed', async () => {
    const definition = await givenDefinition(world);
    const made = (await create(definition)).body;
    world.advance(1000);
    const { imagePath: _, ...without } = {
      ...definition,
      title: 'Tuala percuma',
      startsAt: definition.endsAt,
    };
    const endsAt = definition.redeemBy;
    const { status, body } = await update(made.id, { ...without, endsAt, version: 1 });
    expect(status).toBe(200);
    const { imagePath: __, ...kept } = made;
    expect(body).toEqual({
      ...kept,
      title: 'Tuala percuma',
      startsAt: definition.endsAt,
      endsAt,
      version: 2,
      updatedAt: world.now().toISOString(),
    });
    expect(await get(made.id)).toEqual({ ...body, stock: noStock });
    expect((await update(made.id, { ...definition, version: 1 })).body.code).toBe('version_conflict');
  });

  it('refuses more units than a new draft may have', async () => {
    const definition = await givenDefinition(world);
    const { id } = (await create(definition)).body;
    const before = await world.dump();
    const { status, body } = await update(id, { ...definition, stockUnits: 100_001, version: 1 });
    const issues = [{ path: 'body.stockUnits', message: 'must be at most 100000' }];
    expect([status, body.code, body.issues]).toEqual([400, 'invalid_request', issues]);
    expect(await world.dump()).toEqual(before);
    const most = await update(id, { ...definition, stockUnits: 100_000, version: 1 });
    expect([most.status, most.body.stockUnits]).toEqual([200, 100_000]);
  });

  it('accepts one of twenty concurrent changes', async () => {
    const definition = await givenDefinition(world);
    const { id } = (await create(definition)).body;
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => update(id, { ...definition, title: `T${n}`, version: 1 })),
    );
    const won = answers.filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === 'version_conflict')).toHaveLength(19);
    expect(await get(id)).toMatchObject({ version: 2, title: won[0]?.body.title });
  });
});

describe('a campaign as administrators see it', () => {
  it('counts every unit once: free, held, expired or redeemed', async () => {
    const made = await givenCampaign(world, { units: [4, 3, 3] });
    const { freeUnits: _, ...shown } = made;
    await givenClaim(world, made, { status: 'redeemed' });
    await givenClaim(world, made, { shard: 1 });
    await givenClaim(world, made, { shard: 2, expiresAt: world.now().toISOString() });
    await givenClaim(world, made, { shard: 2, expiresAt: later(world.now(), 1).toISOString() });
    expect(await get(made.id)).toEqual({
      ...shown,
      stock: { total: 10, free: 6, held: 2, lapsed: 1, redeemed: 1, withdrawn: 0 },
    });
    world.advance(seconds(10));
    expect((await get(made.id)).stock).toMatchObject({ held: 1, lapsed: 2 });
  });

  it('never counts a lease whose unit was released', async () => {
    const made = await givenCampaign(world, { units: [1] });
    await givenClaim(world, made, { expiresAt: world.now().toISOString() });
    const key = stockShard.key({ campaignId: made.id, shard: 0 });
    const counters = stockShard.parse((await world.item(key)) ?? {});
    await world.put(stockShard.stored({ ...counters, freeUnits: 1, heldUnits: 0 }));
    expect((await get(made.id)).stock).toMatchObject({ free: 1, held: 0, lapsed: 0 });
  });
});

describe('the list of campaigns for administrators', () => {
  const list = async (query: Record<string, string>) =>
    world.call('listPlatformCampaigns', { as: admin, query });

  it('contains those of one status, the latest start first', async () => {
    const drafts: string[] = [];
    for (const n of [3, 1, 2]) {
      const startsAt = later(world.now(), hours(n)).toISOString();
      const { id } = await givenCampaign(world, { status: 'draft', startsAt });
      drafts[3 - n] = id;
    }
    const { freeUnits: _, ...published } = await givenCampaign(world);
    const { freeUnits: __, ...closed } = await givenCampaign(world, { status: 'closed' });
    const { campaigns } = (await list({ status: 'draft' })).body;
    expect(campaigns.map(({ id }: { id: string }) => id)).toEqual(drafts);
    await settleAll(world, await world.dump());
    const stock = { total: 10, free: 10, held: 0, lapsed: 0, redeemed: 0, withdrawn: 0 };
    expect((await list({ status: 'published' })).body).toEqual({ campaigns: [{ ...published, stock }] });
    expect((await list({ status: 'closed' })).body).toEqual({ campaigns: [{ ...closed, stock }] });
  });
});
