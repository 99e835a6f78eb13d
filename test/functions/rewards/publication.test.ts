import { beforeEach, describe, expect, it } from 'vitest';
import { job as closeEndedCampaigns } from '../../../functions/rewards/campaigns/close-ended-campaigns.ts';
import { event } from '../../../shared/community/items.ts';
import { campaign, publishedCount, stockShard } from '../../../shared/rewards/items.ts';
import { later } from '../../../shared/values/clock.ts';
import { MAX_PUBLISHED_CAMPAIGNS } from '../../../shared/values/limits.ts';
import type { AccountId } from '../../../shared/values/resources.ts';
import { refusesToo } from '../../cast/refusal-cases.ts';
import { givenAdmin } from '../../given/accounts.ts';
import { givenClub, givenEvent } from '../../given/community.ts';
import { countPublished, givenCampaign, givenDefinition } from '../../given/rewards.ts';
import { meanwhile } from '../../support/fault-injection.ts';
import { expectStockInvariants } from '../../support/stock-invariants.ts';
import { newAccount, newId, newWorld, type World } from '../../support/world.ts';

let world: World;
let admin: AccountId;
beforeEach(async () => {
  world = await newWorld();
  admin = await givenAdmin(world);
});

const publish = (campaignId: string) => world.call('publishCampaign', { as: admin, params: { campaignId } });
const close = (campaignId: string) => world.call('closeCampaign', { as: admin, params: { campaignId } });
const restock = (campaignId: string, units: number, restockId = newId()) =>
  world.call('restockCampaign', { as: admin, params: { campaignId }, body: { restockId, units } });
const reserve = (campaignId: string) =>
  world.call('reserveReward', { as: newAccount(), params: { campaignId }, body: { claimId: newId() } });
const get = async (campaignId: string) =>
  (await world.call('getPlatformCampaign', { as: admin, params: { campaignId } })).body;
const listed = async () =>
  (await world.call('listCampaigns')).body.campaigns.map(({ id }: { id: string }) => id);
const givenDraft = async (change: object = {}) => {
  const body = { ...(await givenDefinition(world)), startsAt: world.now().toISOString(), ...change };
  return {
    definition: body,
    id: (await world.call('createCampaign', { as: admin, body })).body.id as string,
  };
};
const many = <T>(n: number, make: (i: number) => Promise<T>) =>
  Promise.all(Array.from({ length: n }, (_, i) => make(i)));
const counted = async () => publishedCount.parseIfAny(await world.item(publishedCount.key({})));

