import { failedLookups } from '../../../shared/rewards/claim-codes.ts';
import type { Claim } from '../../../shared/rewards/items.ts';
import { hours, later, minutes, typedCode } from '../../../shared/values/clock.ts';
import { ANNULMENT_MINUTES, MAX_FAILED_LOOKUPS } from '../../../shared/values/limits.ts';
import type { AccountId } from '../../../shared/values/resources.ts';
import { callsOf, type Outcome, signedIn, unsigned } from '../../cast/calls.ts';
import type { Scenario } from '../../cast/crowds.ts';
import { givenClosedAccount } from '../../given/accounts.ts';
import { type CampaignOverrides, givenCampaign, givenClaim, givenMerchant } from '../../given/rewards.ts';
import { givenEmployee } from '../../given/workspaces.ts';
import { newAccount, newId, type World } from '../../support/world.ts';

const reserveFrom =
  (overrides: (world: World) => CampaignOverrides): Scenario =>
  async (world) => {
    const { id } = await givenCampaign(world, overrides(world));
    return { as: newAccount(), params: { campaignId: id }, body: { claimId: newId() } };
  };

/** An account reserves the unit of an expired claim. */
const fromLapsed: Scenario = async (world) => {
  const campaign = await givenCampaign(world, { units: [1] });
  await givenClaim(world, campaign, { expiresAt: world.now().toISOString() });
  return { as: newAccount(), params: { campaignId: campaign.id }, body: { claimId: newId() } };
};

/** A claim and a staff member of its merchant, with the id of its redemption or a new one. */
export const atTheCounter =
  (
    more: (world: World, staffId: AccountId) => Promise<Partial<Claim>> | Partial<Claim> = () => ({}),
    redemptionId = newId(),
  ): Scenario =>
  async (world) => {
    const { staffId, campaign } = await givenMerchant(world);
    const { id } = await givenClaim(world, campaign, await more(world, staffId));
    return { as: staffId, params: { claimId: id }, body: { redemptionId } };
  };

const REDEMPTION = newId();
/** A claim that was redeemed under `REDEMPTION` just now. */
const redeemed = (more: (world: World, staffId: AccountId) => Partial<Claim> = () => ({})): Scenario =>
  atTheCounter(
    (world, staffId) => ({
      status: 'redeemed',
      redeemedAt: world.now().toISOString(),
      redemptionId: REDEMPTION,
      ...more(world, staffId),
    }),
    REDEMPTION,
  );

/** A look-up by the code of a claim that a member of staff cannot find. */
const lookup =
  (more: (world: World) => Partial<Claim> = () => ({})): Scenario =>
  async (world) => {
    const { staffId, workspaceId, campaign } = await givenMerchant(world);
    const { id } = await givenClaim(world, campaign, more(world));
    return { as: staffId, params: { workspaceId, code: typedCode(id) } };
  };

const staff = { ...unsigned, others: 'claim_not_found', 'merchant staff': 'ok' } as const;

