import * as z from 'zod/mini';
import { contract } from '../../../shared/contract/contract.ts';
import { RewardClaim } from '../../../shared/rewards/schemas.ts';
import { pageOf, pageQuery, Uuid } from '../../../shared/values/resources.ts';

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
