import { beforeEach, describe, expect, it } from 'vitest';
import { job as checkStock } from '../../../functions/rewards/stock/check-stock.ts';
import { type Campaign, campaign, finishedCampaigns } from '../../../shared/rewards/items.ts';
import { days, later, minutes } from '../../../shared/values/clock.ts';
import type { AccountId } from '../../../shared/values/resources.ts';
import { givenAdmin } from '../../given/accounts.ts';
import { memberOf } from '../../given/members.ts';
import { givenCampaign, givenClaim } from '../../given/rewards.ts';
import { givenEmployee, givenInvitation, givenWorkspace } from '../../given/workspaces.ts';
import { expectCounters } from '../../support/counter-invariants.ts';
import { newAccount, newId, newWorld, type World } from '../../support/world.ts';
import { finishing } from './finishing.ts';

/** What a merchant's own people see: campaigns with their stock, and claims by day. No person is in it. */

let world: World;
let shop: { readonly id: string };
let owner: AccountId;
let staff: AccountId;
beforeEach(async () => {
  world = await newWorld();
  shop = await givenWorkspace(world, 'merchant');
  ({ accountId: owner } = await givenEmployee(world, shop, { role: 'owner' }));
  ({ accountId: staff } = await givenEmployee(world, shop, { role: 'staff' }));
});

const inDays = (n: number) => later(world.now(), days(n)).toISOString();
const givenOwn = (overrides: Parameters<typeof givenCampaign>[1] = {}) =>
  givenCampaign(world, { merchantTenantId: shop.id, ...overrides });
const campaigns = (as = staff, query: Record<string, string> = {}) =>
  world.call('listMerchantCampaigns', { as, params: { workspaceId: shop.id }, query });
const period = { from: '2031-03-13', to: '2031-03-14' };
const report = (as = staff, query: Record<string, string> = period) =>
  world.call('merchantReport', { as, params: { workspaceId: shop.id }, query });

const stockOf = async ({ id }: Campaign) =>
  (await campaigns()).body.campaigns.find((stored: { id: string }) => stored.id === id)?.stock;

