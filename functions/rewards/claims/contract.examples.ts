import type { ExamplesOf } from '../../../shared/contract/examples.ts';
import { undoIdOf } from '../../../shared/rewards/items.ts';
import { claim, redeemedClaim } from '../../../shared/rewards/schemas.examples.ts';
import { typedCode } from '../../../shared/values/clock.ts';
import {
  CAMPAIGN_ID,
  CLAIM_ID,
  CURSOR,
  MERCHANT_ID,
  REDEMPTION_ID,
} from '../../../shared/values/ids.examples.ts';
import { meaningsOf, parametersOf } from '../../../shared/values/meanings.ts';
import { nextCursor, page } from '../../../shared/values/resources.examples.ts';
import { definition } from '../campaigns/schemas.examples.ts';
import type * as contract from './contract.ts';
import {
  annulRedemption,
  ClaimForStaff,
  findPartnerClaim,
  getPartnerClaim,
  listClaims,
  redeemClaim,
  reserveReward,
} from './contract.ts';

const shownClaim = {
  claimId: { meaning: "The id of the claim, as shown on the customer's phone", example: CLAIM_ID },
};

export const meanings = [
  parametersOf(reserveReward.params, {
    campaignId: { meaning: 'The id of the campaign', example: CAMPAIGN_ID },
  }),
  meaningsOf(reserveReward.body, {
    claimId: 'An id of your choice for the claim. Repeat it when you retry.',
  }),
  parametersOf(listClaims.query, page),
  meaningsOf(listClaims.success[200], {
    claims: 'The claims of this page, by the id of their campaign',
    nextCursor,
  }),
  meaningsOf(ClaimForStaff, {
    claim: 'The claim',
    campaign: {
      meaning: 'What to hand out',
      properties: {
        title: 'The title of the campaign',
        summary: 'The gift in a sentence or two',
        rules: 'The rules of the campaign, as plain text of several lines',
        imagePath: 'The https address of the picture; omitted if there is none',
      },
    },
    canRedeem: 'Whether the caller can redeem the claim now',
    obstacle: 'Why the caller cannot redeem it; omitted if they can',
    today: 'The gifts of this campaign that were handed out today, in Malaysian time; about a second old',
    left: 'The units of the campaign that can still be reserved; about a second old',
    redeemedByCaller: 'Whether the caller has redeemed the claim; omitted unless it is redeemed',
    undoUntil: 'Until when the redemption can be annulled; omitted if it cannot',
    undoId: 'The id with which all staff can annul the redemption; omitted if it cannot be annulled',
  }),
  parametersOf(getPartnerClaim.params, shownClaim),
  parametersOf(findPartnerClaim.params, {
    workspaceId: { meaning: 'The merchant workspace', example: MERCHANT_ID },
    code: {
      meaning: "The eight characters under the QR code: the beginning of the SHA-256 of the claim's id",
      example: typedCode(CLAIM_ID),
    },
  }),
  parametersOf(redeemClaim.params, shownClaim),
  meaningsOf(redeemClaim.body, {
    redemptionId: 'An id of your choice for this redemption. Repeat it when you retry.',
  }),
  meaningsOf(annulRedemption.body, {
    redemptionId: 'The id with which the claim was redeemed',
    undoId: {
      meaning: 'The `undoId` of an answer, instead of the `redemptionId`',
      example: undoIdOf(REDEMPTION_ID),
    },
  }),
];

const { title, summary, rules, imagePath } = definition;
const campaign = { title, summary, rules, imagePath };
const redemption = { redemptionId: REDEMPTION_ID };
const open = { claim, campaign, canRedeem: true, today: 41, left: 118 };
const redeemed = {
  claim: redeemedClaim,
  campaign,
  canRedeem: false,
  obstacle: 'already_redeemed' as const,
  today: 42,
  left: 118,
  redeemedByCaller: true,
  undoUntil: '2026-03-02T04:41:50.007Z',
  undoId: undoIdOf(REDEMPTION_ID),
};

export const examples = {
  reserveReward: { body: { claimId: CLAIM_ID }, success: { 200: claim, 201: claim } },
  getClaim: { success: { 200: claim } },
  listClaims: { success: { 200: { claims: [claim], nextCursor: CURSOR } } },
  getPartnerClaim: { success: { 200: open } },
  findPartnerClaim: { success: { 200: open } },
  redeemClaim: { body: redemption, success: { 200: redeemed } },
  annulRedemption: { body: redemption, success: { 200: open } },
} satisfies ExamplesOf<typeof contract>;
