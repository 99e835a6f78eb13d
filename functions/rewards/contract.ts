import * as z from 'zod/mini';
import { contract } from '../../shared/contract.ts';
import { MOST_PUBLISHED_CAMPAIGNS, SIGNED_OUT_CACHE_SECONDS } from '../../shared/limits.ts';
import { count, pageOf, pageQuery, Timestamp, Uuid } from '../../shared/resources.ts';
import { RewardClaim } from '../../shared/schemas/rewards.ts';

/** The terms of a campaign, which the public and the platform endpoints both return. */
export const campaignTerms = {
  merchantTenantId: Uuid,
  eventId: Uuid,
  title: z.string(),
  summary: z.string(),
  rules: z.string(),
  deliveryKind: z.literal('physical_gift'),
  startsAt: Timestamp,
  endsAt: Timestamp,
  redeemBy: Timestamp,
  timezone: z.string(),
  reservationTtlSeconds: z.int().check(z.minimum(1)),
  requiresVerifiedIdentity: z.boolean(),
  imagePath: z.optional(z.string()),
};

export const RewardCampaign = z.strictObject({
  id: Uuid,
  ...campaignTerms,
  claimPolicy: z.literal('per_merchant'),
  claimRestricted: z.boolean(),
  limitBasis: z.literal('account'),
  availableStock: count(),
  availability: z.enum(['upcoming', 'available', 'out_of_stock', 'ended']),
  ownClaim: z.optional(RewardClaim),
});

export const listCampaigns = contract({
  operationId: 'listCampaigns',
  area: 'rewards',
  method: 'GET',
  path: '/v1/rewards/campaigns',
  summary: 'List the published welcome reward campaigns',
  description: `At most ${MOST_PUBLISHED_CAMPAIGNS} campaigns are listed, sorted by their start. Signed-in callers get their own claim with each campaign. Claims are limited per account and campaign, not per person. \`availableStock\` follows reservations and restocks within about a second. The unit of an expired reservation counts as available from the second of its expiry. Without a token, the response may be up to ${SIGNED_OUT_CACHE_SECONDS} seconds old.`,
  caller: 'optional',
  caching: 'signed_out',
  success: {
    200: z.strictObject({ campaigns: z.array(RewardCampaign).check(z.maxLength(MOST_PUBLISHED_CAMPAIGNS)) }),
  },
  refusals: {},
  touches: {
    table: { 'REWARDS#ACCOUNT#': ['Query'] },
    gsi1: ['REWARDS#PUBLISHED'],
    gsi2: ['REWARDS#HELD#'],
  },
});

export const reserveReward = contract({
  operationId: 'reserveReward',
  area: 'rewards',
  method: 'POST',
  path: '/v1/rewards/campaigns/{campaignId}/claims',
  summary: 'Reserve one welcome reward for the caller',
  description:
    'Use the same `claimId` for every retry. The response is 201 for a new reservation. If the account already has a claim in the campaign, the response is 200 with that claim, even if it has expired or was redeemed, or if the campaign has ended. Another `claimId` never reserves a second unit.',
  caller: 'account',
  params: z.strictObject({ campaignId: Uuid }),
  body: z.strictObject({ claimId: Uuid }),
  success: { 200: RewardClaim, 201: RewardClaim },
  refusals: {
    campaign_not_found: [404, 'No published campaign has this id.'],
    verified_identity_required: [
      403,
      'The campaign requires a verified identity, which no account can have yet.',
    ],
    not_started: [409, 'The campaign has not started.'],
    campaign_ended: [409, 'The campaign has ended.'],
    campaign_closed: [409, 'The campaign has been closed.'],
    out_of_stock: [
      409,
      'All units are reserved or redeemed. A unit becomes available when a reservation expires.',
    ],
    claim_id_taken: [409, 'The claimId is used for another account or campaign. Generate a new UUID.'],
  },
  touches: {
    table: {
      'REWARDS#CAMPAIGN#': ['BatchGetItem'],
      'REWARDS#ACCOUNT#': ['BatchGetItem', 'GetItem', 'PutItem', 'UpdateItem'],
      'REWARDS#CLAIM-ID#': ['PutItem'],
      'REWARDS#STOCK#': ['BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'],
      'ACCOUNT#': ['ConditionCheckItem'],
    },
    gsi1: ['REWARDS#OF-SHARD#'],
  },
});

export const listClaims = contract({
  operationId: 'listClaims',
  area: 'rewards',
  method: 'GET',
  path: '/v1/rewards/claims',
  summary: "List the caller's claims",
  description:
    'The caller has at most one claim per campaign. Redeemed and expired claims are included. The list is sorted by campaign id.',
  caller: 'account',
  query: z.object(pageQuery),
  success: { 200: pageOf('claims', RewardClaim) },
  refusals: {},
  paged: true,
  settings: ['CURSOR_SECRET'],
  touches: { table: { 'REWARDS#ACCOUNT#': ['Query'] } },
});

export const ClaimAtTheCounter = z.extend(RewardClaim, {
  campaign: z.strictObject({ title: z.string(), rules: z.string(), imagePath: z.optional(z.string()) }),
  canRedeem: z.boolean(),
  obstacle: z.optional(z.enum(['own_claim', 'already_redeemed', 'claim_expired'])),
});

const claim_not_found = [
  404,
  "The claim does not exist, or the caller does not work for the campaign's merchant.",
] as const;

export const getPartnerClaim = contract({
  operationId: 'getPartnerClaim',
  area: 'rewards',
  method: 'GET',
  path: '/v1/partner/claims/{claimId}',
  summary: 'See what a claim is for, before the gift is handed out',
  description:
    "Only staff and owners of the campaign's merchant workspace see a claim; everyone else gets 404. `canRedeem` holds for the caller at this moment. Reading reserves nothing: redeem the claim before you hand out the gift.",
  caller: 'account',
  params: z.strictObject({ claimId: Uuid }),
  success: { 200: ClaimAtTheCounter },
  refusals: { claim_not_found },
  touches: {
    table: {
      'REWARDS#CLAIM-ID#': ['GetItem'],
      'REWARDS#ACCOUNT#': ['GetItem'],
      'REWARDS#CAMPAIGN#': ['GetItem'],
      'WORKSPACE#ACCOUNT#': ['GetItem'],
      'ACCOUNT#': ['GetItem'],
    },
  },
});

export const redeemClaim = contract({
  operationId: 'redeemClaim',
  area: 'rewards',
  method: 'POST',
  path: '/v1/partner/claims/{claimId}/redemption',
  summary: 'Redeem a claim at the counter',
  description:
    "Only staff and owners of the campaign's merchant workspace can redeem; everyone else gets 404. The role is checked at each request. If the account that redeemed the claim repeats the call, the response is 200 again. A reservation is valid until it expires, even if its campaign has ended or was closed.",
  caller: 'account',
  params: z.strictObject({ claimId: Uuid }),
  success: { 200: RewardClaim },
  refusals: {
    claim_not_found,
    own_claim: [409, 'Callers cannot redeem their own claims. Ask a colleague.'],
    already_redeemed: [409, 'A colleague has already redeemed the claim.'],
    claim_expired: [409, 'The reservation has expired.'],
  },
  touches: {
    table: {
      'REWARDS#CLAIM-ID#': ['GetItem'],
      'REWARDS#ACCOUNT#': ['GetItem', 'UpdateItem'],
      'REWARDS#STOCK#': ['UpdateItem', 'DeleteItem'],
      'WORKSPACE#ACCOUNT#': ['ConditionCheckItem'],
      'ACCOUNT#': ['ConditionCheckItem'],
    },
  },
});
