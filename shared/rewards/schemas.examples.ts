import { CAMPAIGN_ID, CLAIM_ID } from '../values/ids.examples.ts';
import { type Meanings, meaningsOf } from '../values/meanings.ts';
import { RewardClaim } from './schemas.ts';

export const claimMeanings = {
  id: 'The id of the claim',
  campaignId: 'The campaign of the claim',
  deliveryKind: 'How the gift is delivered',
  status: 'The state of the claim. `expired` also follows from the time alone.',
  reservedAt: 'When the gift was reserved',
  expiresAt: 'When the reservation expires if the gift is not collected',
  redeemedAt: 'When the gift was collected; omitted before',
} satisfies Meanings<typeof RewardClaim.shape>;

export const meanings = [meaningsOf(RewardClaim, claimMeanings)];

export const claim = {
  id: CLAIM_ID,
  campaignId: CAMPAIGN_ID,
  deliveryKind: 'physical_gift' as const,
  status: 'reserved' as const,
  reservedAt: '2026-03-02T02:15:09.412Z',
  expiresAt: '2026-03-03T02:15:09.412Z',
};
export const redeemedClaim = {
  ...claim,
  status: 'redeemed' as const,
  redeemedAt: '2026-03-02T04:31:50.007Z',
};
