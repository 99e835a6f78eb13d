import type { Examples } from './example.ts';
import { CAMPAIGN_ID, CLAIM_ID, EVENT_ID } from './names.ts';

const campaign = {
  id: CAMPAIGN_ID,
  merchantTenantId: 'a3bb189e-8bf9-4c8f-9f4e-2b8f3d9c6e15',
  eventId: EVENT_ID,
  title: 'Botol air Jalan Sihat',
  summary: 'A steel water bottle for everyone who joins the walk at Tasik Titiwangsa.',
  rules:
    'One bottle for each account. Collect it at the counter by the main gate; show the claim on your phone.',
  deliveryKind: 'physical_gift' as const,
  startsAt: '2026-03-01T00:00:00.000Z',
  endsAt: '2026-03-31T15:59:59.000Z',
  redeemBy: '2026-04-07T15:59:59.000Z',
  timezone: 'Asia/Kuala_Lumpur',
  reservationTtlSeconds: 86_400,
  requiresVerifiedIdentity: false,
  imagePath: '/campaigns/botol-air.webp',
  claimPolicy: 'per_merchant' as const,
  claimRestricted: false,
  limitBasis: 'account' as const,
  availableStock: 148,
  availability: 'available' as const,
};

const claim = {
  id: CLAIM_ID,
  campaignId: CAMPAIGN_ID,
  deliveryKind: 'physical_gift' as const,
  status: 'reserved' as const,
  reservedAt: '2026-03-02T02:15:09.412Z',
  expiresAt: '2026-03-03T02:15:09.412Z',
};

export const examples: Examples<'listCampaigns' | 'reserveReward'> = {
  listCampaigns: { success: { 200: { campaigns: [{ ...campaign, ownClaim: claim }] } } },
  reserveReward: { body: { claimId: CLAIM_ID }, success: { 200: claim, 201: claim } },
};
