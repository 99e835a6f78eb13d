import * as z from 'zod/mini';
import { contract } from '../../../shared/contract/contract.ts';
import { RewardClaim, TypedCode } from '../../../shared/rewards/schemas.ts';
import { ANNULMENT_MINUTES } from '../../../shared/values/limits.ts';
import { count, pageOf, pageQuery, Timestamp, Uuid } from '../../../shared/values/resources.ts';

const ofCampaign = z.strictObject({ campaignId: Uuid });

export const reserveReward = contract({
  operationId: 'reserveReward',
  area: 'rewards',
  method: 'POST',
  path: '/v1/rewards/campaigns/{campaignId}/claims',
  summary: 'Reserve one welcome reward for the caller',
  description:
    'Use the same `claimId` for every retry. The response is 201 for a new reservation. If the account already has a claim in the campaign, the response is 200 with that claim, even if it has expired or was redeemed, or if the campaign has ended. Another `claimId` never reserves a second unit.',
  caller: 'account',
  params: ofCampaign,
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
      'REWARDS#CLAIM-CODE#': ['PutItem'],
      'REWARDS#STOCK#': ['BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'],
      'ACCOUNT#': ['ConditionCheckItem'],
    },
    gsi1: ['REWARDS#OF-SHARD#'],
  },
});

