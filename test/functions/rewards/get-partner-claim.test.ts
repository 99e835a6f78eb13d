import { beforeEach, describe, expect, it } from 'vitest';
import { givenClaim, givenMerchant } from '../../given/rewards.ts';
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
    expect([status, body]).toEqual([
      200,
      {
        id,
        campaignId: campaign.id,
        deliveryKind: 'physical_gift',
        status: 'reserved',
        reservedAt: expect.any(String),
        expiresAt: expect.any(String),
        canRedeem: true,
        campaign: { title: campaign.title, rules: campaign.rules, imagePath },
      },
    ]);
    expect(JSON.stringify(body)).not.toContain(accountId);
  });

  const { own_claim, already_redeemed, claim_expired } = claims.redeemClaim.refusals;
  it.each([
    { because: 'nothing', scenario: atTheCounter() },
    { because: 'an own claim', scenario: own_claim },
    { because: 'an earlier redemption', scenario: already_redeemed },
    { because: 'its expiry', scenario: claim_expired },
    {
      because: 'an unknown id',
      scenario: async () => ({ as: newAccount(), params: { claimId: newId() } }),
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
