import * as z from 'zod/mini';
import { CampaignStatus } from '../../../shared/rewards/items.ts';
import { RewardClaim } from '../../../shared/rewards/schemas.ts';
import { LEAST_UNITS_OF_A_SHARD, MAX_UNITS_AT_ONCE } from '../../../shared/values/limits.ts';
import {
  count,
  pictureUrl,
  prose,
  summary,
  Timestamp,
  time,
  timezone,
  title,
  Uuid,
  version,
} from '../../../shared/values/resources.ts';

/** The terms of a campaign, which the public and the platform endpoints both return. */
const campaignTerms = {
  merchantTenantId: Uuid,
  eventId: Uuid,
  title: z.string(),
  summary: z.string(),
  rules: z.string(),
  deliveryKind: z.literal('physical_gift'),
  startsAt: Timestamp,
  endsAt: Timestamp,
  redeemBy: Timestamp,
  timezone: z.string(),
  reservationTtlSeconds: z.int().check(z.minimum(1)),
  requiresVerifiedIdentity: z.boolean(),
  imagePath: z.optional(z.string()),
};

export const RewardCampaign = z.strictObject({
  id: Uuid,
  ...campaignTerms,
  claimPolicy: z.literal('per_merchant'),
  claimRestricted: z.boolean(),
  limitBasis: z.literal('account'),
  availableStock: count(),
  availability: z.enum(['upcoming', 'available', 'out_of_stock', 'ended']),
  ownClaim: z.optional(RewardClaim),
});

/** Units that one request adds or withdraws. */
export const units = () => z.int().check(z.minimum(1), z.maximum(MAX_UNITS_AT_ONCE));

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
  withdrawn: count(),
});

export const StockedCampaign = z.strictObject({ ...campaignFields, stock: CampaignStock });

const YEAR_IN_SECONDS = 31_536_000;

export const draftFields = {
  merchantTenantId: Uuid,
  eventId: Uuid,
  title: title(),
  summary: summary(),
  rules: prose(5000, 1),
  startsAt: time(),
  endsAt: time(),
  redeemBy: time(),
  timezone: timezone(),
  reservationTtlSeconds: z.int().check(z.minimum(1), z.maximum(YEAR_IN_SECONDS)),
  requiresVerifiedIdentity: z.boolean(),
  imagePath: z.optional(pictureUrl()),
  stockUnits: units(),
  stockShards: z._default(z.int().check(z.minimum(1), z.maximum(20)), 1),
};

interface Times {
  readonly startsAt: string;
  readonly endsAt: string;
  readonly redeemBy: string;
}
interface Stock {
  readonly stockUnits: number;
  readonly stockShards: number;
}

/** Both ends are after the start. `redeemBy` may be before `endsAt`. */
export const timesAreInOrder = z.check<Times>((payload) => {
  const { startsAt, endsAt, redeemBy } = payload.value;
  const message = 'must be after startsAt';
  if (startsAt >= endsAt)
    payload.issues.push({ code: 'custom', path: ['endsAt'], message, input: payload.value });
  if (startsAt >= redeemBy)
    payload.issues.push({ code: 'custom', path: ['redeemBy'], message, input: payload.value });
});

/** Every shard has a minimum number of units when the campaign is published. */
const shardsAreFull = z.check<Stock>((payload) => {
  const { stockUnits, stockShards } = payload.value;
  const most = Math.max(1, Math.floor(stockUnits / LEAST_UNITS_OF_A_SHARD));
  if (stockShards <= most) return;
  const message = `must be at most ${most}: one for every ${LEAST_UNITS_OF_A_SHARD} units`;
  payload.issues.push({ code: 'custom', path: ['stockShards'], message, input: payload.value });
});

/** What a draft can be. */
export const draft = z.strictObject(draftFields).check(timesAreInOrder, shardsAreFull);
