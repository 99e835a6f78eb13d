import { expect, it } from 'vitest';
import { job as checkRollUps } from '../../../functions/analytics/roll-ups/check-roll-ups.ts';
import { job as closeEndedCampaigns } from '../../../functions/rewards/campaigns/close-ended-campaigns.ts';
import { job as checkStock } from '../../../functions/rewards/stock/check-stock.ts';
import { job as sweepLapsedLeases } from '../../../functions/rewards/stock/sweep-lapsed-leases.ts';
import { MAX_PUBLISHED_CAMPAIGNS } from '../../../shared/values/limits.ts';
import { givenAdmin } from '../../given/accounts.ts';
import { givenCampaign, givenClaim } from '../../given/rewards.ts';
import { givenEmployee, givenWorkspace } from '../../given/workspaces.ts';
import { expectStockInvariants } from '../../support/stock-invariants.ts';
import { newWorld } from '../../support/world.ts';

/** As many campaigns of one merchant as can be published, each with an expired reservation, in every list, report and worker. */
it('all published campaigns are in every list and report, and each worker takes all of them in one run', async () => {
  const world = await newWorld();
  const admin = await givenAdmin(world);
  const shop = await givenWorkspace(world, 'merchant');
  const { accountId: owner } = await givenEmployee(world, shop, { role: 'owner' });
  const campaigns = await Promise.all(
    Array.from({ length: MAX_PUBLISHED_CAMPAIGNS }, () =>
      givenCampaign(world, { merchantTenantId: shop.id, units: [2] }),
    ),
  );
  for (const campaign of campaigns)
    await givenClaim(world, campaign, { expiresAt: world.now().toISOString() });
  await world.catchUp();
  const all = MAX_PUBLISHED_CAMPAIGNS;

  expect((await world.run(sweepLapsedLeases)).done).toMatchObject({ unitsReleased: all, claimsLeft: 0 });
  await world.catchUp();
  expect((await world.run(checkStock)).done).toMatchObject({ campaignsChecked: all, heldUnitsOff: 0 });
  expect((await world.run(checkRollUps)).done).toMatchObject({ itemsDrifted: 0 });

  const { body: listed } = await world.call('listCampaigns', {});
  expect(listed.campaigns).toHaveLength(all);
  for (const { availableStock } of listed.campaigns) expect(availableStock).toBe(2);
  const params = { workspaceId: shop.id };
  const query = { from: '2031-03-14', to: '2031-03-14' };
  const { body: report } = await world.call('merchantReport', { as: owner, params, query });
  expect(report.stock).toMatchObject({ total: 2 * all, available: 2 * all, held: 0 });
  const { body: analytics } = await world.call('workspaceAnalytics', { as: admin, params, query });
  expect(analytics.current).toMatchObject({ availableStock: 2 * all, heldStock: 0 });
  const sizeOf = async (operation: 'listPlatformCampaigns' | 'listMerchantCampaigns') => {
    let [found, cursor] = [0, undefined as string | undefined];
    do {
      const more = { limit: '100', ...(cursor && { cursor }) };
      const { body } = await world.call(
        operation,
        operation === 'listPlatformCampaigns'
          ? { as: admin, query: { ...more, status: 'published' } }
          : { as: owner, params, query: more },
      );
      found += body.campaigns.length;
      cursor = body.nextCursor;
    } while (cursor);
    return found;
  };
  expect([await sizeOf('listPlatformCampaigns'), await sizeOf('listMerchantCampaigns')]).toEqual([all, all]);

  world.setNow(new Date(campaigns[0]?.redeemBy ?? ''));
  expect((await world.run(closeEndedCampaigns)).done).toEqual({ campaignsClosed: all });
  await expectStockInvariants(world);
});

it('withdrawn units leave every list and report', async () => {
  const world = await newWorld();
  const admin = await givenAdmin(world);
  const shop = await givenWorkspace(world, 'merchant');
  const { accountId: owner } = await givenEmployee(world, shop, { role: 'owner' });
  const campaign = await givenCampaign(world, { merchantTenantId: shop.id, units: [6, 4] });
  await givenClaim(world, campaign);
  await world.catchUp();
  const body = { withdrawalId: '0195f8b0-1d2c-7e11-9c3a-5f0e7a6b4d24', units: 4, reason: 'broken' };
  const withdrawn = await world.call('withdrawStock', {
    as: admin,
    params: { campaignId: campaign.id },
    body,
  });
  expect(withdrawn.status).toBe(200);
  await world.catchUp();
  expect((await world.call('listCampaigns', {})).body.campaigns).toMatchObject([{ availableStock: 5 }]);
  const params = { workspaceId: shop.id };
  const query = { from: '2031-03-14', to: '2031-03-14' };
  const stock = { total: 6, available: 5, held: 1, redeemed: 0 };
  const report = await world.call('merchantReport', { as: owner, params, query });
  expect(report.body.stock).toEqual(stock);
  const analytics = await world.call('workspaceAnalytics', { as: admin, params, query });
  expect(analytics.body.current).toMatchObject({ availableStock: 5, heldStock: 1, redeemedStock: 0 });
  const { campaigns } = (
    await world.call('listPlatformCampaigns', { as: admin, query: { status: 'published' } })
  ).body;
  expect(campaigns).toMatchObject([
    { stock: { total: 6, free: 5, held: 1, lapsed: 0, redeemed: 0, withdrawn: 4 } },
  ]);
  expect((await world.run(checkStock)).done).toMatchObject({ countersOff: 0, heldUnitsOff: 0 });
});