export const getClaim = contract({
  operationId: 'getClaim',
  area: 'rewards',
  method: 'GET',
  path: '/v1/rewards/campaigns/{campaignId}/claim',
  summary: "Get the caller's claim in a campaign",
  description:
    'For a phone that waits at the counter until its claim is redeemed. A claim is shown also when its campaign has ended or was closed.',
  caller: 'account',
  params: ofCampaign,
  success: { 200: RewardClaim },
  refusals: { claim_not_found: [404, 'The caller has no claim in this campaign.'] },
  touches: { table: { 'REWARDS#ACCOUNT#': ['GetItem'] } },
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

const UndoId = z.string().check(z.regex(/^[0-9a-f]{64}$/));

export const ClaimForStaff = z.strictObject({
  claim: RewardClaim,
  campaign: z.strictObject({
    title: z.string(),
    summary: z.string(),
    rules: z.string(),
    imagePath: z.optional(z.string()),
  }),
  canRedeem: z.boolean(),
  obstacle: z.optional(z.enum(['own_claim', 'already_redeemed', 'claim_expired'])),
  today: count(),
  left: count(),
  redeemedByCaller: z.optional(z.boolean()),
  undoUntil: z.optional(Timestamp),
  undoId: z.optional(UndoId),
});

const claim_not_found = [
  404,
  "The claim does not exist, or the caller does not work for the campaign's merchant.",
] as const;
const own_claim = [409, 'Callers cannot hand out their own gifts. Ask a colleague.'] as const;

const params = z.strictObject({ claimId: Uuid });

/** What is read for the staff. */
const readsOfStaff = {
  'REWARDS#ACCOUNT#': ['GetItem'],
  'REWARDS#CAMPAIGN#': ['GetItem'],
  'REWARDS#HOLDS#': ['Query'],
  'WORKSPACE#ACCOUNT#': ['GetItem'],
  'WORKSPACE#REPORT#': ['GetItem'],
  'ACCOUNT#': ['GetItem'],
} as const;

export const getPartnerClaim = contract({
  operationId: 'getPartnerClaim',
  area: 'rewards',
  method: 'GET',
  path: '/v1/partner/claims/{claimId}',
  summary: 'See what a claim is for, before the gift is handed out',
  description:
    "Only staff and owners of the campaign's merchant workspace see a claim; everyone else gets 404. `canRedeem` holds for the caller at this moment. Reading reserves nothing: redeem the claim before you hand out the gift.",
  caller: 'account',
  params,
  success: { 200: ClaimForStaff },
  refusals: { claim_not_found },
  touches: { table: { ...readsOfStaff, 'REWARDS#CLAIM-CODE#': ['GetItem'] } },
});

export const findPartnerClaim = contract({
  operationId: 'findPartnerClaim',
  area: 'rewards',
  method: 'GET',
  path: '/v1/partner/workspaces/{workspaceId}/claims/{code}',
  summary: 'Find a claim by the code under its QR code',
  description:
    "For a claim that cannot be scanned. The code is the beginning of the SHA-256 of the claim's id. Only claims of this merchant are found, and only by its staff and owners; an expired one only if no other has the code. A member of staff has 20 look-ups an hour that find nothing.",
  caller: 'account',
  params: z.strictObject({ workspaceId: Uuid, code: TypedCode }),
  success: { 200: ClaimForStaff },
  refusals: {
    claim_not_found: [
      404,
      'No claim of this merchant has the code, several claims have it, or the caller does not work for the merchant. Scan the QR code.',
    ],
    too_many_lookups: [429, 'Too many look-ups have found nothing. Scan QR codes until the next full hour.'],
  },
  watched: ['too_many_lookups'],
  touches: {
    table: {
      ...readsOfStaff,
      'REWARDS#CLAIM-CODE#': ['Query'],
      'REWARDS#LOOKUPS#': ['UpdateItem'],
    },
  },
});

/** What a redemption and its annulment have in common. */
const redemption = {
  area: 'rewards',
  method: 'POST',
  caller: 'account',
  params,
  success: { 200: ClaimForStaff },
} as const;
const touchesOfRedemption = {
  ...readsOfStaff,
  'REWARDS#CLAIM-CODE#': ['GetItem'],
  'REWARDS#ACCOUNT#': ['GetItem', 'UpdateItem'],
  'WORKSPACE#ACCOUNT#': ['GetItem', 'ConditionCheckItem'],
  'ACCOUNT#': ['GetItem', 'ConditionCheckItem'],
  'NOTICE#': ['PutItem'],
} as const;

export const redeemClaim = contract({
  ...redemption,
  operationId: 'redeemClaim',
  body: z.strictObject({ redemptionId: Uuid }),
  path: '/v1/partner/claims/{claimId}/redemption',
  summary: 'Redeem a claim at the counter',
  description:
    "Only staff and owners of the campaign's merchant workspace can redeem; everyone else gets 404. Choose a new `redemptionId` for each gift that you hand out, and repeat it when you retry: the response is 200 again. Any other id gets 409, from the same member of staff, too, so nobody hands out a second gift. A reservation is valid until it expires, even if its campaign has ended or was closed. After the visitor has closed the account, a repetition is answered until the erasure has removed the claim.",
  refusals: {
    claim_not_found,
    own_claim,
    already_redeemed: [409, 'The claim was already redeemed, with another redemptionId. Hand out nothing.'],
    redemption_annulled: [409, 'The redemption with this id was annulled. Choose a new redemptionId.'],
    claim_expired: [409, 'The reservation has expired.'],
  },
  touches: {
    table: { ...touchesOfRedemption, 'REWARDS#STOCK#': ['UpdateItem', 'DeleteItem'] },
  },
});

export const annulRedemption = contract({
  ...redemption,
  operationId: 'annulRedemption',
  body: z.strictObject({ redemptionId: z.optional(Uuid), undoId: z.optional(UndoId) }).check(
    z.refine(({ redemptionId, undoId }) => (redemptionId === undefined) !== (undoId === undefined), {
      error: 'must have either redemptionId or undoId',
    }),
    z.meta({ minProperties: 1 }),
  ),
  path: '/v1/partner/claims/{claimId}/redemption/annulment',
  summary: `Take back a redemption of the last ${ANNULMENT_MINUTES} minutes`,
  description:
    "For a wrong scan or a broken gift. Staff and owners of the merchant can take back each other's redemptions, at most two for each claim: name one by its `redemptionId`, or by the `undoId` that the answers of the counter have while it can be taken back. Until the reservation expires, the customer can collect the gift again; afterwards the claim is expired and the unit is free. Repeating the call changes nothing.",
  refusals: {
    claim_not_found,
    own_claim,
    not_redeemed: [409, 'The claim is not redeemed under this id.'],
    annulment_too_late: [409, `The redemption was more than ${ANNULMENT_MINUTES} minutes ago.`],
    annulled_twice: [409, 'The claim has been taken back twice already, which is the limit.'],
  },
  touches: {
    table: { ...touchesOfRedemption, 'REWARDS#STOCK#': ['UpdateItem', 'PutItem'] },
  },
});
