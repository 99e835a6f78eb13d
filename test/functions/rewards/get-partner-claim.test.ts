import { beforeEach, describe, expect, it } from 'vitest';
import { hours, later, minutes } from '../../../shared/values/clock.ts';
import type { AccountId } from '../../../shared/values/resources.ts';
import { givenClaim, givenMerchant } from '../../given/rewards.ts';
import { givenEmployee } from '../../given/workspaces.ts';
import { newAccount, newId, newWorld, type World } from '../../support/world.ts';
import { atTheCounter, claims, furtherRedemptionRefusals } from './claims.calls.ts';

let world: World;
beforeEach(async () => {
  world = await newWorld();
});

describe('a claim at the counter', () => {
  it('shows what it is for and nothing of the person', async () => {
    const imagePath = 'https://images.example.my/botol.webp';
    const { staffId, campaign } = await givenMerchant(world, { imagePath });
    const { id, accountId } = await givenClaim(world, campaign);
    const { status, body } = await world.call('getPartnerClaim', { as: staffId, params: { claimId: id } });
    const { title, summary, rules } = campaign;
    expect([status, body]).toEqual([
      200,
      {
        claim: {
          id,
          campaignId: campaign.id,
          deliveryKind: 'physical_gift',
          status: 'reserved',
          reservedAt: expect.any(String),
          expiresAt: expect.any(String),
        },
        campaign: { title, summary, rules, imagePath },
        canRedeem: true,
        today: 0,
        left: expect.any(Number),
      },
    ]);
    expect(JSON.stringify(body)).not.toContain(accountId);
  });

  it('shows by whom and until when a redemption can be annulled', async () => {
    const { workspaceId, staffId, campaign } = await givenMerchant(world);
    const { accountId: colleague } = await givenEmployee(world, { id: workspaceId }, { role: 'staff' });
    const { id } = await givenClaim(world, campaign);
    const show = async (as: AccountId) =>
      (await world.call('getPartnerClaim', { as, params: { claimId: id } })).body;
    const body = { redemptionId: newId() };
    await world.call('redeemClaim', { as: staffId, params: { claimId: id }, body });
    const redeemedAt = world.now();
    const undoUntil = later(redeemedAt, minutes(10)).toISOString();
    expect(await show(staffId)).toMatchObject({ redeemedByCaller: true, undoUntil });
    expect(await show(colleague)).toMatchObject({ redeemedByCaller: false, undoUntil });
    world.setNow(later(redeemedAt, minutes(10)));
    expect(await show(staffId)).toMatchObject({ claim: { redeemedAt: redeemedAt.toISOString() } });
    expect(await show(staffId)).not.toHaveProperty('undoUntil');
  });

  it('counts the gifts of the merchant by the day of their redemption, and the units that are left', async () => {
    const endsAt = later(world.now(), hours(48)).toISOString();
    const { staffId, campaign } = await givenMerchant(world, { units: [3], endsAt, redeemBy: endsAt });
    const claims = [];
    for (let n = 0; n < 3; n++) claims.push(await givenClaim(world, campaign));
    const [first, second, third] = claims.map(({ id }) => id);
    const redeem = (claimId = '') =>
      world.call('redeemClaim', { as: staffId, params: { claimId }, body: { redemptionId: newId() } });
    const show = async () =>
      (await world.call('getPartnerClaim', { as: staffId, params: { claimId: third ?? '' } })).body;
    await redeem(first);
    expect(await show()).toMatchObject({ today: 1, left: 0 });
    expect((await redeem(second)).body).toMatchObject({ today: 2, left: 0 });
    // The reservation of the third expires, and the next Malaysian day begins.
    world.advance(hours(24));
    expect(await show()).toMatchObject({ today: 0, left: 1 });
  });

  const { own_claim, already_redeemed, claim_expired } = claims.redeemClaim.refusals;
  it.each([
    { because: 'nothing', scenario: atTheCounter() },
    { because: 'an own claim', scenario: own_claim },
    { because: 'an earlier redemption', scenario: already_redeemed },
    { because: 'its expiry', scenario: claim_expired },
    {
      because: 'an unknown id',
      scenario: async () => ({
        as: newAccount(),
        params: { claimId: newId() },
        body: { redemptionId: newId() },
      }),
    },
    ...furtherRedemptionRefusals,
  ])('says in advance what its redemption would answer: $because', async ({ scenario }) => {
    const sent = await scenario(world);
    const shown = await world.call('getPartnerClaim', sent);
    const redeemed = await world.call('redeemClaim', sent);
    if (shown.status === 200) {
      expect(shown.body.obstacle).toBe(redeemed.body.code);
      expect(shown.body.canRedeem).toBe(redeemed.status === 200);
    } else expect([shown.status, shown.body.code]).toEqual([redeemed.status, redeemed.body.code]);
  });
});
