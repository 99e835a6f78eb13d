import * as z from 'zod/mini';
import type { IndexPrefix } from '../contract/table-definition.ts';
import {
  beginningWith,
  endOf,
  epochSeconds,
  type IndexList,
  indexList,
  kind,
  partition,
} from '../table/item.ts';
import { spreadOf, spreads } from '../table/spread.ts';
import { fingerprint, later, minutes } from '../values/clock.ts';
import { ANNULMENT_MINUTES, MAX_ANNULMENTS } from '../values/limits.ts';
import { AccountId, count, Timestamp, Uuid } from '../values/resources.ts';
import { ClaimStatus } from './schemas.ts';

/**
 * REWARDS#CAMPAIGN#<campaignId> | CAMPAIGN                       a campaign, with the number of its stock shards
 *   gsi1 REWARDS#DRAFT, REWARDS#PUBLISHED or REWARDS#CLOSED | <startsAt>#<campaignId>   by its status
 *   gsi2 REWARDS#STOCKED | <merchantTenantId>#<startsAt>#<campaignId>   once published, while its stock can change
 *     or REWARDS#FINISHED | <merchantTenantId>#<startsAt>#<campaignId>   once closed and without held units
 * REWARDS#CAMPAIGN#<campaignId> | RESTOCK#…, WITHDRAWAL#…, REWARDS#OF-EVENT#…   (`shared/rewards/campaign-items.ts`)
 * REWARDS#HOLDS#…                                                held units by expiry (`shared/rewards/holds.ts`)
 * REWARDS#PUBLISHED-COUNT | COUNT                                the number of published campaigns
 * REWARDS#STOCK#<campaignId>#<shard> | SHARD                     free + held + redeemed = total, and the terms that a reservation checks
 * REWARDS#STOCK#<campaignId>#<shard> | LEASE#<expiresAt>#<claimId>   a held unit; ttl = its expiry
 * REWARDS#ACCOUNT#<accountId> | CLAIM#<campaignId>               the only claim of an account in a campaign; it has no ttl
 *   gsi1 REWARDS#OF-SHARD#<campaignId>#<shard> | HELD#<expiresAt>#<claimId>       while stored as reserved
 *     or REWARDS#OF-SHARD#<campaignId>#<shard> | SETTLED#<reservedAt>#<claimId>   afterwards
 *   gsi2 REWARDS#HELD#<0 to 15, by account> | <expiresAt>#<claimId>   while stored as reserved
 * REWARDS#CLAIM-CODE#…, REWARDS#LOOKUPS#…                       the codes of claims (`shared/rewards/claim-codes.ts`)
 */
const Window = {
  startsAt: Timestamp,
  endsAt: Timestamp,
  requiresVerifiedIdentity: z.boolean(),
};

/** The campaigns whose stock can change, and those whose stock is final, each sorted by merchant and start. */
export const stockedCampaigns = indexList('gsi2', 'REWARDS#STOCKED');
export const finishedCampaigns = indexList('gsi2', 'REWARDS#FINISHED');
/** The campaigns of one merchant in one of these lists. */
export const ofMerchant = (list: IndexList, merchantTenantId: string) => ({
  ...list,
  ...beginningWith(`${merchantTenantId}#`),
});

export const CampaignStatus = z.enum(['draft', 'published', 'closed']);

export const campaign = kind({
  prefix: 'REWARDS#CAMPAIGN#',
  shape: z.object({
    id: Uuid,
    status: CampaignStatus,
    merchantTenantId: Uuid,
    eventId: Uuid,
    title: z.string(),
    summary: z.string(),
    rules: z.string(),
    deliveryKind: z.literal('physical_gift'),
    ...Window,
    redeemBy: Timestamp,
    timezone: z.string(),
    reservationTtlSeconds: z.int().check(z.minimum(1)),
    imagePath: z.optional(z.string()),
    /** All units that were added, without the withdrawn ones. */
    stockUnits: count(),
    /** The units before the first restock or withdrawal; absent before it. */
    unitsAtPublication: z.optional(count()),
    /** All units that were withdrawn; absent before the first withdrawal. */
    withdrawnUnits: z.optional(count()),
    stockShards: z.int().check(z.minimum(1)),
    /** The sums over the shards, about a second old. Only the roll-up changes them; a draft has none. */
    freeUnits: count(),
    heldUnits: z.optional(count()),
    redeemedUnits: z.optional(count()),
    /** Each change increases the version. Publishing, restocking, withdrawing units and closing do not. */
    version: z.int().check(z.minimum(1)),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    publishedAt: z.optional(Timestamp),
    closedAt: z.optional(Timestamp),
  }),
  key: ({ id }: { id: string }) => ({ pk: partition('REWARDS#CAMPAIGN#', id), sk: 'CAMPAIGN' }),
  indexes: ({ id, status, startsAt, merchantTenantId, publishedAt }) => ({
    gsi1: { ...campaignsWithStatus(status), sk: `${startsAt}#${id}` },
    gsi2: publishedAt ? { ...stockedCampaigns, sk: `${merchantTenantId}#${startsAt}#${id}` } : undefined,
  }),
});