describe('the campaigns of a merchant', () => {
  it('are listed for its owner and its staff with title, status, times and stock, and nothing else', async () => {
    const closedAt = world.now().toISOString();
    const open = await givenOwn({ units: [6, 4] });
    const closed = await givenOwn({ title: 'Beg guni', status: 'closed', startsAt: inDays(-9), closedAt });
    const shown = ({ id, eventId, status, title, startsAt, endsAt, redeemBy, timezone }: Campaign) => ({
      id,
      eventId,
      status,
      title,
      startsAt,
      endsAt,
      redeemBy,
      timezone,
      stock: { total: 10, available: 10, held: 0, redeemed: 0 },
      today: 0,
    });
    for (const as of [owner, staff]) {
      const { status, body } = await campaigns(as);
      expect([status, body]).toEqual([200, { campaigns: [shown(open), { ...shown(closed), closedAt }] }]);
    }
  });

  it('do not include drafts, drafts that were closed, and campaigns of others', async () => {
    const draft = await givenOwn({ status: 'draft' });
    await givenOwn({ status: 'draft' });
    await givenCampaign(world);
    const closing = { as: await givenAdmin(world), params: { campaignId: draft.id } };
    expect((await world.call('closeCampaign', closing)).status).toBe(200);
    expect((await campaigns()).body).toEqual({ campaigns: [] });
  });

  it('show the stock as it changes, and the unit of an expired reservation as available at once', async () => {
    const own = await givenOwn({ units: [2, 1] });
    // The expired reservation of another campaign changes nothing here.
    const another = await givenOwn();
    await givenClaim(world, another, { expiresAt: world.now().toISOString() });
    const [visitor, other] = [newAccount(), newAccount()];
    for (const as of [visitor, other]) {
      const sent = { as, params: { campaignId: own.id }, body: { claimId: newId() } };
      const { body } = await world.call('reserveReward', sent);
      const redemption = { as: staff, params: { claimId: body.id }, body: { redemptionId: newId() } };
      if (as === visitor) await world.call('redeemClaim', redemption);
    }
    expect(await stockOf(own)).toEqual({ total: 3, available: 1, held: 1, redeemed: 1 });
    world.advance(minutes(10) - 1);
    expect(await stockOf(own)).toMatchObject({ available: 1, held: 1 });
    world.advance(1);
    expect(await stockOf(own)).toEqual({ total: 3, available: 2, held: 0, redeemed: 1 });
    expect(await stockOf(another)).toEqual({ total: 10, available: 10, held: 0, redeemed: 0 });
    expect((await report()).body.stock).toEqual({ total: 13, available: 12, held: 0, redeemed: 1 });
    await world.call('restockCampaign', {
      as: await givenAdmin(world),
      params: { campaignId: own.id },
      body: { restockId: newId(), units: 5 },
    });
    expect(await stockOf(own)).toEqual({ total: 8, available: 7, held: 0, redeemed: 1 });
    await expectCounters(world);
  });

  it('move at most all held units while the index of expired claims is ahead of the counters', async () => {
    const own = await givenOwn({ units: [1] });
    await givenClaim(world, own, { expiresAt: world.now().toISOString() });
    await world.catchUp();
    const counted = campaign.parse((await world.item(campaign.key(own))) ?? {});
    await world.put(campaign.stored({ ...counted, freeUnits: 1, heldUnits: 0 }));
    expect(await stockOf(own)).toEqual({ total: 1, available: 1, held: 0, redeemed: 0 });
  });

  describe('in pages', () => {
    /** Five campaigns, the latest start first. If some are finished, these are the second and the fourth. */
    async function givenFive({ someFinished = true } = {}) {
      const all: Campaign[] = [];
      for (let n = 0; n < 5; n++) {
        const status = someFinished && n % 2 === 1 ? 'closed' : 'published';
        all.push(await givenOwn({ status, startsAt: inDays(-n), redeemBy: inDays(40) }));
      }
      await world.run(checkStock);
      const finished = (await world.dump()).filter(
        (item) => item['gsi2pk'] === finishedCampaigns.pk && item['merchantTenantId'] === shop.id,
      );
      expect(finished).toHaveLength(someFinished ? 2 : 0);
      // Neighbours in both lists belong to other merchants.
      for (const merchantTenantId of [
        '00000000-0000-4000-8000-000000000000',
        'ffffffff-ffff-4fff-bfff-ffffffffffff',
      ])
        for (const status of ['published', 'closed'] as const)
          await givenCampaign(world, { merchantTenantId, status });
      return all.map(({ id }) => id);
    }

    async function pagesOf(limit: string, between: () => Promise<unknown> = async () => {}) {
      const pages: string[][] = [];
      let cursor: string | undefined;
      do {
        const { body } = await campaigns(staff, { limit, ...(cursor !== undefined && { cursor }) });
        pages.push(body.campaigns.map(({ id }: { id: string }) => id));
        cursor = body.nextCursor;
        await between();
      } while (cursor !== undefined && pages.length < 10);
      return pages;
    }

    it.each([
      ['1', [1, 1, 1, 1, 1]],
      ['2', [2, 2, 1]],
      ['4', [4, 1]],
      ['5', [5]],
    ])('of %s are in one order, whether or not their stock is final', async (limit, sizes) => {
      for (const someFinished of [true, false]) {
        shop = await givenWorkspace(world, 'merchant');
        await givenEmployee(world, shop, { accountId: staff, role: 'staff' });
        const ids = await givenFive({ someFinished });
        const pages = await pagesOf(limit);
        expect(pages.map(({ length }) => length)).toEqual(sizes);
        expect(pages.flat()).toEqual(ids);
      }
    });

    it.each([
      ['before', 2],
      ['after', 3],
    ])('keep the place of a campaign that is finished %s its page is read', async (_, pagesRead) => {
      const ids = await givenFive();
      const as = await givenAdmin(world);
      let read = 0;
      const between = async () => {
        if (++read !== pagesRead) return;
        await world.call('closeCampaign', { as, params: { campaignId: ids[2] ?? '' } });
        await world.run(checkStock);
      };
      expect((await pagesOf('1', between)).flat()).toEqual(ids);
    });

    it.each(['before', 'after'] as const)(
      'list a campaign once that is finished %s the first list is read',
      async (when) => {
        const ids = await givenFive();
        const as = await givenAdmin(world);
        await world.call('closeCampaign', { as, params: { campaignId: ids[2] ?? '' } });
        const isFinished = finishing(world, when);
        expect((await pagesOf('3')).flat()).toEqual(ids);
        expect(isFinished()).toBe(true);
      },
    );
  });
});

