import * as z from 'zod/mini';
import { AccountId, count, Timestamp, Uuid } from '../resources.ts';
import { epochSeconds, kind, partition } from '../table/item.ts';

/**
 * REWARDS#CAMPAIGN#<campaignId> | CAMPAIGN                       a campaign and in how many shards its stock lies
 *   gsi1 REWARDS#PUBLISHED | <startsAt>#<campaignId>             while published
 *   gsi2 REWARDS#STOCKED | <merchantTenantId>#<campaignId>       since it was published, also when closed
 * REWARDS#STOCK#<campaignId>#<shard> | COUNTERS                  free + held + redeemed = total, and what a reservation must ask
 * REWARDS#STOCK#<campaignId>#<shard> | LEASE#<expiresAt>#<claimId>   a held unit; ttl = its expiry
 * REWARDS#ACCOUNT#<accountId> | CLAIM#<campaignId>               the one claim of an account and a campaign; never expires as an item
 *   gsi1 REWARDS#OF-MERCHANT#<merchantTenantId> | <reservedAt>#<claimId>
 *   gsi2 REWARDS#HELD#<campaignId>#<shard> | <expiresAt>#<claimId>   while stored as reserved
 * REWARDS#CLAIM-ID#<claimId> | POINTER                           whose claim an id names
 *
 * COUNTERS sorts before LEASE#, so one query reads a shard's counters and its lapsed leases together.
 */
const Window = {
  startsAt: Timestamp,
  endsAt: Timestamp,
  requiresVerifiedIdentity: z.boolean(),
};

export const campaign = kind({
  prefix: 'REWARDS#CAMPAIGN#',
  shape: z.object({
    id: Uuid,
    status: z.enum(['draft', 'published', 'closed']),
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
    stockShards: z.int().check(z.minimum(1)),
  }),
  key: ({ id }: { id: string }) => ({ pk: partition('REWARDS#CAMPAIGN#', id), sk: 'CAMPAIGN' }),
  indexes: ({ id, status, startsAt, merchantTenantId }) => ({
    gsi1:
      status === 'published' ? { pk: partition('REWARDS#PUBLISHED'), sk: `${startsAt}#${id}` } : undefined,
    gsi2:
      status === 'draft' ? undefined : { pk: partition('REWARDS#STOCKED'), sk: `${merchantTenantId}#${id}` },
  }),
});

interface Shard {
  readonly campaignId: string;
  readonly shard: number;
}

export const stockPartition = ({ campaignId, shard }: Shard): string =>
  partition('REWARDS#STOCK#', campaignId, String(shard));

export const stockShard = kind({
  prefix: 'REWARDS#STOCK#',
  shape: z.object({
    campaignId: Uuid,
    shard: count(),
    totalUnits: count(),
    freeUnits: count(),
    heldUnits: count(),
    redeemedUnits: count(),
    isOpen: z.boolean(),
    ...Window,
  }),
  key: (shard: Shard) => ({ pk: stockPartition(shard), sk: 'COUNTERS' }),
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
  key: (of: LeaseKey) => ({ pk: stockPartition(of), sk: `LEASE#${of.expiresAt}#${of.claimId}` }),
  ttl: ({ expiresAt }) => epochSeconds(new Date(expiresAt)),
});

/** The last sort key that a lease which has lapsed by a moment can have: a lease lapses at its very `expiresAt`. */
export const lapsedUntil = (at: Date): string => `LEASE#${at.toISOString()}$`; // '$' follows '#'

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
    status: z.enum(['reserved', 'redeemed', 'expired']),
    reservedAt: Timestamp,
    expiresAt: Timestamp,
    redeemedAt: z.optional(Timestamp),
    shard: count(),
    /** Set when the account's deletion was requested: reports leave it out. */
    accountClosed: z.optional(z.boolean()),
  }),
  key: ({ accountId, campaignId }: ClaimKey) => ({
    pk: claimsPartition(accountId),
    sk: `CLAIM#${campaignId}`,
  }),
  indexes: ({ id, merchantTenantId, campaignId, shard, status, reservedAt, expiresAt }) => ({
    gsi1: { pk: partition('REWARDS#OF-MERCHANT#', merchantTenantId), sk: `${reservedAt}#${id}` },
    gsi2:
      status === 'reserved'
        ? { pk: partition('REWARDS#HELD#', campaignId, String(shard)), sk: `${expiresAt}#${id}` }
        : undefined,
  }),
});
export type Claim = ReturnType<typeof claim.parse>;

export const claimsPartition = (accountId: AccountId): string => partition('REWARDS#ACCOUNT#', accountId);

/** What a claim is at a moment: a reservation that has lapsed is expired, whether or not anyone wrote it down. */
export function claimStatus(
  { status, expiresAt }: Pick<Claim, 'status' | 'expiresAt'>,
  at: Date,
): Claim['status'] {
  return status === 'reserved' && expiresAt <= at.toISOString() ? 'expired' : status;
}

export const claimPointer = kind({
  prefix: 'REWARDS#CLAIM-ID#',
  shape: z.object({ claimId: Uuid, accountId: AccountId, campaignId: Uuid }),
  key: ({ claimId }: { claimId: string }) => ({ pk: partition('REWARDS#CLAIM-ID#', claimId), sk: 'POINTER' }),
});

/** When reservations end: nobody reserves what cannot be collected any more. */
export const reservationsEnd = ({ endsAt, redeemBy }: { endsAt: string; redeemBy: string }): string =>
  endsAt < redeemBy ? endsAt : redeemBy;

/** A shard of a campaign's stock when it is published, every unit free. */
export function newShard(of: Parameters<typeof campaign.stored>[0], shard: number, units: number) {
  return {
    campaignId: of.id,
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