export type Campaign = ReturnType<typeof campaign.parse>;

const LISTS = {
  draft: 'REWARDS#DRAFT',
  published: 'REWARDS#PUBLISHED',
  closed: 'REWARDS#CLOSED',
} as const satisfies Record<z.infer<typeof CampaignStatus>, IndexPrefix>;

/** The campaigns with a status, sorted by their start. */
export const campaignsWithStatus = (status: keyof typeof LISTS) => indexList('gsi1', LISTS[status]);

/** Absent before the first publication. */
export const publishedCount = kind({
  prefix: 'REWARDS#PUBLISHED-COUNT',
  shape: z.object({ publishedCampaigns: count() }),
  key: (_: object) => ({ pk: partition('REWARDS#PUBLISHED-COUNT'), sk: 'COUNT' }),
});

interface Shard {
  readonly campaignId: string;
  readonly shard: number;
}

/** The leases of a shard, sorted by expiry, followed by its counters. */
export const stockOf = ({ campaignId, shard }: Shard) => ({
  pk: partition('REWARDS#STOCK#', campaignId, String(shard)),
});

export const stockShard = kind({
  prefix: 'REWARDS#STOCK#',
  shape: z.object({
    campaignId: Uuid,
    merchantTenantId: Uuid,
    shard: count(),
    totalUnits: count(),
    freeUnits: count(),
    heldUnits: count(),
    redeemedUnits: count(),
    /** When a unit was redeemed last. Until it can no longer be taken back, the campaign is not finished. */
    lastRedeemedAt: z.optional(Timestamp),
    isOpen: z.boolean(),
    ...Window,
  }),
  key: (shard: Shard) => ({ ...stockOf(shard), sk: 'SHARD' }),
});

interface LeaseKey extends Shard {
  readonly expiresAt: string;
  readonly claimId: string;
}

export const lease = kind({
  prefix: 'REWARDS#STOCK#',
  shape: z.object({
    campaignId: Uuid,
    shard: count(),
    expiresAt: Timestamp,
    claimId: Uuid,
    accountId: AccountId,
  }),
  key: (of: LeaseKey) => ({ ...stockOf(of), sk: `LEASE#${of.expiresAt}#${of.claimId}` }),
  ttl: ({ expiresAt }) => epochSeconds(new Date(expiresAt)),
});

interface ClaimKey {
  readonly accountId: AccountId;
  readonly campaignId: string;
}

export const claim = kind({
  prefix: 'REWARDS#ACCOUNT#',
  shape: z.object({
    id: Uuid,
    accountId: AccountId,
    campaignId: Uuid,
    merchantTenantId: Uuid,
    deliveryKind: z.literal('physical_gift'),
    status: ClaimStatus,
    reservedAt: Timestamp,
    expiresAt: Timestamp,
    redeemedAt: z.optional(Timestamp),
    /** The `redeemerOf` hash of the account that redeemed the claim, so that no account id is stored. */
    redeemedBy: z.optional(z.string()),
    /** The id that the client chose for the redemption. Present while the claim is redeemed. */
    redemptionId: z.optional(Uuid),
    /** The ids of redemptions that were taken back. They cannot redeem the claim again. */
    annulledIds: z.optional(z.array(Uuid)),
    shard: count(),
    /** Set when the account's deletion was requested. Reports exclude the claim. */
    accountClosed: z.optional(z.boolean()),
  }),
  key: ({ accountId, campaignId }: ClaimKey) => ({
    ...claimsOf(accountId),
    sk: `CLAIM#${campaignId}`,
  }),
  indexes: (item) =>
    item.status === 'reserved'
      ? {
          gsi1: { ...claimsOfShard(item), sk: `HELD#${item.expiresAt}#${item.id}` },
          gsi2: { ...heldPartition(spreadOf(item.accountId)), sk: `${item.expiresAt}#${item.id}` },
        }
      : { gsi1: { ...claimsOfShard(item), sk: `SETTLED#${item.reservedAt}#${item.id}` } },
});
export type Claim = ReturnType<typeof claim.parse>;

