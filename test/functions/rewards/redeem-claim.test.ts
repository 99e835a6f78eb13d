import { beforeEach, describe, expect, it } from 'vitest';
import { job as eraseAccounts } from '../../../functions/deletion/erase-accounts.ts';
import { job as releaseLapsedLease } from '../../../functions/rewards/stock/release-lapsed-lease.ts';
import { job as sweepLapsedLeases } from '../../../functions/rewards/stock/sweep-lapsed-leases.ts';
import { claim, stockShard } from '../../../shared/rewards/items.ts';
import { days, later, minutes, seconds } from '../../../shared/values/clock.ts';
import type { AccountId } from '../../../shared/values/resources.ts';
import { refusesToo } from '../../cast/refusal-cases.ts';
import { givenAdmin, givenClosedAccount } from '../../given/accounts.ts';
import { givenCampaign, givenClaim, givenMerchant, removalOf } from '../../given/rewards.ts';
import { givenEmployee } from '../../given/workspaces.ts';
import { meanwhile } from '../../support/fault-injection.ts';
import { expectStockInvariants } from '../../support/stock-invariants.ts';
import { newAccount, newId, newWorld, type World } from '../../support/world.ts';
import { furtherRedemptionRefusals } from './claims.calls.ts';

let world: World;
beforeEach(async () => {
  world = await newWorld();
});

const redeem = (as: AccountId, claimId: string, redemptionId = newId()) =>
  world.call('redeemClaim', { as, params: { claimId }, body: { redemptionId } });
const reserve = (campaignId: string, as = newAccount()) =>
  world.call('reserveReward', { as, params: { campaignId }, body: { claimId: newId() } });
const close = async (campaignId: string) =>
  world.call('closeCampaign', { as: await givenAdmin(world), params: { campaignId } });

