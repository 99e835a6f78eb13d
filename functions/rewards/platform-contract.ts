import * as z from 'zod/mini';
import { contract } from '../../shared/contract.ts';
import { LEAST_UNITS_OF_A_SHARD, MOST_PUBLISHED_CAMPAIGNS } from '../../shared/limits.ts';
import {
  count,
  pageOf,
  pageQuery,
  pathOrUrl,
  prose,
  summary,
  Timestamp,
  timezone,
  title,
  Uuid,
  version,
} from '../../shared/resources.ts';
import { campaignTerms } from './contract.ts';

/** What administrators do with campaigns. */

const CampaignStatus = z.enum(['draft', 'published', 'closed']);
const units = () => z.int().check(z.minimum(1), z.maximum(100_000));

const campaignFields = {
  id: Uuid,
  status: CampaignStatus,
  version: version(),
  ...campaignTerms,
  stockUnits: count(),
  stockShards: z.int().check(z.minimum(1)),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  publishedAt: z.optional(Timestamp),
  closedAt: z.optional(Timestamp),
};

export const PlatformCampaign = z.strictObject(campaignFields);

export const CampaignStock = z.strictObject({
  total: count(),
  free: count(),
  held: count(),
  lapsed: count(),
  redeemed: count(),
});

export const StockedCampaign = z.strictObject({ ...campaignFields, stock: CampaignStock });

const YEAR_IN_SECONDS = 31_536_000;

const draftFields = {
  merchantTenantId: Uuid,
  eventId: Uuid,
  title: title(),
  summary: summary(),
  rules: prose(5000, 1),
  startsAt: Timestamp,
  endsAt: Timestamp,
  redeemBy: Timestamp,
  timezone: timezone(),
  reservationTtlSeconds: z.int().check(z.minimum(1), z.maximum(YEAR_IN_SECONDS)),
  requiresVerifiedIdentity: z
    .boolean()
    .check(z.describe('While it is true, nobody can reserve: no account can have a verified identity yet')),
  imagePath: z.optional(pathOrUrl()),
  stockUnits: units(),
  stockShards: z._default(z.int().check(z.minimum(1), z.maximum(20)), 1),
};

interface Coherent {
  readonly startsAt: string;
  readonly endsAt: string;
  readonly redeemBy: string;
  readonly stockUnits: number;
  readonly stockShards: number;
}

/** Its times come one after the other, and no shard of many holds next to nothing. */
const isCoherent = z.check<Coherent>((payload) => {
  const { startsAt, endsAt, redeemBy, stockUnits, stockShards } = payload.value;
  const ask = (holds: boolean, name: keyof Coherent, message: string) => {
    if (!holds) payload.issues.push({ code: 'custom', path: [name], message, input: payload.value });
  };
  const most = Math.max(1, Math.floor(stockUnits / LEAST_UNITS_OF_A_SHARD));
  ask(startsAt < endsAt, 'endsAt', 'must come after startsAt');
  ask(startsAt < redeemBy, 'redeemBy', 'must come after startsAt');
  ask(
    stockShards <= most,
    'stockShards',
    `must be at most ${most}: one for every ${LEAST_UNITS_OF_A_SHARD} units`,
  );
});

const unknown_merchant = [409, 'There is no merchant workspace of the id merchantTenantId.'] as const;
const unknown_event = [409, 'There is no exhibition of the id eventId.'] as const;