/** An account's claims, sorted by campaign. */
export const claimsOf = (accountId: AccountId) => ({ pk: partition('REWARDS#ACCOUNT#', accountId) });
/** All claims of a shard: first those that are stored as reserved, sorted by expiry, then the others. */
export const claimsOfShard = ({ campaignId, shard }: Shard) =>
  indexList('gsi1', 'REWARDS#OF-SHARD#', campaignId, String(shard));
/** The claims of a shard that are stored as reserved. */
export const heldClaims = (shard: Shard) => ({ ...claimsOfShard(shard), ...beginningWith('HELD#') });
/**
 * The claims of a shard that are stored as reserved and have expired at a moment. A reservation expires at `expiresAt`,
 * inclusive.
 */
export const lapsedClaims = (shard: Shard, at: Date) => ({
  ...heldClaims(shard),
  to: endOf(`HELD#${at.toISOString()}`),
});

const heldPartition = (spread: string) => indexList('gsi2', 'REWARDS#HELD#', spread);
/** The claims of all campaigns that are stored as reserved, in 16 lists, each by expiry. */
export const heldPartitions = spreads.map(heldPartition);
/** The bound of such a list up to which claims have expired at a moment. */
export const lapsedUntil = (at: Date) => ({ to: endOf(at.toISOString()) });

/** The lease of a claim that is stored as reserved. TTL may already have deleted it. */
export const leaseOf = ({ id: claimId, accountId, campaignId, shard, expiresAt }: Claim) => ({
  campaignId,
  shard,
  expiresAt,
  claimId,
  accountId,
});

/** The status of a claim at a moment. An expired reservation counts as expired, whether or not that is stored. */
export function claimStatus(
  { status, expiresAt }: Pick<Claim, 'status' | 'expiresAt'>,
  at: Date,
): Claim['status'] {
  return status === 'reserved' && expiresAt <= at.toISOString() ? 'expired' : status;
}

/** Until when a redemption can be taken back, exclusive; `undefined` for a claim that is not redeemed, or was taken back twice. */
export function undoUntil({ redeemedAt, annulledIds = [] }: Claim): string | undefined {
  if (redeemedAt === undefined || annulledIds.length >= MAX_ANNULMENTS) return undefined;
  return later(new Date(redeemedAt), minutes(ANNULMENT_MINUTES)).toISOString();
}

/** A hash that identifies the redeeming account of a claim without revealing it. */
export const redeemerOf = (claimId: string, accountId: AccountId): string =>
  fingerprint(`${claimId} ${accountId}`);

/** With it, staff can take back a redemption that they read, and cannot repeat it, because it is not the id of the redemption. */
export const undoIdOf = (redemptionId: string): string => fingerprint(`undo ${redemptionId}`);

/** The time at which reservations end. After `redeemBy` they could not be redeemed. */
export const reservationsEnd = ({ endsAt, redeemBy }: { endsAt: string; redeemBy: string }): string =>
  endsAt < redeemBy ? endsAt : redeemBy;

/**
 * Why the time alone refuses reservations at a moment, or `undefined` if it does not. Lists and refusals both ask it, so a
 * list never offers what the time refuses.
 * @param window `endsAt` is the end of the reservations.
 */
export function closedByTime(
  window: { readonly startsAt: string; readonly endsAt: string },
  at: Date,
): 'not_started' | 'campaign_ended' | undefined {
  const now = at.toISOString();
  if (now < window.startsAt) return 'not_started';
  return now >= window.endsAt ? 'campaign_ended' : undefined;
}

/** The units of a shard when they are spread evenly. The first shards get the remainder. */
export const shareOf = (units: number, shard: number, stockShards: number): number =>
  Math.ceil((units - shard) / stockShards);

/** A shard of a campaign at its publication, with only free units. */
export function newShard(of: Campaign, shard: number, units: number) {
  return {
    campaignId: of.id,
    merchantTenantId: of.merchantTenantId,
    shard,
    totalUnits: units,
    freeUnits: units,
    heldUnits: 0,
    redeemedUnits: 0,
    isOpen: of.status === 'published',
    startsAt: of.startsAt,
    endsAt: reservationsEnd(of),
    requiresVerifiedIdentity: of.requiresVerifiedIdentity,
  };
}
