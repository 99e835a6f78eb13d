import type { ExamplesOf } from '../../../shared/contract/examples.ts';
import { claim, claimMeanings, redeemedClaim } from '../../../shared/rewards/schemas.examples.ts';
import { CAMPAIGN_ID, CLAIM_ID, CURSOR } from '../../../shared/values/ids.examples.ts';
import { meaningsOf, parametersOf } from '../../../shared/values/meanings.ts';
import { nextCursor, page } from '../../../shared/values/resources.examples.ts';
import { definition } from '../campaigns/schemas.examples.ts';
import type * as contract from './contract.ts';
import { ClaimAtTheCounter, getPartnerClaim, listClaims, redeemClaim, reserveReward } from './contract.ts';

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
  meaningsOf(ClaimAtTheCounter, {
    ...claimMeanings,
    campaign: {
      meaning: 'What the claim is for',
      properties: {
        title: 'The title of the campaign',
        rules: 'The rules of the campaign, as plain text of several lines',
        imagePath: 'The https address of the picture; omitted if there is none',
      },
    },
    canRedeem: 'Whether the caller can redeem the claim now',
    obstacle: 'Why the caller cannot redeem it; omitted if they can',
  }),
  parametersOf(getPartnerClaim.params, shownClaim),
  parametersOf(redeemClaim.params, shownClaim),
];

const { title, rules, imagePath } = definition;

export const examples = {
  reserveReward: { body: { claimId: CLAIM_ID }, success: { 200: claim, 201: claim } },
  listClaims: { success: { 200: { claims: [claim], nextCursor: CURSOR } } },
  getPartnerClaim: {
    success: {
      200: {
        ...redeemedClaim,
        campaign: { title, rules, imagePath },
        canRedeem: false,
        obstacle: 'already_redeemed',
      },
    },
  },
  redeemClaim: { success: { 200: redeemedClaim } },
} satisfies ExamplesOf<typeof contract>;
