import { marshall } from '@aws-sdk/util-dynamodb';
import { type Campaign, type Claim, lease, leaseOf } from '../../../shared/rewards/items.ts';
import type { StreamEvent } from '../../../shared/runtime/worker-handler.ts';
import { hours, later } from '../../../shared/values/clock.ts';
import type { AccountId } from '../../../shared/values/resources.ts';
import {
  type CampaignWish,
  countPublished,
  givenAdmin,
  givenCampaign,
  givenClaim,
  givenClosedAccount,
  givenClub,
  givenEmployee,
  givenEvent,
  givenMerchant,
  givenWorkspace,
} from '../../support/given.ts';
import type { RefusalScenarios, Scenario, ValidCalls } from '../../support/request-fixtures.ts';
import { newAccount, newId, type World } from '../../support/world.ts';

const reserveFrom =
  (wish: (world: World) => CampaignWish): Scenario =>
  async (world) => {
    const { id } = await givenCampaign(world, wish(world));
    return { as: newAccount(), params: { campaignId: id }, body: { claimId: newId() } };
  };

/** The body with which an administrator creates a campaign of an existing merchant and exhibition. */
export async function givenDefinition(world: World) {
  const { id: merchantTenantId } = await givenWorkspace(world, 'merchant');
  const { id: eventId } = await givenEvent(world, await givenClub(world));
  return {
    merchantTenantId,
    eventId,
    title: 'Botol air percuma',
    summary: 'A reusable water bottle for new walkers.',
    rules: 'One bottle per account. Show the claim at the booth.',
    startsAt: later(world.now(), hours(1)).toISOString(),
    endsAt: later(world.now(), hours(48)).toISOString(),
    redeemBy: later(world.now(), hours(72)).toISOString(),
    timezone: 'Asia/Kuching',
    reservationTtlSeconds: 600,
    requiresVerifiedIdentity: false,
    imagePath: '/campaigns/botol-air.webp',
    stockUnits: 45,
    stockShards: 4,
  };
}

/** The request that corrects some fields of a published campaign. */
export function correctionOf(published: Campaign, changes: Partial<Campaign>) {
  const { id, status, freeUnits, deliveryKind, createdAt, updatedAt, publishedAt, ...sent } = published;
  return { params: { campaignId: id }, body: { ...sent, ...changes } };
}

const creating =
  (change: object = {}): Scenario =>
  async (world) => ({
    as: await givenAdmin(world),
    body: { ...(await givenDefinition(world)), ...change },
  });

const changing =
  (wish: CampaignWish, change: object = {}): Scenario =>
  async (world) => {
    const { id } = await givenCampaign(world, { status: 'draft', ...wish });
    const { as, body } = await creating({ version: 1, ...change })(world);
    return { as, body, params: { campaignId: id } };
  };

const withCampaign =
  (wish: CampaignWish = {}, body?: object): Scenario =>
  async (world) => {
    const { id } = await givenCampaign(world, wish);
    return { as: await givenAdmin(world), params: { campaignId: id }, ...(body && { body }) };
  };

const withoutCampaign =
  (body?: object): Scenario =>
  async (world) => ({
    as: await givenAdmin(world),
    params: { campaignId: newId() },
    ...(body && { body }),
  });

const restocking = { restockId: '0195f8b0-1d2c-7e11-9c3a-5f0e7a6b4d22', units: 5 };

/** A claim and a staff member of its merchant. */
const atTheCounter =
  (
    more: (world: World, staffId: AccountId) => Promise<Partial<Claim>> | Partial<Claim> = () => ({}),
  ): Scenario =>
  async (world) => {
    const { staffId, campaign } = await givenMerchant(world);
    const { id } = await givenClaim(world, campaign, await more(world, staffId));
    return { as: staffId, params: { claimId: id } };
  };

export const validCalls = {
  listCampaigns: async (world) => {
    await givenCampaign(world);
    return { as: newAccount() };
  },
  reserveReward: reserveFrom(() => ({})),
  listClaims: async (world) => {
    const { accountId } = await givenClaim(world, await givenCampaign(world));
    return { as: accountId, query: {} };
  },
  getPartnerClaim: atTheCounter(),
  redeemClaim: atTheCounter(),
  createCampaign: creating(),
  listPlatformCampaigns: async (world) => ({ as: await givenAdmin(world), query: { status: 'draft' } }),
  getPlatformCampaign: withCampaign(),
  updateCampaign: changing({}),
  publishCampaign: withCampaign({ status: 'draft' }),
  closeCampaign: withCampaign(),
  restockCampaign: withCampaign({}, restocking),
} satisfies Partial<ValidCalls>;