describe('publishing a campaign', () => {
  it('shows it to everyone, with all of its stock spread evenly over its shards', async () => {
    const { id } = await givenDraft({ stockUnits: 45, stockShards: 4 });
    world.advance(1000);
    const { status, body } = await publish(id);
    const now = world.now().toISOString();
    expect([status, body.status, body.version]).toEqual([200, 'published', 1]);
    expect([body.publishedAt, body.updatedAt]).toEqual([now, now]);
    expect(await get(id)).toEqual({
      ...body,
      stock: { total: 45, free: 45, held: 0, lapsed: 0, redeemed: 0, withdrawn: 0 },
    });
    expect(await listed()).toEqual([id]);
    const { shards } = await expectStockInvariants(world);
    expect(shards.map(({ totalUnits }) => totalUnits)).toEqual([12, 11, 11, 11]);
    expect((await reserve(id)).status).toBe(201);
  });

  it('can be repeated, also concurrently, and is done once', async () => {
    const { id } = await givenDraft();
    const answers = await many(20, () => publish(id));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    world.advance(1000);
    const before = await world.dump();
    expect((await publish(id)).body).toEqual(answers[0]?.body);
    expect(await world.dump()).toEqual(before);
    expect(await counted()).toEqual({ publishedCampaigns: 1 });
    const { acts } = (await world.call('listAdministratorActs', { as: admin })).body;
    expect(
      acts.filter(({ operation }: { readonly operation: string }) => operation === 'publishCampaign'),
    ).toHaveLength(1);
    await expectStockInvariants(world);
  });

  it('applies the rules of the campaign to reservations', async () => {
    const { id, definition } = await givenDraft({ requiresVerifiedIdentity: true });
    await publish(id);
    expect((await reserve(id)).body.code).toBe('verified_identity_required');
    const other = await givenDraft();
    await publish(other.id);
    world.setNow(new Date(definition.endsAt));
    expect((await reserve(other.id)).body.code).toBe('campaign_ended');
  });

  it.each<[string, Parameters<typeof givenClub>[1], Parameters<typeof givenEvent>[2]]>([
    ['an exhibition that is a draft', {}, { publishedAt: undefined }],
    ['an exhibition of a draft club', { publishedAt: undefined }, {}],
    ['an exhibition of a club that waits for approval', { reviewedAt: undefined }, {}],
    ['an exhibition of a private club', { visibility: 'private' }, {}],
  ])('refuses %s, and keeps the draft', async (_, ofClub, ofEvent) => {
    const { id: eventId } = await givenEvent(world, await givenClub(world, ofClub), ofEvent);
    const { id } = await givenDraft({ eventId });
    expect((await publish(id)).body.code).toBe('exhibition_not_public');
    expect([(await get(id)).status, await counted()]).toEqual(['draft', undefined]);
  });

  it('refuses an exhibition that is unpublished concurrently', async () => {
    const { id: eventId, joinCode } = await givenEvent(world, await givenClub(world));
    const { id } = await givenDraft({ eventId });
    meanwhile(world, () => world.call('unpublishEvent', { as: admin, params: { code: joinCode } }));
    expect((await publish(id)).body.code).toBe('exhibition_not_public');
  });

  it('refuses an exhibition whose review ends concurrently', async () => {
    const exhibition = await givenEvent(world, await givenClub(world));
    const { id } = await givenDraft({ eventId: exhibition.id });
    meanwhile(world, () => world.put(event.stored({ ...exhibition, reviewedAt: undefined })));
    expect((await publish(id)).body.code).toBe('exhibition_not_public');
  });

  it('keeps the campaign open when its exhibition is unpublished later', async () => {
    const { id: eventId, joinCode } = await givenEvent(world, await givenClub(world));
    const { id } = await givenDraft({ eventId });
    await publish(id);
    await world.call('unpublishEvent', { as: admin, params: { code: joinCode } });
    expect(await listed()).toEqual([id]);
    expect((await reserve(id)).status).toBe(201);
  });

  it('publishes the draft as a concurrent change left it, never a mixture', async () => {
    const { id, definition } = await givenDraft({ stockUnits: 10, stockShards: 1 });
    meanwhile(world, () =>
      world.call('updateCampaign', {
        as: admin,
        params: { campaignId: id },
        body: { ...definition, stockUnits: 30, stockShards: 3, version: 1 },
      }),
    );
    const { body } = await publish(id);
    expect(body).toMatchObject({ status: 'published', version: 2, stockUnits: 30, stockShards: 3 });
    expect((await expectStockInvariants(world)).shards).toHaveLength(3);
  });

  it('validates the draft again after a concurrent change', async () => {
    const { id, definition } = await givenDraft();
    const startsAt = later(world.now(), -2).toISOString();
    const endsAt = later(world.now(), -1).toISOString();
    meanwhile(world, () =>
      world.call('updateCampaign', {
        as: admin,
        params: { campaignId: id },
        body: { ...definition, startsAt, endsAt, version: 1 },
      }),
    );
    expect((await publish(id)).body.code).toBe('campaign_over');
    expect(await listed()).toEqual([]);
  });

  refusesToo(
    'publishCampaign',
    [
      {
        refusal: 'campaign_over',
        because: 'the last day of collection has passed, although it has not ended',
        scenario: async () => {
          const redeemBy = world.now().toISOString();
          const { id } = await givenCampaign(world, { status: 'draft', redeemBy });
          return { as: admin, params: { campaignId: id } };
        },
      },
    ],
    () => world,
  );

  it('allows 180 published campaigns, also with ten concurrent publications; closing one makes room', async () => {
    await countPublished(world, MAX_PUBLISHED_CAMPAIGNS - 5);
    const drafts = await many(10, () => givenDraft());
    const answers = await Promise.all(drafts.map(({ id }) => publish(id)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(answers.filter(({ body }) => body.code === 'too_many_published')).toHaveLength(5);
    expect(await counted()).toEqual({ publishedCampaigns: MAX_PUBLISHED_CAMPAIGNS });
    expect(await listed()).toHaveLength(5);

    const [shown] = await listed();
    const left = drafts.find((_, n) => answers[n]?.status !== 200)?.id ?? '';
    await close(shown);
    expect((await publish(left)).status).toBe(200);
    expect(await counted()).toEqual({ publishedCampaigns: MAX_PUBLISHED_CAMPAIGNS });
  });
});

describe('closing a campaign', () => {
  it('removes it from the public list and closes every shard to new reservations', async () => {
    const { id } = await givenDraft();
    await publish(id);
    const held = (await reserve(id)).body;
    world.advance(1000);
    const { status, body } = await close(id);
    const now = world.now().toISOString();
    expect([status, body.status, body.closedAt, body.updatedAt]).toEqual([200, 'closed', now, now]);
    expect(await get(id)).toEqual({
      ...body,
      stock: { total: 45, free: 44, held: 1, lapsed: 0, redeemed: 0, withdrawn: 0 },
    });
    expect(await listed()).toEqual([]);
    expect((await reserve(id)).body.code).toBe('campaign_closed');
    const { shards, leases } = await expectStockInvariants(world);
    expect(shards.map(({ isOpen }) => isOpen)).toEqual([false, false, false, false]);
    expect(leases.map(({ claimId }) => claimId)).toEqual([held.id]);
    expect(await counted()).toEqual({ publishedCampaigns: 0 });
  });

  it('happens by itself once nothing can be collected any more, which makes room for others', async () => {
    const ended = await givenCampaign(world, { redeemBy: world.now().toISOString(), units: [5, 5] });
    const tomorrow = later(world.now(), 1).toISOString();
    const running = await givenCampaign(world, { redeemBy: tomorrow });
    const run = async () => (await world.run(closeEndedCampaigns)).done;
    expect(await run()).toEqual({ campaignsClosed: 1 });
    const now = world.now().toISOString();
    expect(await get(ended.id)).toMatchObject({ status: 'closed', closedAt: now, updatedAt: now });
    expect((await get(running.id)).status).toBe('published');
    expect(await counted()).toEqual({ publishedCampaigns: 1 });
    expect(await listed()).toEqual([running.id]);
    const { shards } = await expectStockInvariants(world);
    expect(shards.filter(({ isOpen }) => !isOpen).map(({ campaignId }) => campaignId)).toEqual([
      ended.id,
      ended.id,
    ]);
    expect(await run()).toEqual({ campaignsClosed: 0 });
  });

  it('does not happen by itself if the campaign is extended or closed concurrently', async () => {
    const key = (id: string) => campaign.key({ id });
    for (const change of [{ redeemBy: '2031-06-01T00:00:00.000Z' }, { status: 'closed' }]) {
      const { id } = await givenCampaign(world, { redeemBy: world.now().toISOString() });
      meanwhile(world, async () => {
        await world.put({ ...(await world.item(key(id))), ...change });
      });
      expect((await world.run(closeEndedCampaigns)).done).toEqual({ campaignsClosed: 0 });
      expect(await world.item(key(id))).toMatchObject(change);
      await world.remove(key(id));
    }
  });

  it('happens once with twenty concurrent requests', async () => {
    const { id } = await givenCampaign(world, { units: [5, 5] });
    await givenCampaign(world);
    const answers = await many(20, () => close(id));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === 'not_published')).toHaveLength(19);
    await expectStockInvariants(world);
    expect(await counted()).toEqual({ publishedCampaigns: 1 });
  });

  it('is final: it cannot be published, changed or restocked again', async () => {
    const { id, definition } = await givenDraft();
    await publish(id);
    await close(id);
    const before = await world.dump();
    expect((await publish(id)).body.code).toBe('not_draft');
    expect((await close(id)).body.code).toBe('not_published');
    expect((await restock(id, 5)).body.code).toBe('not_published');
    const body = { ...definition, version: 1 };
    const changed = await world.call('updateCampaign', { as: admin, params: { campaignId: id }, body });
    expect(changed.body.code).toBe('campaign_closed');
    expect(await world.dump()).toEqual(before);
  });

  it('lets a concurrent reservation either succeed first or be refused, and loses none', async () => {
    const { id } = await givenCampaign(world, { units: [10, 10] });
    const [answers] = await Promise.all([many(20, () => reserve(id)), close(id)]);
    const { claims } = await expectStockInvariants(world);
    expect(claims).toHaveLength(answers.filter(({ status }) => status === 201).length);
    for (const { status, body } of answers) if (status !== 201) expect(body.code).toBe('campaign_closed');
    expect((await reserve(id)).body.code).toBe('campaign_closed');
  });
});

