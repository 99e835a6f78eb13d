import { beforeAll, describe, expect, it } from 'vitest';
import { givenCampaign, givenClaim } from '../../given/rewards.ts';
import { newAccount, newWorld, type World } from '../../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await newWorld();
});

describe("the list of the caller's own claims", () => {
  it('contains all of them with their current status, and no others', async () => {
    const accountId = newAccount();
    const at = world.now().toISOString();
    const made = new Map<string, string>();
    for (const [status, more] of [
      ['reserved', {}],
      ['expired', { expiresAt: at }],
      ['expired', { status: 'expired' }],
      ['redeemed', { status: 'redeemed' }],
    ] as const) {
      const campaign = await givenCampaign(world);
      await givenClaim(world, campaign);
      made.set((await givenClaim(world, campaign, { accountId, ...more })).id, status);
    }
    const { body } = await world.call('listClaims', { as: accountId });
    const all: { id: string; campaignId: string; status: string }[] = body.claims;
    expect(new Map(all.map(({ id, status }) => [id, status]))).toEqual(made);
    expect(all.map(({ campaignId }) => campaignId)).toEqual(all.map(({ campaignId }) => campaignId).sort());
  });

  it('shows when a claim was redeemed, but not by whom', async () => {
    const campaign = await givenCampaign(world);
    const { id, accountId, reservedAt, expiresAt, redeemedAt } = await givenClaim(world, campaign, {
      status: 'redeemed',
    });
    expect((await world.call('listClaims', { as: accountId, query: {} })).body).toEqual({
      claims: [
        {
          id,
          campaignId: campaign.id,
          deliveryKind: 'physical_gift',
          status: 'redeemed',
          reservedAt,
          expiresAt,
          redeemedAt,
        },
      ],
    });
  });
});