describe('the report of a merchant', () => {
  it('has the stock and the claims of the platform’s report, and nothing else', async () => {
    const own = await givenOwn({ units: [5, 5] });
    await givenClaim(world, own, { reservedAt: inDays(-1), status: 'redeemed', shard: 1 });
    await givenClaim(world, own, { reservedAt: inDays(-1), expiresAt: inDays(0) });
    const { accountId } = await givenClaim(world, own);
    await givenInvitation(world, shop);
    const { status, body } = await report();
    expect([status, body]).toEqual([
      200,
      {
        workspaceId: shop.id,
        reportedAt: world.now().toISOString(),
        timezone: 'Asia/Kuala_Lumpur',
        period: { ...period, days: 2 },
        stock: { total: 10, available: 8, held: 1, redeemed: 1 },
        claimsReserved: 3,
        claimOutcomes: { reserved: 1, redeemed: 1, expired: 1 },
        daily: [
          { date: '2031-03-13', claimsReserved: 2, claimOutcomes: { reserved: 0, redeemed: 1, expired: 1 } },
          { date: '2031-03-14', claimsReserved: 1, claimOutcomes: { reserved: 1, redeemed: 0, expired: 0 } },
        ],
      },
    ]);
    for (const person of [accountId, owner, staff]) expect(JSON.stringify(body)).not.toContain(person);

    const sent = { as: await givenAdmin(world), params: { workspaceId: shop.id }, query: period };
    const platform = (await world.call('workspaceAnalytics', sent)).body;
    const { total: _, available, held, redeemed } = body.stock;
    expect(platform).toMatchObject({
      current: { availableStock: available, heldStock: held, redeemedStock: redeemed },
      claimOutcomes: body.claimOutcomes,
      daily: body.daily,
    });
    expect((await report(owner)).body).toEqual(body);
  });

  it('leaves out the claims of closed accounts, and keeps their units in the stock', async () => {
    const own = await givenOwn({ units: [3] });
    const { accountId } = await givenClaim(world, own);
    await world.call('requestDeletion', { as: accountId });
    expect((await report()).body).toMatchObject({
      stock: { total: 3, available: 2, held: 1, redeemed: 0 },
      claimsReserved: 0,
    });
  });

  it.each([
    [{ from: '2031-01-01', to: '2032-01-01' }, 200],
    [{ from: '2031-01-01', to: '2032-01-02' }, 400],
    [{ from: '2031-03-14', to: '2031-03-13' }, 400],
  ])('on %j is answered with %i', async (query, expected) => {
    expect((await report(staff, query)).status).toBe(expected);
  });

  it('has no rows for future days', async () => {
    const { body } = await report(staff, { from: '2031-03-14', to: '2031-03-31' });
    expect(body.daily.map(({ date }: { date: string }) => date)).toEqual(['2031-03-14']);
  });
});

describe.each(['listMerchantCampaigns', 'merchantReport'] as const)('%s is refused', (operation) => {
  const codeFor = async (as: AccountId, workspaceId = shop.id) => {
    const query = operation === 'merchantReport' ? period : {};
    const { status, body } = await world.call(operation, { as, params: { workspaceId }, query });
    return [status, body.code];
  };

  it('with 404 to everybody who is not a member, as for an unknown workspace', async () => {
    const left = { role: 'staff', endedAt: world.now().toISOString() } as const;
    const neighbour = await givenEmployee(world, await givenWorkspace(world, 'merchant'), { role: 'owner' });
    for (const as of [
      newAccount(),
      await givenAdmin(world),
      neighbour.accountId,
      (await givenEmployee(world, shop, left)).accountId,
    ]) {
      expect(await codeFor(as)).toEqual([404, 'workspace_not_found']);
      expect(await codeFor(as, newId())).toEqual([404, 'workspace_not_found']);
    }
  });

  it('with 403 to a member without the role, and from the next request on after a change of the role', async () => {
    const { accountId } = await givenEmployee(world, shop, { role: 'member' });
    expect(await codeFor(accountId)).toEqual([403, 'not_workspace_officer']);
    expect(await codeFor(staff)).toEqual([200, undefined]);
    const params = { workspaceId: shop.id, memberId: memberOf(staff, shop.id) };
    await world.call('setMemberRole', { as: owner, params, body: { role: 'member' } });
    expect(await codeFor(staff)).toEqual([403, 'not_workspace_officer']);
  });

  it('with 404 to the owner of a company, which has no campaigns', async () => {
    const company = await givenWorkspace(world);
    const { accountId } = await givenEmployee(world, company, { role: 'owner' });
    expect(await codeFor(accountId, company.id)).toEqual([404, 'workspace_not_found']);
  });
});
