import type { Examples } from './example.ts';
import { CAMPAIGN_ID, CLAIM_ID, EVENT_ID } from './names.ts';

const definition = {
  merchantTenantId: 'a3bb189e-8bf9-4c8f-9f4e-2b8f3d9c6e15',
  eventId: EVENT_ID,
  title: 'Botol air Jalan Sihat',
  summary: 'A steel water bottle for everyone who joins the walk at Tasik Titiwangsa.',
  rules:
    'One bottle for each account. Collect it at the counter by the main gate; show the claim on your phone.',
  startsAt: '2026-03-01T00:00:00.000Z',
  endsAt: '2026-03-31T15:59:59.000Z',
  redeemBy: '2026-04-07T15:59:59.000Z',
  timezone: 'Asia/Kuala_Lumpur',
  reservationTtlSeconds: 86_400,
  requiresVerifiedIdentity: false,
  imagePath: '/campaigns/botol-air.webp',
};

const campaign = {
  ...definition,
  id: CAMPAIGN_ID,
  deliveryKind: 'physical_gift' as const,
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

const redeemed = { ...claim, status: 'redeemed' as const, redeemedAt: '2026-03-02T04:31:50.007Z' };

const stock = { stockUnits: 150, stockShards: 2 };

const draft = {
  ...definition,
  ...stock,
  id: CAMPAIGN_ID,
  status: 'draft' as const,
  version: 1,
  deliveryKind: 'physical_gift' as const,
  createdAt: '2026-02-20T03:00:00.000Z',
  updatedAt: '2026-02-20T03:00:00.000Z',
};

const published = {
  ...draft,
  status: 'published' as const,
  version: 2,
  updatedAt: '2026-02-25T08:12:44.190Z',
  publishedAt: '2026-02-25T08:12:44.190Z',
};

const closedAt = '2026-03-20T10:00:00.000Z';

export const examples = {
  listCampaigns: { success: { 200: { campaigns: [{ ...campaign, ownClaim: claim }] } } },
  reserveReward: { body: { claimId: CLAIM_ID }, success: { 200: claim, 201: claim } },
  listClaims: { success: { 200: { claims: [claim] } } },
  getPartnerClaim: {
    success: {
      200: {
        ...claim,
        campaign: { title: definition.title, rules: definition.rules, imagePath: definition.imagePath },
        canRedeem: true,
      },
    },
  },
  redeemClaim: { success: { 200: redeemed } },
  createCampaign: { body: { ...definition, ...stock }, success: { 201: draft } },
  listPlatformCampaigns: { success: { 200: { campaigns: [draft] } } },
  getPlatformCampaign: {
    success: {
      200: { ...published, stock: { total: 150, free: 147, held: 1, lapsed: 1, redeemed: 1 } },
    },
  },
  updateCampaign: {
    body: { ...definition, ...stock, version: 1 },
    success: { 200: { ...draft, version: 2 } },
  },
  publishCampaign: { success: { 200: published } },
  closeCampaign: { success: { 200: { ...published, status: 'closed', updatedAt: closedAt, closedAt } } },
  restockCampaign: {
    body: { restockId: '0195f8b0-1d2c-7e11-9c3a-5f0e7a6b4d22', units: 50 },
    success: { 200: { ...published, stockUnits: 200 } },
  },
} satisfies Partial<Examples>;