describe('restocking a campaign', () => {
  it('adds free units, spread evenly over its shards', async () => {
    const { freeUnits: _, ...draft } = await givenCampaign(world, { units: [1, 1, 1] });
    await many(3, () => reserve(draft.id));
    expect((await reserve(draft.id)).body.code).toBe('out_of_stock');
    world.advance(1000);
    const { status, body } = await restock(draft.id, 5);
    expect(status).toBe(200);
    expect(body).toEqual({ ...draft, stockUnits: 8, updatedAt: world.now().toISOString() });
    const { shards } = await expectStockInvariants(world);
    expect(shards.map(({ totalUnits, freeUnits }) => [totalUnits, freeUnits])).toEqual([
      [3, 2],
      [3, 2],
      [2, 1],
    ]);
    expect((await reserve(draft.id)).status).toBe(201);
  });

  it('adds fewer units than there are shards to the first ones', async () => {
    const { id } = await givenCampaign(world, { units: [10, 10, 10] });
    await restock(id, 1);
    const { shards } = await expectStockInvariants(world);
    expect(shards.map(({ totalUnits }) => totalUnits)).toEqual([11, 10, 10]);
  });

  it('adds units once for one restockId, however often it is repeated, also concurrently and after closing', async () => {
    const { id } = await givenCampaign(world);
    const restockId = newId();
    const answers = await many(20, () => restock(id, 7, restockId));
    expect(answers.map(({ status, body }) => [status, body.stockUnits])).toEqual(Array(20).fill([200, 17]));
    await close(id);
    const before = await world.dump();
    expect(await restock(id, 7, restockId)).toMatchObject({ status: 200, body: { status: 'closed' } });
    expect((await restock(id, 8, restockId)).body.code).toBe('restock_id_taken');
    expect(await world.dump()).toEqual(before);
    expect((await expectStockInvariants(world)).shards[0]?.totalUnits).toBe(17);
  });

  it.each([
    ['adds once', 7, 200, undefined],
    ['is refused', 8, 409, 'restock_id_taken'],
  ] as const)(
    '%s when a restock of the same id and 7 units comes after it has looked: %i',
    async (_, units, status, code) => {
      const { id } = await givenCampaign(world);
      const restockId = newId();
      meanwhile(world, () => restock(id, 7, restockId));
      const answer = await restock(id, units, restockId);
      expect([answer.status, answer.body.code]).toEqual([status, code]);
      expect((await expectStockInvariants(world)).shards[0]?.totalUnits).toBe(17);
    },
  );

  it('never answers a retry with a campaign that was read before its units were added', async () => {
    const { id } = await givenCampaign(world);
    const restockId = newId();
    const campaignRead = Promise.withResolvers<void>();
    let done = false;
    world.setFault(async ({ command, input, send }) => {
      const key = String(input.Key?.sk);
      if (command === 'Get' && key.startsWith('RESTOCK#') && !done) {
        done = true;
        await campaignRead.promise;
        await restock(id, 7, restockId);
      }
      const answer = await send();
      if (command === 'Get' && key === 'CAMPAIGN') campaignRead.resolve();
      return answer;
    });
    expect((await restock(id, 7, restockId)).body.stockUnits).toBe(17);
  });

  it('treats the same restockId of different campaigns as different', async () => {
    const [a, b] = [await givenCampaign(world), await givenCampaign(world)];
    const restockId = newId();
    expect((await restock(a.id, 1, restockId)).body.stockUnits).toBe(11);
    expect((await restock(b.id, 2, restockId)).body.stockUnits).toBe(12);
  });

  it('adds ten concurrent restocks once each, concurrently with reservations', async () => {
    const { id } = await givenCampaign(world, { units: [2, 2] });
    const [added, reserved] = await Promise.all([
      many(10, () => restock(id, 3)),
      many(10, () => reserve(id)),
    ]);
    expect(added.every(({ status }) => status === 200)).toBe(true);
    const { shards, claims } = await expectStockInvariants(world);
    expect(shards.reduce((sum, { totalUnits }) => sum + totalUnits, 0)).toBe(34);
    expect(claims).toHaveLength(reserved.filter(({ status }) => status === 201).length);
  });

  it('adds nothing to a campaign that is closed after the read', async () => {
    const { id } = await givenCampaign(world);
    meanwhile(world, () => close(id));
    expect((await restock(id, 5)).body.code).toBe('not_published');
    const counters = await world.item(stockShard.key({ campaignId: id, shard: 0 }));
    expect(counters).toMatchObject({ totalUnits: 10, freeUnits: 10 });
    await expectStockInvariants(world);
  });

  refusesToo(
    'restockCampaign',
    [
      {
        refusal: 'not_published',
        because: 'it is a draft, whose stock comes with its publication',
        scenario: async () => {
          const { id } = await givenCampaign(world, { status: 'draft' });
          return { as: admin, params: { campaignId: id }, body: { restockId: newId(), units: 5 } };
        },
      },
    ],
    () => world,
  );
});

describe('a draft that is never published', () => {
  it('can be closed, counts nowhere and has no stock', async () => {
    const { id } = await givenDraft();
    const before = await counted();
    expect((await close(id)).body).toMatchObject({ status: 'closed', version: 1 });
    expect(await counted()).toEqual(before);
    expect((await publish(id)).body.code).toBe('not_draft');
    expect((await close(id)).body.code).toBe('not_published');
    expect((await reserve(id)).body.code).toBe('campaign_not_found');
    expect((await get(id)).stock).toEqual({
      total: 0,
      free: 0,
      held: 0,
      lapsed: 0,
      redeemed: 0,
      withdrawn: 0,
    });
  });

  it('is either published or closed when both are requested concurrently', async () => {
    const { id } = await givenDraft();
    meanwhile(world, () => publish(id));
    expect((await close(id)).body.code).toBe('not_published');
    world.setFault(undefined);
    expect((await get(id)).status).toBe('published');
  });
});
