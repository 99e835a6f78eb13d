import { claim } from '../../../shared/rewards/schemas.examples.ts';
import { CAMPAIGN_ID, EVENT_ID, MERCHANT_ID } from '../../../shared/values/ids.examples.ts';
import { LEAST_UNITS_OF_A_SHARD } from '../../../shared/values/limits.ts';
import { type Meanings, meaningsOf } from '../../../shared/values/meanings.ts';
import {
  CampaignStock,
  type draftFields,
  PlatformCampaign,
  RewardCampaign,
  StockedCampaign,
} from './schemas.ts';

/** What the terms of a campaign mean in requests and responses. */
const terms = {
  merchantTenantId: 'The workspace of the merchant whose staff hands out the gifts',
  eventId: 'The exhibition of the campaign',
  title: 'The title, one line of plain text',
  summary: 'A short plain text for lists',
  rules: 'The rules, as plain text of several lines',
  startsAt: 'When reservations start',
  endsAt: 'When reservations end. This moment does not belong to the campaign.',
  redeemBy: 'Until when a reserved gift can be collected',
  timezone: 'The time zone in which apps show the times, by its name in the IANA database',
  reservationTtlSeconds: 'How long a reservation holds a gift, in seconds',
  requiresVerifiedIdentity:
    'Whether a verified identity is required. Nobody can reserve then, because none can be verified yet.',
  imagePath: 'The https address of the picture; omitted if there is none',
};
const shards = `The number of parts into which the stock is divided, so that many people can reserve at once; at least ${LEAST_UNITS_OF_A_SHARD} gifts for each`;

/** What the fields of a draft mean in a request. */
export const draftMeanings = {
  ...terms,
  imagePath: 'The https address of the picture',
  stockUnits: 'The number of gifts in the campaign',
  stockShards: shards,
} satisfies Meanings<typeof draftFields>;

const platform = {
  id: 'The id of the campaign',
  status: 'The state of the campaign',
  version: 'The version, which each change of the fields increases by one; restocks and withdrawals do not',
  ...terms,
  deliveryKind: 'How the gift is delivered',
  stockUnits: 'The number of gifts in the campaign, which restocks increase and withdrawals reduce',
  stockShards: shards,
  createdAt: 'When the draft was created',
  updatedAt: 'When the campaign was last changed',
  publishedAt: 'When the campaign was published; omitted for one that was never published',
  closedAt: 'When the campaign was closed; omitted before',
};

export const meanings = [
  meaningsOf(RewardCampaign, {
    id: 'The id of the campaign',
    ...terms,
    deliveryKind: 'How the gift is delivered',
    claimPolicy:
      'Claims are counted for each merchant separately. Within one merchant, each campaign allows one claim per account.',
    claimRestricted: 'Whether not everyone can reserve, because a verified identity is required',
    limitBasis: 'What the limit of one gift counts: accounts, not persons',
    availableStock: 'The number of gifts that can be reserved now. It follows changes about a second later.',
    availability: 'Whether gifts can be reserved, by time and stock',
    ownClaim: "The caller's own claim; omitted for callers without one",
  }),
  meaningsOf(PlatformCampaign, platform),
  meaningsOf(CampaignStock, {
    total: 'All gifts',
    free: 'Gifts that can be reserved',
    held: 'Gifts whose reservation is still valid',
    lapsed: 'Gifts whose reservation has expired. They can be reserved again.',
    redeemed: 'Gifts that were collected',
    withdrawn: 'Gifts that administrators have withdrawn, which do not count in total',
  }),
  meaningsOf(StockedCampaign, { ...platform, stock: 'The gifts of the campaign by their state' }),
];

export const definition = {
  merchantTenantId: MERCHANT_ID,
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
  imagePath: 'https://images.sihat.my/campaigns/botol-air.webp',
};

export const rewardCampaign = {
  ...definition,
  id: CAMPAIGN_ID,
  deliveryKind: 'physical_gift' as const,
  claimPolicy: 'per_merchant' as const,
  claimRestricted: false,
  limitBasis: 'account' as const,
  availableStock: 148,
  availability: 'available' as const,
  ownClaim: claim,
};

export const draftInput = { ...definition, stockUnits: 150, stockShards: 2 };
export const draft = {
  ...draftInput,
  id: CAMPAIGN_ID,
  status: 'draft' as const,
  version: 1,
  deliveryKind: 'physical_gift' as const,
  createdAt: '2026-02-20T03:00:00.000Z',
  updatedAt: '2026-02-20T03:00:00.000Z',
};
export const published = {
  ...draft,
  status: 'published' as const,
  version: 2,
  updatedAt: '2026-02-25T08:12:44.190Z',
  publishedAt: '2026-02-25T08:12:44.190Z',
};
const closedAt = '2026-03-20T10:00:00.000Z';
export const closed = { ...published, status: 'closed' as const, updatedAt: closedAt, closedAt };