describe('redeeming a claim at the counter', () => {
  it('answers 200 with the redeemed claim, and deletes its lease', async () => {
    const { staffId, campaign } = await givenMerchant(world);
    const reserved = (await reserve(campaign.id)).body;
    world.advance(seconds(90));
    const { status, body } = await redeem(staffId, reserved.id);
    const { title, summary, rules } = campaign;
    expect([status, body]).toEqual([
      200,
      {
        claim: { ...reserved, status: 'redeemed', redeemedAt: world.now().toISOString() },
        campaign: { title, summary, rules },
        canRedeem: false,
        obstacle: 'already_redeemed',
        today: 1,
        left: expect.any(Number),
        redeemedByCaller: true,
        undoUntil: later(world.now(), minutes(10)).toISOString(),
        undoId: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    ]);
    const { shards, leases } = await expectStockInvariants(world);
    expect(shards[0]).toMatchObject({ totalUnits: 10, freeUnits: 9, heldUnits: 0, redeemedUnits: 1 });
    expect(leases).toEqual([]);
  });

  it('repeats the answer for the same redemptionId, and refuses another one from everybody', async () => {
    const { workspaceId, staffId, campaign } = await givenMerchant(world);
    const colleague = await givenEmployee(world, { id: workspaceId }, { role: 'staff' });
    const { id } = await givenClaim(world, campaign);
    const redemptionId = newId();
    const first = await redeem(staffId, id, redemptionId);
    world.advance(seconds(3600));
    const before = await world.dump();
    const again = await redeem(staffId, id, redemptionId);
    expect([again.status, again.body.claim]).toEqual([200, first.body.claim]);
    // A copy of the code is shown to the same person and to a colleague.
    for (const as of [staffId, colleague.accountId])
      expect((await redeem(as, id)).body.code).toBe('already_redeemed');
    expect(await world.dump()).toEqual(before);
  });

  it('repeats the answer after the visitor has closed the account, until the erasure has removed the claim', async () => {
    const { staffId, campaign } = await givenMerchant(world);
    const held = await givenClaim(world, campaign);
    const redemptionId = newId();
    const first = await redeem(staffId, held.id, redemptionId);
    await world.call('requestDeletion', { as: held.accountId });
    const before = await world.item(claim.key(held));
    // Numbers follow a second later, without the claims of closed accounts.
    const { undoUntil: _, undoId: __, ...shown } = { ...first.body, today: expect.any(Number) };
    const again = await redeem(staffId, held.id, redemptionId);
    expect([again.status, again.body]).toEqual([200, shown]);
    // Nobody else learns that there was such a claim, and no other id hands it out.
    for (const [as, id] of [
      [newAccount(), redemptionId],
      [staffId, newId()],
    ] as const)
      expect((await redeem(as, held.id, id)).body.code).toBe('claim_not_found');
    expect((await world.call('getPartnerClaim', { as: staffId, params: { claimId: held.id } })).status).toBe(
      404,
    );
    expect(await world.item(claim.key(held))).toEqual(before);
    world.advance(minutes(2));
    world.setTime({ sleep: async () => {} });
    await world.run(eraseAccounts);
    expect((await redeem(staffId, held.id, redemptionId)).body.code).toBe('claim_not_found');
  });

  it('counts the gifts of a day for each campaign', async () => {
    const { workspaceId, staffId, campaign } = await givenMerchant(world);
    const other = await givenCampaign(world, { merchantTenantId: workspaceId });
    for (const gift of [campaign, campaign, other])
      expect((await redeem(staffId, (await givenClaim(world, gift)).id)).status).toBe(200);
    const [third, fourth] = [await givenClaim(world, campaign), await givenClaim(world, other)];
    const today = async (id: string) =>
      (await world.call('getPartnerClaim', { as: staffId, params: { claimId: id } })).body.today;
    expect([await today(third.id), await today(fourth.id)]).toEqual([2, 1]);
    const listed = await world.call('listMerchantCampaigns', { as: staffId, params: { workspaceId } });
    const counted = listed.body.campaigns.map((of: { id: string; today: number }) => [of.id, of.today]);
    expect(Object.fromEntries(counted)).toEqual({ [campaign.id]: 2, [other.id]: 1 });
    world.advance(days(1));
    expect(await today(third.id)).toBe(0);
  });

  it('stores no account that redeemed it', async () => {
    const { staffId, campaign } = await givenMerchant(world);
    const { id, accountId } = await givenClaim(world, campaign);
    await redeem(staffId, id);
    const stored = await world.item(claim.key({ accountId, campaignId: campaign.id }));
    expect(stored?.['redeemedBy']).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.stringify(stored)).not.toContain(staffId);
  });

  it('is refused for a claim of the same account', async () => {
    const { workspaceId, staffId, campaign } = await givenMerchant(world);
    const { accountId: owner } = await givenEmployee(world, { id: workspaceId }, { role: 'owner' });
    const { id } = (await reserve(campaign.id, staffId)).body;
    const before = await world.dump();
    expect((await redeem(staffId, id)).body.code).toBe('own_claim');
    expect(await world.dump()).toEqual(before);
    expect((await redeem(owner, id)).status).toBe(200);
    expect((await redeem(staffId, id)).body.code).toBe('own_claim');
  });

  refusesToo('redeemClaim', furtherRedemptionRefusals, () => world);

  it('fails when the shard holds no unit, and changes nothing', async () => {
    const { staffId, campaign } = await givenMerchant(world);
    const { id } = await givenClaim(world, campaign);
    const key = stockShard.key({ campaignId: campaign.id, shard: 0 });
    const stored = stockShard.parse((await world.item(key)) ?? {});
    await world.put(stockShard.stored({ ...stored, freeUnits: 10, heldUnits: 0 }));
    const before = await world.dump();
    expect((await redeem(staffId, id)).status).toBe(500);
    expect(await world.dump()).toEqual(before);
  });
});

describe('every rule is a condition of the write', () => {
  it.each<
    [string, string, (staffId: AccountId, claimantId: AccountId, workspaceId: string) => Promise<unknown>]
  >([
    [
      'claim_not_found',
      'the caller left the merchant',
      (accountId, _, workspaceId) =>
        givenEmployee(
          world,
          { id: workspaceId },
          { accountId, role: 'staff', endedAt: world.now().toISOString() },
        ),
    ],
    [
      'claim_not_found',
      'the account of the claim closed',
      (_, claimantId) => givenClosedAccount(world, claimantId),
    ],
    [
      'claim_expired',
      'a sweep released the unit',
      async () => {
        world.advance(seconds(600));
        await world.run(sweepLapsedLeases);
      },
    ],
  ])('%s when %s after the read', async (code, _, change) => {
    const { workspaceId, staffId, campaign } = await givenMerchant(world);
    const { id, accountId } = await givenClaim(world, campaign);
    meanwhile(world, () => change(staffId, accountId, workspaceId));
    expect((await redeem(staffId, id)).body.code).toBe(code);
    world.setFault(undefined);
    const { claims } = await expectStockInvariants(world);
    expect(claims.map(({ status }) => status)).not.toContain('redeemed');
  });

  it('shows a redeemed claim only while its redeemer has the role', async () => {
    const { workspaceId, staffId: accountId, campaign } = await givenMerchant(world);
    const { id } = await givenClaim(world, campaign);
    const redemptionId = newId();
    expect((await redeem(accountId, id, redemptionId)).status).toBe(200);
    const endedAt = world.now().toISOString();
    await givenEmployee(world, { id: workspaceId }, { accountId, role: 'staff', endedAt });
    expect((await redeem(accountId, id, redemptionId)).body.code).toBe('claim_not_found');
  });
});

