import type { ExamplesOf } from '../../../shared/contract/examples.ts';
import { CAMPAIGN_ID, CURSOR, JOIN_CODE } from '../../../shared/values/ids.examples.ts';
import { meaningsOf, parametersOf } from '../../../shared/values/meanings.ts';
import { nextCursor, page } from '../../../shared/values/resources.examples.ts';
import type * as contract from './contract.ts';
import {
  createCampaign,
  getPlatformCampaign,
  listCampaigns,
  listEventCampaigns,
  listPlatformCampaigns,
  restockCampaign,
  updateCampaign,
  withdrawStock,
} from './contract.ts';
import { closed, draft, draftInput, draftMeanings, published, rewardCampaign } from './schemas.examples.ts';

export const meanings = [
  meaningsOf(listCampaigns.success[200], { campaigns: 'The published campaigns, by their start' }),
  parametersOf(listEventCampaigns.params, {
    code: { meaning: 'The code of the exhibition', example: JOIN_CODE },
  }),
  meaningsOf(listEventCampaigns.success[200], {
    campaigns: 'The published campaigns of the exhibition, by their start',
  }),
  meaningsOf(createCampaign.body, draftMeanings),
  parametersOf(listPlatformCampaigns.query, {
    ...page,
    status: { meaning: 'The status of the listed campaigns', example: 'draft' },
  }),
  meaningsOf(listPlatformCampaigns.success[200], {
    campaigns: 'The campaigns of this page, the latest start first',
    nextCursor,
  }),
  parametersOf(getPlatformCampaign.params, {
    campaignId: { meaning: 'The id of the campaign', example: CAMPAIGN_ID },
  }),
  meaningsOf(updateCampaign.body, {
    ...draftMeanings,
    version: 'The version that the change is based on, so that nobody overwrites an unseen change',
  }),
  meaningsOf(restockCampaign.body, {
    restockId: 'An id of your choice for the delivery. Repeat it when you retry.',
    units: 'The number of gifts to add',
  }),
  meaningsOf(withdrawStock.body, {
    withdrawalId: 'An id of your choice for the withdrawal. Repeat it when you retry.',
    units: 'The number of gifts to withdraw',
    reason: 'Why they cannot be handed out',
  }),
];

export const examples = {
  listCampaigns: { success: { 200: { campaigns: [rewardCampaign] } } },
  listEventCampaigns: { success: { 200: { campaigns: [rewardCampaign] } } },
  createCampaign: { body: draftInput, success: { 201: draft } },
  listPlatformCampaigns: {
    success: {
      200: {
        campaigns: [
          { ...draft, stock: { total: 0, free: 0, held: 0, lapsed: 0, redeemed: 0, withdrawn: 0 } },
        ],
        nextCursor: CURSOR,
      },
    },
  },
  getPlatformCampaign: {
    success: {
      200: { ...closed, stock: { total: 150, free: 147, held: 1, lapsed: 1, redeemed: 1, withdrawn: 0 } },
    },
  },
  updateCampaign: { body: { ...draftInput, version: 1 }, success: { 200: { ...draft, version: 2 } } },
  publishCampaign: { success: { 200: published } },
  closeCampaign: { success: { 200: closed } },
  restockCampaign: {
    body: { restockId: '0195f8b0-1d2c-7e11-9c3a-5f0e7a6b4d22', units: 50 },
    success: { 200: { ...published, stockUnits: 200 } },
  },
  withdrawStock: {
    body: { withdrawalId: '0195f8b0-1d2c-7e11-9c3a-5f0e7a6b4d23', units: 3, reason: 'broken' },
    success: { 200: { ...published, stockUnits: 147 } },
  },
} satisfies ExamplesOf<typeof contract>;
