import * as z from 'zod/mini';
import { event_cancelled, event_not_found, JoinCode } from '../../../shared/community/schemas.ts';
import { contract } from '../../../shared/contract/contract.ts';
import { WithdrawalReason } from '../../../shared/rewards/campaign-items.ts';
import { CampaignStatus } from '../../../shared/rewards/items.ts';
import {
  LEAST_UNITS_OF_A_SHARD,
  MAX_PUBLISHED_CAMPAIGNS,
  MAX_UNITS_AT_ONCE,
  SIGNED_OUT_CACHE_SECONDS,
  written,
} from '../../../shared/values/limits.ts';
import { count, pageOf, pageQuery, Uuid, version } from '../../../shared/values/resources.ts';
import {
  draft,
  draftFields,
  PlatformCampaign,
  RewardCampaign,
  StockedCampaign,
  timesAreInOrder,
  units,
} from './schemas.ts';

export const listCampaigns = contract({
  operationId: 'listCampaigns',
  area: 'rewards',
  method: 'GET',
  path: '/v1/rewards/campaigns',
  summary: 'List the published welcome reward campaigns',
  description: `At most ${MAX_PUBLISHED_CAMPAIGNS} campaigns are listed, sorted by their start. Signed-in callers get their own claim with each campaign. Claims are limited per account and campaign, not per person. \`availableStock\` follows reservations and restocks within about a second. The unit of an expired reservation counts as available at most ten seconds later. Without a token, the response may be up to ${SIGNED_OUT_CACHE_SECONDS} seconds old.`,
  caller: 'optional',
  caching: 'signed_out',
  success: {
    200: z.strictObject({ campaigns: z.array(RewardCampaign).check(z.maxLength(MAX_PUBLISHED_CAMPAIGNS)) }),
  },
  refusals: {},
  touches: {
    table: { 'REWARDS#ACCOUNT#': ['Query'], 'REWARDS#HOLDS#': ['Query'] },
    gsi1: ['REWARDS#PUBLISHED'],
  },
});

export const listEventCampaigns = contract({
  operationId: 'listEventCampaigns',
  area: 'rewards',
  method: 'GET',
  path: '/v1/community/events/{code}/campaigns',
  summary: 'List the published campaigns of an exhibition',
  description: `For everybody who sees the exhibition, and otherwise like \`listCampaigns\`. Without a token, the response may be up to ${SIGNED_OUT_CACHE_SECONDS} seconds old.`,
  caller: 'optional',
  caching: 'signed_out',
  params: z.strictObject({ code: JoinCode }),
  success: { 200: z.strictObject({ campaigns: z.array(RewardCampaign) }) },
  refusals: { event_not_found, event_cancelled },
  touches: {
    table: {
      'COMMUNITY#ACCOUNT#': ['BatchGetItem'],
      'COMMUNITY#CLUB#': ['BatchGetItem'],
      'COMMUNITY#EVENT#': ['GetItem'],
      'REWARDS#ACCOUNT#': ['Query'],
      'REWARDS#CAMPAIGN#': ['BatchGetItem'],
      'REWARDS#HOLDS#': ['Query'],
      'REWARDS#OF-EVENT#': ['Query'],
    },
  },
});

const unknown_merchant = [409, 'No merchant workspace has the id merchantTenantId.'] as const;
const unknown_event = [409, 'No exhibition has the id eventId.'] as const;

export const createCampaign = contract({
  operationId: 'createCampaign',
  area: 'rewards',
  method: 'POST',
  path: '/v1/platform/campaigns',
  summary: 'Create a draft campaign',
  description: `Only administrators see a draft. Publishing it creates the stock. \`stockShards\` divides the stock of a campaign with many concurrent callers: each shard serves about 25 reservations per second and needs at least ${LEAST_UNITS_OF_A_SHARD} units.`,
  caller: 'platform_admin',
  body: draft,
  success: { 201: PlatformCampaign },
  refusals: { unknown_merchant, unknown_event },
  touches: {
    table: {
      'REWARDS#CAMPAIGN#': ['PutItem'],
      'REWARDS#OF-EVENT#': ['PutItem'],
      'WORKSPACE#ID#': ['ConditionCheckItem'],
      'COMMUNITY#EVENT-ID#': ['ConditionCheckItem'],
    },
  },
});

