import { beforeAll, describe, expect, it } from 'vitest';
import type { AccountId } from '../../../shared/values/resources.ts';
import { givenCampaign, givenClaim } from '../../given/rewards.ts';
import { newAccount, newId, newWorld, type World } from '../../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await newWorld();
});

describe("the caller's claim in a campaign", () => {
  it.each([
    ['reserved', {}, {}],
    ['expired', { expiresAt: '2031-03-14T04:00:00.000Z' }, {}],
    ['redeemed', { status: 'redeemed' }, { status: 'closed', endsAt: '2031-03-14T04:00:00.000Z' }],
  ] as const)('is shown as in the list: %s', async (status, overrides, ofCampaign) => {
    const campaign = await givenCampaign(world, ofCampaign);
    await givenClaim(world, campaign);
    const { id, accountId } = await givenClaim(world, campaign, overrides);
    const { body } = await world.call('getClaim', { as: accountId, params: { campaignId: campaign.id } });
    expect(body).toMatchObject({ id, status });
    expect((await world.call('listClaims', { as: accountId })).body.claims).toEqual([body]);
  });

  it('is unknown to everybody else, and in every other campaign', async () => {
    const { accountId, campaignId } = await givenClaim(world, await givenCampaign(world));
    const codeFor = async (as: AccountId, id: string) =>
      (await world.call('getClaim', { as, params: { campaignId: id } })).body.code;
    expect(await codeFor(newAccount(), campaignId)).toBe('claim_not_found');
    expect(await codeFor(accountId, (await givenCampaign(world)).id)).toBe('claim_not_found');
    expect(await codeFor(accountId, newId())).toBe('claim_not_found');
  });
});