export const refusalScenarios = {
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
  listClaims: {},
  getPartnerClaim: { claim_not_found: async () => ({ as: newAccount(), params: { claimId: newId() } }) },
  redeemClaim: {
    claim_not_found: async () => ({ as: newAccount(), params: { claimId: newId() } }),
    own_claim: atTheCounter((_, accountId) => ({ accountId })),
    already_redeemed: atTheCounter(() => ({ status: 'redeemed' })),
    claim_expired: atTheCounter((world) => ({ expiresAt: world.now().toISOString() })),
  },
  createCampaign: {
    unknown_merchant: creating({ merchantTenantId: newId() }),
    unknown_event: creating({ eventId: newId() }),
  },
  listPlatformCampaigns: {},
  getPlatformCampaign: { campaign_not_found: withoutCampaign() },
  updateCampaign: {
    campaign_not_found: async (world) => ({
      ...(await changing({})(world)),
      params: { campaignId: newId() },
    }),
    campaign_closed: changing({ status: 'closed' }),
    fixed_by_publication: changing({ status: 'published' }),
    version_conflict: changing({ version: 2 }),
    unknown_merchant: changing({}, { merchantTenantId: newId() }),
    unknown_event: changing({}, { eventId: newId() }),
  },
  publishCampaign: {
    campaign_not_found: withoutCampaign(),
    not_draft: withCampaign(),
    campaign_over: withCampaign({ status: 'draft', endsAt: '2031-03-14T04:00:00.000Z' }),
    exhibition_not_public: async (world) => {
      const { id } = await givenEvent(world, await givenClub(world, { visibility: 'private' }));
      return withCampaign({ status: 'draft', eventId: id })(world);
    },
    too_many_published: async (world) => {
      await countPublished(world, 100);
      return withCampaign({ status: 'draft' })(world);
    },
  },
  closeCampaign: { campaign_not_found: withoutCampaign(), not_published: withCampaign({ status: 'closed' }) },
  restockCampaign: {
    campaign_not_found: withoutCampaign(restocking),
    not_published: withCampaign({ status: 'closed' }, restocking),
    restock_id_taken: async (world) => {
      const sent = await withCampaign({}, restocking)(world);
      await world.call('restockCampaign', sent);
      return { ...sent, body: { ...restocking, units: 6 } };
    },
  },
} satisfies Partial<RefusalScenarios>;

/** The stream's record of a lease that TTL has deleted. */
export const removalOf = (held: Claim): Partial<StreamEvent> => ({
  Records: [
    {
      eventName: 'REMOVE',
      dynamodb: { SequenceNumber: '1', OldImage: marshall(lease.stored(leaseOf(held))) },
    },
  ],
});

/** More scenarios in which a redemption is refused. */
export const furtherRedemptionRefusals: readonly {
  readonly refusal: keyof (typeof refusalScenarios)['redeemClaim'] | 'account_closed';
  readonly because: string;
  readonly scenario: Scenario;
}[] = [
  ...(
    [
      ['does not work for the merchant', {}, () => newAccount()],
      ['worked for the merchant and has left', { endedAt: '2031-03-14T03:00:00.000Z' }, undefined],
      ['is a member without a role at the counter', { role: 'member' }, undefined],
      ['is an HR administrator of the workspace', { role: 'hr_admin' }, undefined],
    ] as const
  ).map(([who, edge, other]) => ({
    refusal: 'claim_not_found' as const,
    because: `the caller ${who}`,
    scenario: async (world: World) => {
      const { workspaceId, staffId, campaign } = await givenMerchant(world);
      await givenEmployee(world, { id: workspaceId }, { accountId: staffId, role: 'staff', ...edge });
      const { id } = await givenClaim(world, campaign);
      return { as: other?.() ?? staffId, params: { claimId: id } };
    },
  })),
  {
    refusal: 'claim_not_found',
    because: 'the caller works for another merchant',
    scenario: async (world) => {
      const { staffId } = await givenMerchant(world);
      const { campaign } = await givenMerchant(world);
      const { id } = await givenClaim(world, campaign);
      return { as: staffId, params: { claimId: id } };
    },
  },
  {
    refusal: 'claim_not_found',
    because: 'the account of the claim is closed',
    scenario: atTheCounter(async (world) => ({ accountId: await givenClosedAccount(world) })),
  },
  {
    refusal: 'claim_not_found',
    because: 'it is their own, and they do not work for the merchant',
    scenario: async (world) => {
      const { id, accountId } = await givenClaim(world, (await givenMerchant(world)).campaign);
      return { as: accountId, params: { claimId: id } };
    },
  },
  {
    refusal: 'own_claim',
    because: 'it is their own, and has expired',
    scenario: atTheCounter((world, accountId) => ({ accountId, expiresAt: world.now().toISOString() })),
  },
  {
    refusal: 'own_claim',
    because: 'it is their own, and a colleague has redeemed it',
    scenario: atTheCounter((_, accountId) => ({ accountId, status: 'redeemed' })),
  },
  {
    refusal: 'claim_expired',
    because: 'a sweep has released its unit',
    scenario: atTheCounter(() => ({ status: 'expired' })),
  },
];

/** More scenarios of refusals. */
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
      ['campaign_ended', { endsAt: '2031-03-14T04:00:00.000Z' }],
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