export const listPlatformCampaigns = contract({
  operationId: 'listPlatformCampaigns',
  area: 'rewards',
  method: 'GET',
  path: '/v1/platform/campaigns',
  summary: 'List all campaigns with one status',
  description: 'The campaign with the latest start comes first. The stock is about a second old.',
  caller: 'platform_admin',
  query: z.object({ ...pageQuery, status: CampaignStatus }),
  success: { 200: pageOf('campaigns', StockedCampaign) },
  refusals: {},
  paged: true,
  settings: ['CURSOR_SECRET'],
  touches: {
    table: { 'REWARDS#HOLDS#': ['Query'] },
    gsi1: ['REWARDS#DRAFT', 'REWARDS#PUBLISHED', 'REWARDS#CLOSED'],
  },
});

const params = z.strictObject({ campaignId: Uuid });
const campaign_not_found = [404, 'The campaign does not exist.'] as const;

export const getPlatformCampaign = contract({
  operationId: 'getPlatformCampaign',
  area: 'rewards',
  method: 'GET',
  path: '/v1/platform/campaigns/{campaignId}',
  summary: 'Get a campaign with its stock',
  description:
    'Campaigns in every state are returned; the stock of a draft is 0. `lapsed` counts the units of expired reservations, at most ten seconds late. They do not count as `held`, and the next caller can reserve them.',
  caller: 'platform_admin',
  params,
  success: { 200: StockedCampaign },
  refusals: { campaign_not_found },
  touches: {
    table: {
      'REWARDS#CAMPAIGN#': ['GetItem'],
      'REWARDS#HOLDS#': ['Query'],
      'REWARDS#STOCK#': ['BatchGetItem'],
    },
  },
});

export const updateCampaign = contract({
  operationId: 'updateCampaign',
  area: 'rewards',
  method: 'PUT',
  path: '/v1/platform/campaigns/{campaignId}',
  summary: 'Change a draft, or correct a published campaign',
  description: `Send all fields, and the \`version\` that the change is based on. The response has the next version. A draft can have at most ${written(MAX_UNITS_AT_ONCE)} units. After publication, only the texts and the image can change, and \`endsAt\` and \`redeemBy\` can become later. Existing reservations keep their \`expiresAt\`. Restocks and withdrawals do not raise the version, so \`stockUnits\` may then be any number that the campaign can have had since, and changes nothing: from the number at publication without all withdrawn units to the present number with them.`,
  caller: 'platform_admin',
  params,
  // After restocks and withdrawals, a published campaign can have more and fewer units than a draft.
  body: z.strictObject({ ...draftFields, stockUnits: count(), version: version() }).check(timesAreInOrder),
  success: { 200: PlatformCampaign },
  refusals: {
    campaign_not_found,
    campaign_closed: [409, 'A closed campaign cannot be changed.'],
    fixed_by_publication: [
      409,
      'After publication, only title, summary, rules and imagePath can change, and endsAt and redeemBy can become later.',
    ],
    version_conflict: [409, 'The campaign has been changed since. Read it again.'],
    unknown_merchant,
    unknown_event,
  },
  touches: {
    table: {
      'REWARDS#CAMPAIGN#': ['GetItem', 'PutItem', 'UpdateItem'],
      'REWARDS#OF-EVENT#': ['PutItem', 'DeleteItem'],
      'REWARDS#STOCK#': ['UpdateItem'],
      'WORKSPACE#ID#': ['ConditionCheckItem'],
      'COMMUNITY#EVENT-ID#': ['ConditionCheckItem'],
    },
  },
});

