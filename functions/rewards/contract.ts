import * as z from 'zod/mini';
import { contract } from '../../shared/contract.ts';
import { MOST_PUBLISHED_CAMPAIGNS } from '../../shared/limits.ts';
import { count, pageOf, pageQuery, Timestamp, Uuid } from '../../shared/resources.ts';

export const RewardClaim = z.strictObject({
  id: Uuid,
  campaignId: Uuid,
  deliveryKind: z.literal('physical_gift'),
  status: z.enum(['reserved', 'redeemed', 'expired']),
  reservedAt: Timestamp,
  expiresAt: Timestamp,
  redeemedAt: z.optional(Timestamp),
});

/** What a campaign offers, as its readers and its administrators see it. */
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
  summary: 'List the published welcome campaigns',
  description: `At most ${MOST_PUBLISHED_CAMPAIGNS}, by start. A signed-in caller finds their own claim with each campaign. A claim counts per account and campaign, not per person. A unit whose reservation has lapsed counts as available at that very second.`,
  caller: 'optional',
  success: {
    200: z.strictObject({ campaigns: z.array(RewardCampaign).check(z.maxLength(MOST_PUBLISHED_CAMPAIGNS)) }),
  },
  refusals: {},
  touches: {
    table: { 'REWARDS#STOCK#': ['Query'], 'REWARDS#ACCOUNT#': ['Query'] },
    gsi1: ['REWARDS#PUBLISHED'],
  },
});

export const reserveReward = contract({
  operationId: 'reserveReward',
  area: 'rewards',
  method: 'POST',
  path: '/v1/rewards/campaigns/{campaignId}/claims',
  summary: 'Reserve one welcome reward for the caller',
  description:
    'Retry with the same claimId. 201 with a new reservation; 200 with the claim that the account already has for the campaign, also when it has lapsed, been redeemed, or the campaign is over: another claimId never reserves a second unit.',
  caller: 'account',
  params: z.strictObject({ campaignId: Uuid }),
  body: z.strictObject({ claimId: Uuid }),
  success: { 200: RewardClaim, 201: RewardClaim },
  refusals: {
    campaign_not_found: [404, 'There is no such published campaign.'],
    verified_identity_required: [
      403,
      'The campaign requires a verified identity, which no account can have yet.',
    ],
    not_started: [409, 'The campaign has not started.'],
    campaign_ended: [409, 'The campaign is over.'],
    campaign_closed: [409, 'The campaign was closed.'],
    out_of_stock: [409, 'Every unit is reserved or redeemed; a reservation that lapses frees its unit.'],
    claim_id_taken: [409, 'The claimId belongs to another account or campaign; make a new UUID.'],
  },
  touches: {
    table: {
      'REWARDS#CAMPAIGN#': ['BatchGetItem'],
      'REWARDS#ACCOUNT#': ['BatchGetItem', 'GetItem', 'PutItem', 'UpdateItem'],
      'REWARDS#CLAIM-ID#': ['PutItem'],
      'REWARDS#STOCK#': ['Query', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'],
      'ACCOUNT#': ['ConditionCheckItem'],
    },
  },
});

export const listClaims = contract({
  operationId: 'listClaims',
  area: 'rewards',
  method: 'GET',
  path: '/v1/rewards/claims',
  summary: "List the caller's claims",
  description:
    'One for each campaign that was claimed, redeemed and expired ones too, in the order of the campaign ids.',
  caller: 'account',
  query: z.object(pageQuery),
  success: { 200: pageOf('claims', RewardClaim) },
  refusals: {},
  paged: true,
  settings: ['CURSOR_SECRET'],
  touches: { table: { 'REWARDS#ACCOUNT#': ['Query'] } },
});

export const redeemClaim = contract({
  operationId: 'redeemClaim',
  area: 'rewards',
  method: 'POST',
  path: '/v1/partner/claims/{claimId}/redemption',
  summary: 'Redeem a claim at the counter',
  description:
    "For staff and owners of the campaign's merchant, by the role that they hold when the request comes; to anyone else there is no such claim. 200 again for the account that redeemed it. A reservation is good until it lapses, also when its campaign has ended or was closed.",
  caller: 'account',
  params: z.strictObject({ claimId: Uuid }),
  success: { 200: RewardClaim },
  refusals: {
    claim_not_found: [404, 'There is no such claim on a campaign of a merchant that you work for.'],
    own_claim: [409, 'Nobody redeems their own claim; ask a colleague.'],
    already_redeemed: [409, 'A colleague has redeemed the claim.'],
    claim_expired: [409, 'The reservation has lapsed.'],
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
