import * as z from 'zod/mini';
import { contract } from '../../../shared/contract.ts';
import { MOST_PUBLISHED_CAMPAIGNS, SIGNED_OUT_CACHE_SECONDS } from '../../../shared/limits.ts';
import { count, Timestamp, Uuid } from '../../../shared/resources.ts';
import { RewardClaim } from '../../../shared/schemas/rewards.ts';

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
