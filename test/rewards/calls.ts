import { hours, later } from '../../shared/clock.ts';
import type { RefusalScenarios, Scenario, ValidCalls } from '../support/calls.ts';
import { type CampaignWish, givenCampaign, givenClaim } from '../support/given.ts';
import { newAccount, newId, type World } from '../support/world.ts';

type Operations = 'listCampaigns' | 'reserveReward';

const reserveFrom =
  (wish: (world: World) => CampaignWish): Scenario =>
  async (world) => {
    const { id } = await givenCampaign(world, wish(world));
    return { as: newAccount(), params: { campaignId: id }, body: { claimId: newId() } };
  };

export const validCalls: ValidCalls<Operations> = {
  listCampaigns: async (world) => {
    await givenCampaign(world);
    return { as: newAccount() };
  },
  reserveReward: reserveFrom(() => ({})),
};

export const refusalScenarios: RefusalScenarios<Operations> = {
  listCampaigns: {},
  reserveReward: {
    campaign_not_found: async () => ({
      as: newAccount(),
      params: { campaignId: newId() },
      body: { claimId: newId() },
    }),
    verified_identity_required: reserveFrom(() => ({ requiresVerifiedIdentity: true })),
    not_started: reserveFrom((world) => ({ startsAt: later(world.now(), 1).toISOString() })),
    campaign_ended: reserveFrom((world) => ({ endsAt: world.now().toISOString() })),
    campaign_closed: reserveFrom(() => ({ status: 'closed' })),
    out_of_stock: async (world) => {
      const campaign = await givenCampaign(world, { units: [1, 1] });
      await givenClaim(world, campaign, { shard: 0 });
      await givenClaim(world, campaign, { shard: 1, status: 'redeemed' });
      return { as: newAccount(), params: { campaignId: campaign.id }, body: { claimId: newId() } };
    },
    claim_id_taken: async (world) => {
      const campaign = await givenCampaign(world);
      const { id } = await givenClaim(world, campaign);
      return { as: newAccount(), params: { campaignId: campaign.id }, body: { claimId: id } };
    },
  },
};

/** Further ways to a refusal that the interface or the design names. */
export const furtherRefusals: readonly {
  readonly refusal: keyof (typeof refusalScenarios)['reserveReward'];
  readonly because: string;
  readonly scenario: Scenario;
}[] = [
  {
    refusal: 'campaign_not_found',
    because: 'the campaign is a draft',
    scenario: reserveFrom(() => ({ status: 'draft' })),
  },
  {
    refusal: 'claim_id_taken',
    because: "the UUID belongs to the caller's claim on another campaign",
    scenario: async (world) => {
      const { id, accountId } = await givenClaim(world, await givenCampaign(world));
      const other = await givenCampaign(world);
      return { as: accountId, params: { campaignId: other.id }, body: { claimId: id } };
    },
  },
  {
    refusal: 'campaign_closed',
    because: 'it is closed, although a lapsed unit could be taken over',
    scenario: async (world) => {
      const campaign = await givenCampaign(world, { units: [1], isOpen: false });
      await givenClaim(world, campaign, { expiresAt: world.now().toISOString() });
      return { as: newAccount(), params: { campaignId: campaign.id }, body: { claimId: newId() } };
    },
  },
  ...(
    [
      ['not_started', { startsAt: '2031-03-14T04:00:00.001Z' }],
      ['verified_identity_required', { requiresVerifiedIdentity: true }],
    ] as const
  ).map(([refusal, wish]) => ({
    refusal,
    because: 'that is so, although a lapsed unit could be taken over',
    scenario: async (world: World) => {
      const campaign = await givenCampaign(world, { units: [1], ...wish });
      await givenClaim(world, campaign, { expiresAt: world.now().toISOString() });
      return { as: newAccount(), params: { campaignId: campaign.id }, body: { claimId: newId() } };
    },
  })),
  {
    refusal: 'campaign_ended',
    because: 'the last day of collection has come before the end',
    scenario: reserveFrom((world) => ({
      endsAt: later(world.now(), hours(1)).toISOString(),
      redeemBy: world.now().toISOString(),
    })),
  },
];