export const publishCampaign = contract({
  operationId: 'publishCampaign',
  area: 'rewards',
  method: 'POST',
  path: '/v1/platform/campaigns/{campaignId}/publication',
  summary: 'Publish a draft campaign',
  description: `The campaign becomes visible to everyone, and its stock is created. Its exhibition must be visible to everyone, too; if the exhibition is unpublished later, the campaign stays open. At most ${MAX_PUBLISHED_CAMPAIGNS} campaigns can be published at a time. Repeating the call changes nothing.`,
  caller: 'platform_admin',
  params,
  success: { 200: PlatformCampaign },
  refusals: {
    campaign_not_found,
    not_draft: [409, 'A closed campaign cannot be published.'],
    campaign_over: [409, 'The endsAt or redeemBy of the campaign has passed.'],
    exhibition_not_public: [
      409,
      'Publish the exhibition and its club first. The club must be approved and public.',
    ],
    too_many_published: [409, `${MAX_PUBLISHED_CAMPAIGNS} campaigns are already published. Close one first.`],
  },
  touches: {
    table: {
      'REWARDS#CAMPAIGN#': ['GetItem', 'PutItem'],
      'REWARDS#OF-EVENT#': ['PutItem'],
      'REWARDS#STOCK#': ['PutItem'],
      'REWARDS#PUBLISHED-COUNT': ['UpdateItem'],
      'COMMUNITY#EVENT-ID#': ['GetItem'],
      'COMMUNITY#EVENT#': ['GetItem', 'ConditionCheckItem'],
      'COMMUNITY#CLUB#': ['ConditionCheckItem'],
    },
  },
});

export const closeCampaign = contract({
  operationId: 'closeCampaign',
  area: 'rewards',
  method: 'DELETE',
  path: '/v1/platform/campaigns/{campaignId}/publication',
  summary: 'Close a published campaign or a draft',
  description:
    'Closing is permanent. The campaign leaves the public list, and new reservations are refused. Existing reservations can be redeemed until they expire. A closed draft can never be published.',
  caller: 'platform_admin',
  params,
  success: { 200: PlatformCampaign },
  refusals: {
    campaign_not_found,
    not_published: [409, 'The campaign is already closed, or has just been changed.'],
  },
  touches: {
    table: {
      'REWARDS#CAMPAIGN#': ['GetItem', 'PutItem', 'UpdateItem'],
      'REWARDS#OF-EVENT#': ['PutItem'],
      'REWARDS#STOCK#': ['UpdateItem'],
      'REWARDS#PUBLISHED-COUNT': ['UpdateItem'],
    },
  },
});

export const restockCampaign = contract({
  operationId: 'restockCampaign',
  area: 'rewards',
  method: 'POST',
  path: '/v1/platform/campaigns/{campaignId}/stock',
  summary: 'Add units to a published campaign',
  description:
    'The units are divided evenly among the shards. Use the same `restockId` for every retry: its units are added only once. The response has the current state of the campaign.',
  caller: 'platform_admin',
  params,
  body: z.strictObject({ restockId: Uuid, units: units() }),
  success: { 200: PlatformCampaign },
  refusals: {
    campaign_not_found,
    not_published: [409, 'Units can be added only to a published campaign.'],
    restock_id_taken: [409, 'The restockId was used with another number of units. Generate a new UUID.'],
  },
  touches: {
    table: {
      'REWARDS#CAMPAIGN#': ['GetItem', 'PutItem', 'UpdateItem'],
      'REWARDS#STOCK#': ['UpdateItem'],
    },
  },
});

export const withdrawStock = contract({
  operationId: 'withdrawStock',
  area: 'rewards',
  method: 'POST',
  path: '/v1/platform/campaigns/{campaignId}/withdrawals',
  summary: 'Withdraw free units of a published campaign',
  description:
    'For gifts that cannot be handed out. All units are withdrawn or none; reserved ones stay. Use the same `withdrawalId` for every retry. The response has the current state of the campaign.',
  caller: 'platform_admin',
  params,
  body: z.strictObject({ withdrawalId: Uuid, units: units(), reason: WithdrawalReason }),
  success: { 200: PlatformCampaign },
  refusals: {
    campaign_not_found,
    not_published: [409, 'Units can be withdrawn only from a published campaign.'],
    too_few_free: [409, 'Fewer units are free. The message says how many.'],
    withdrawal_id_taken: [
      409,
      'The withdrawalId was used with other units or another reason. Generate a new UUID.',
    ],
  },
  touches: {
    table: {
      'REWARDS#CAMPAIGN#': ['GetItem', 'PutItem', 'UpdateItem'],
      'REWARDS#STOCK#': ['BatchGetItem', 'UpdateItem'],
    },
  },
});