export const claims = callsOf({
  reserveReward: {
    callers: signedIn,
    request: ({ campaign: campaignId }) => ({ params: { campaignId }, body: { claimId: newId() } }),
    by: 'other account',
    refusals: {
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
    rounds: 2,
    units: 15,
    mistakes: [
      { what: 'an id that is none', fields: { claimId: 'claim-1' }, said: 'body.claimId must be a UUID' },
    ],
    needsOpenAccount: true,
    crowds: [
      {
        where: 'a campaign of one shard',
        listedIn: ['REWARDS#OF-SHARD#'],
        setting: async (world) => {
          const { id: campaignId } = await givenCampaign(world);
          return async (as) => ({ as, params: { campaignId }, body: { claimId: newId() } });
        },
        meetOn: ["a stock shard's counters"],
      },
    ],
    furtherUses: [
      fromLapsed,
      // The first account has taken over the only unit.
      async (world) => {
        const first = await fromLapsed(world);
        await world.call('reserveReward', first);
        return { ...first, as: newAccount(), body: { claimId: newId() } };
      },
    ],
  },
  getClaim: {
    circle: 'own',
    callers: { ...unsigned, others: 'claim_not_found', patient: 'ok' },
    request: ({ campaign: campaignId }) => ({ params: { campaignId } }),
    refusals: {},
    rounds: 1,
    units: 2,
  },
  listClaims: {
    circle: 'own',
    callers: signedIn,
    request: () => ({ query: {} }),
    refusals: {},
    rounds: 1,
    units: 2,
  },
  getPartnerClaim: {
    circle: 'counter',
    readsInTown: ({ merchant, claims }) =>
      claims.map((claimId) => ({ place: merchant, params: { claimId } })),
    callers: staff,
    request: ({ claim: claimId }) => ({ params: { claimId } }),
    refusals: {},
    rounds: 2,
    units: 9,
  },
  findPartnerClaim: {
    circle: 'counter',
    readsInTown: ({ merchant: workspaceId, claims }) =>
      claims.map((claimId) => ({ place: workspaceId, params: { workspaceId, code: typedCode(claimId) } })),
    callers: staff,
    request: ({ claim, shop: workspaceId }) => ({ params: { workspaceId, code: typedCode(claim) } }),
    refusals: {
      too_many_lookups: async (world) => {
        const found = await lookup()(world);
        const hour = `${world.now().toISOString().slice(0, 13)}:00:00.000Z`;
        const failed = { accountId: found.as as AccountId, hour, failed: MAX_FAILED_LOOKUPS };
        await world.put(failedLookups.stored(failed));
        return found;
      },
    },
    rounds: 4,
    units: 15,
    mistakes: [
      {
        what: 'a code with other characters',
        params: { workspaceId: newId(), code: '0195f3ag' },
        said: 'path.code must have the characters 0 to 9 and a to f only',
      },
    ],
  },
  redeemClaim: {
    callers: staff,
    request: ({ claim: claimId }) => ({ params: { claimId }, body: { redemptionId: newId() } }),
    refusals: {
      own_claim: atTheCounter((_, accountId) => ({ accountId })),
      already_redeemed: atTheCounter(() => ({ status: 'redeemed' })),
      redemption_annulled: atTheCounter(() => ({ annulledIds: [newId(), REDEMPTION] }), REDEMPTION),
      claim_expired: atTheCounter((world) => ({ expiresAt: world.now().toISOString() })),
    },
    rounds: 3,
    units: 27,
    needsOpenAccount: true,
  },
  annulRedemption: {
    callers: staff,
    request: ({ redeemed: { claimId, redemptionId } }) => ({ params: { claimId }, body: { redemptionId } }),
    refusals: {
      own_claim: redeemed((_, accountId) => ({ accountId })),
      not_redeemed: atTheCounter(() => ({ status: 'redeemed' })),
      annulment_too_late: redeemed((world) => ({
        redeemedAt: later(world.now(), -minutes(ANNULMENT_MINUTES)).toISOString(),
      })),
      annulled_twice: redeemed(() => ({ annulledIds: [newId(), newId()] })),
    },
    mistakes: [
      {
        what: 'no id',
        fields: { redemptionId: undefined },
        said: 'body must have either redemptionId or undoId',
      },
    ],
    rounds: 3,
    units: 27,
    needsOpenAccount: true,
  },
});

/** More scenarios in which a redemption is refused. */
export const furtherRedemptionRefusals: readonly {
  readonly refusal: Outcome<'redeemClaim'>;
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
      return { as: other?.() ?? staffId, params: { claimId: id }, body: { redemptionId: newId() } };
    },
  })),
  {
    refusal: 'claim_not_found',
    because: 'the caller works for another merchant',
    scenario: async (world) => {
      const { staffId } = await givenMerchant(world);
      const { campaign } = await givenMerchant(world);
      const { id } = await givenClaim(world, campaign);
      return { as: staffId, params: { claimId: id }, body: { redemptionId: newId() } };
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
      return { as: accountId, params: { claimId: id }, body: { redemptionId: newId() } };
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
  readonly refusal: Outcome<'reserveReward'>;
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
    because: 'it is closed, although the unit of an expired claim could be taken over',
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
  ).map(([refusal, overrides]) => ({
    refusal,
    because: 'that is so, although the unit of an expired claim could be taken over',
    scenario: async (world: World) => {
      const campaign = await givenCampaign(world, { units: [1], ...overrides });
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