export const createCampaign = contract({
  operationId: 'createCampaign',
  area: 'rewards',
  method: 'POST',
  path: '/v1/platform/campaigns',
  summary: 'Create a draft campaign',
  description: `Nothing is published by default: a draft is seen by administrators alone, and its stock comes with publication. \`stockShards\` spreads a hot stock, about 25 reservations a second each, at most one for every ${LEAST_UNITS_OF_A_SHARD} units.`,
  caller: 'platform_admin',
  body: z.strictObject(draftFields).check(isCoherent),
  success: { 201: PlatformCampaign },
  refusals: { unknown_merchant, unknown_event },
  touches: {
    table: {
      'REWARDS#CAMPAIGN#': ['PutItem'],
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
  summary: 'List the campaigns of a status',
  description: 'The one that starts last comes first.',
  caller: 'platform_admin',
  query: z.object({ ...pageQuery, status: CampaignStatus }),
  success: { 200: pageOf('campaigns', PlatformCampaign) },
  refusals: {},
  paged: true,
  settings: ['CURSOR_SECRET'],
  touches: { gsi1: ['REWARDS#DRAFT', 'REWARDS#PUBLISHED', 'REWARDS#CLOSED'] },
});

const params = z.strictObject({ campaignId: Uuid });
const campaign_not_found = [404, 'There is no such campaign.'] as const;

export const getPlatformCampaign = contract({
  operationId: 'getPlatformCampaign',
  area: 'rewards',
  method: 'GET',
  path: '/v1/platform/campaigns/{campaignId}',
  summary: 'Get a campaign with its stock',
  description:
    'In any state; a draft has no stock yet. `lapsed` are units whose reservation has lapsed: they are not `held` any more, and the next caller can have them.',
  caller: 'platform_admin',
  params,
  success: { 200: StockedCampaign },
  refusals: { campaign_not_found },
  touches: { table: { 'REWARDS#CAMPAIGN#': ['GetItem'], 'REWARDS#STOCK#': ['Query'] } },
});

export const updateCampaign = contract({
  operationId: 'updateCampaign',
  area: 'rewards',
  method: 'PUT',
  path: '/v1/platform/campaigns/{campaignId}',
  summary: 'Change a draft campaign',
  description:
    'Send the whole of it with the version that was read; the answer has the next one. A published campaign never changes but for its stock.',
  caller: 'platform_admin',
  params,
  body: z.strictObject({ ...draftFields, version: version() }).check(isCoherent),
  success: { 200: PlatformCampaign },
  refusals: {
    campaign_not_found,
    not_draft: [409, 'Only a draft can be changed.'],
    version_conflict: [409, 'The draft was changed meanwhile; read it again.'],
    unknown_merchant,
    unknown_event,
  },
  touches: {
    table: {
      'REWARDS#CAMPAIGN#': ['GetItem', 'PutItem'],
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
  description: `Everyone sees it from now on, and its stock is there. At most ${MOST_PUBLISHED_CAMPAIGNS} are published at a time.`,
  caller: 'platform_admin',
  params,
  success: { 200: PlatformCampaign },
  refusals: {
    campaign_not_found,
    not_draft: [409, 'Only a draft can be published.'],
    campaign_over: [409, 'Its endsAt or redeemBy has passed: nobody could reserve.'],
    too_many_published: [
      409,
      `${MOST_PUBLISHED_CAMPAIGNS} campaigns are published already; close one first.`,
    ],
  },
  touches: {
    table: {
      'REWARDS#CAMPAIGN#': ['GetItem', 'PutItem'],
      'REWARDS#STOCK#': ['PutItem'],
      'REWARDS#PUBLISHED-COUNT': ['UpdateItem'],
    },
  },
});

export const closeCampaign = contract({
  operationId: 'closeCampaign',
  area: 'rewards',
  method: 'DELETE',
  path: '/v1/platform/campaigns/{campaignId}/publication',
  summary: 'Close a published campaign, or a draft',
  description:
    'For good: nobody reserves any more, and it leaves the public list. What is reserved can still be redeemed until it lapses. A draft that is closed is never published.',
  caller: 'platform_admin',
  params,
  success: { 200: PlatformCampaign },
  refusals: {
    campaign_not_found,
    not_published: [409, 'The campaign is closed already, or was changed meanwhile.'],
  },
  touches: {
    table: {
      'REWARDS#CAMPAIGN#': ['GetItem', 'PutItem', 'UpdateItem'],
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
    'Spread evenly over its shards. Retry with the same restockId: units are added once, and the answer is the campaign as it is then.',
  caller: 'platform_admin',
  params,
  body: z.strictObject({ restockId: Uuid, units: units() }),
  success: { 200: PlatformCampaign },
  refusals: {
    campaign_not_found,
    not_published: [409, 'Only a published campaign takes more units.'],
    restock_id_taken: [409, 'The restockId has added another number of units; make a new UUID.'],
  },
  touches: {
    table: {
      'REWARDS#CAMPAIGN#': ['GetItem', 'PutItem', 'UpdateItem'],
      'REWARDS#STOCK#': ['UpdateItem'],
    },
  },
});