describe('a campaign that ends between reservation, retry and redemption', () => {
  it.each<[string, (campaign: { id: string; endsAt: string }) => unknown]>([
    ['ended', ({ endsAt }) => world.setNow(new Date(endsAt))],
    ['was closed', ({ id }) => close(id)],
  ])('allows the redemption of earlier reservations after it %s, until they expire', async (_, end) => {
    const { staffId, campaign } = await givenMerchant(world, { reservationTtlSeconds: 4000 });
    const [a, b] = [newAccount(), newAccount()];
    const first = (await reserve(campaign.id, a)).body;
    const second = (await reserve(campaign.id, b)).body;
    await end(campaign);
    expect((await reserve(campaign.id)).body.code).toMatch(/^campaign_(ended|closed)$/);
    expect((await reserve(campaign.id, a)).body).toEqual(first);
    expect((await redeem(staffId, first.id)).body.claim.status).toBe('redeemed');
    expect((await reserve(campaign.id, a)).body.status).toBe('redeemed');

    world.setNow(later(new Date(second.expiresAt), -1));
    const before = await world.dump();
    world.advance(1);
    expect((await redeem(staffId, second.id)).body.code).toBe('claim_expired');
    expect((await reserve(campaign.id, b)).body.status).toBe('expired');
    expect(await world.dump()).toEqual(before);
    await expectStockInvariants(world);
  });

  it('allows redemption until the last millisecond of the reservation, and never after `redeemBy`', async () => {
    const redeemBy = later(world.now(), seconds(30)).toISOString();
    const { staffId, campaign } = await givenMerchant(world, { redeemBy, endsAt: redeemBy });
    const [first, second] = [(await reserve(campaign.id)).body, (await reserve(campaign.id)).body];
    world.advance(seconds(30) - 1);
    expect((await redeem(staffId, first.id)).status).toBe(200);
    world.advance(1);
    expect((await redeem(staffId, second.id)).body.code).toBe('claim_expired');
  });
});

describe('races of expiry, sweep and redemption', () => {
  it('accept one of twenty concurrent redemptions, and count the unit once', async () => {
    const { workspaceId, staffId, campaign } = await givenMerchant(world, { units: [1] });
    const { id } = await givenClaim(world, campaign);
    const colleagues = await Promise.all(
      Array.from({ length: 9 }, () => givenEmployee(world, { id: workspaceId }, { role: 'staff' })),
    );
    const callers = [staffId, ...colleagues.map(({ accountId }) => accountId)];
    const ids = new Map(callers.map((caller) => [caller, newId()]));
    const answers = await Promise.all(
      [...callers, ...callers].map((caller) => redeem(caller, id, ids.get(caller))),
    );
    // The winner gets the same response again.
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
    expect(answers.filter(({ body }) => body.code === 'already_redeemed')).toHaveLength(18);
    const { shards } = await expectStockInvariants(world);
    expect(shards[0]).toMatchObject({ freeUnits: 0, heldUnits: 0, redeemedUnits: 1 });
  });

  it('do not release a redeemed unit when the stream record of its lease comes late', async () => {
    const { staffId, campaign } = await givenMerchant(world, { reservationTtlSeconds: 60 });
    const held = await givenClaim(world, campaign);
    await givenClaim(world, campaign, { expiresAt: later(world.now(), seconds(61)).toISOString() });
    await redeem(staffId, held.id);
    world.advance(seconds(60));
    const before = await world.dump();
    expect(await world.run(releaseLapsedLease, removalOf(held))).toEqual({ batchItemFailures: [] });
    await world.run(sweepLapsedLeases);
    expect(await world.dump()).toEqual(before);
  });
});
