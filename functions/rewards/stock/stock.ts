import { accountIsOpen } from '../../../shared/identity/account.ts';
import {
  type Claim,
  claim,
  claimPointer,
  closedByTime,
  lease,
  leaseOf,
  stockShard,
} from '../../../shared/rewards/items.ts';
import { endReservation, expire } from '../../../shared/rewards/unit-release.ts';
import type { FailedConditions, Part, Table } from '../../../shared/table/table.ts';
import type { AccountId } from '../../../shared/values/resources.ts';
import { holdsRole } from '../../../shared/workspaces/items.ts';

/**
 * No unit is lost or handed out twice. Only four transactions move a unit. Each shard keeps
 * `free + held + redeemed = total`, and every held unit has exactly one claim that is stored as reserved. Publishing
 * and restocking only add free units, and closing only closes the shards.
 *
 *   reserve    free → held            creates a claim, its pointer and its lease
 *   take over  held → held            the expired claim loses its lease if it still exists, and a new claim gets the unit
 *   release    held → free            the expired claim loses its lease
 *   redeem     held → redeemed        a claim that has not expired is redeemed, and its lease is deleted
 */
type ClaimPart = 'claim' | 'pointer' | 'shard' | 'account';

/** The condition of a reservation on a shard, apart from a free unit. `closedReasonOf` names the part that failed. */
const SHARD_IS_OPEN =
  'isOpen = :true AND startsAt <= :now AND endsAt > :now AND requiresVerifiedIdentity = :false';
const openAt = (now: string) => ({ ':true': true, ':false': false, ':now': now });

export type ClosedReason =
  | 'campaign_closed'
  | 'verified_identity_required'
  | 'not_started'
  | 'campaign_ended';

/** @returns why a shard refuses reservations regardless of its stock, or `undefined` if it accepts them. */
export function closedReasonOf(
  shard: ReturnType<typeof stockShard.parse>,
  at: Date,
): ClosedReason | undefined {
  if (!shard.isOpen) return 'campaign_closed';
  if (shard.requiresVerifiedIdentity) return 'verified_identity_required';
  return closedByTime(shard, at);
}

/** Reserves a free unit of the claim's shard. @returns the failed conditions, or `undefined` on success. */
export function reserveUnit(
  table: Table,
  wanted: Claim,
): Promise<FailedConditions<ClaimPart | 'lease'> | undefined> {
  return table.transact({
    ...newClaim(wanted),
    shard: {
      Update: {
        Key: stockShard.key(wanted),
        UpdateExpression: 'SET freeUnits = freeUnits - :one, heldUnits = heldUnits + :one',
        ConditionExpression: `${SHARD_IS_OPEN} AND freeUnits > :none`,
        ExpressionAttributeValues: { ...openAt(wanted.reservedAt), ':one': 1, ':none': 0 },
      },
    },
  });
}

/**
 * Gives the unit of an expired claim to a new one. The counters do not change.
 * @returns the failed conditions, or `undefined` on success.
 */
export function takeOverUnit(
  table: Table,
  wanted: Claim,
  lapsed: Claim,
): Promise<FailedConditions<ClaimPart | 'lease' | 'lapsedClaim' | 'lapsedLease'> | undefined> {
  return table.transact({
    ...newClaim(wanted),
    ...expire(lapsed, wanted.reservedAt),
    shard: {
      ConditionCheck: {
        Key: stockShard.key(wanted),
        ConditionExpression: SHARD_IS_OPEN,
        ExpressionAttributeValues: openAt(wanted.reservedAt),
      },
    },
  });
}

export interface Redemption {
  readonly staffId: AccountId;
  /** The result of `redeemerOf`: the only trace of the staff account that is stored. */
  readonly redeemedBy: string;
  readonly redeemedAt: string;
}

/**
 * Redeems a reservation. The redeeming account must work for the merchant and cannot redeem its own claim.
 * @returns the failed conditions, or `undefined` on success.
 */
export function redeemUnit(
  table: Table,
  reserved: Claim,
  { staffId, redeemedBy, redeemedAt }: Redemption,
): Promise<
  FailedConditions<'staffAccount' | 'staff' | 'claimant' | 'claim' | 'shard' | 'lease'> | undefined
> {
  const { accountId, merchantTenantId: workspaceId } = reserved;
  return table.transact({
    staffAccount: accountIsOpen(staffId),
    staff: holdsRole({ accountId: staffId, workspaceId }, ['staff', 'owner']),
    // DynamoDB rejects two parts on one item, so the caller's own claim gets one account check only. The condition on
    // the claim refuses it anyway.
    ...(accountId !== staffId && { claimant: accountIsOpen(accountId) }),
    claim: endReservation(
      reserved,
      { status: 'redeemed', redeemedAt, redeemedBy },
      {
        ConditionExpression: '#status = :reserved AND expiresAt > :now AND accountId <> :staff',
        ExpressionAttributeValues: { ':reserved': 'reserved', ':now': redeemedAt, ':staff': staffId },
      },
    ),
    shard: {
      Update: {
        Key: stockShard.key(reserved),
        UpdateExpression: 'SET heldUnits = heldUnits - :one, redeemedUnits = redeemedUnits + :one',
        ConditionExpression: 'heldUnits > :none',
        ExpressionAttributeValues: { ':one': 1, ':none': 0 },
      },
    },
    lease: { Delete: { Key: lease.key(leaseOf(reserved)) } },
  });
}

function newClaim(wanted: Claim): Record<'claim' | 'pointer' | 'lease' | 'account', Part> {
  const { id: claimId, accountId, campaignId } = wanted;
  return {
    claim: { Put: { Item: claim.stored(wanted), ConditionExpression: 'attribute_not_exists(pk)' } },
    pointer: {
      Put: {
        Item: claimPointer.stored({ claimId, accountId, campaignId }),
        ConditionExpression: 'attribute_not_exists(pk)',
      },
    },
    lease: { Put: { Item: lease.stored(leaseOf(wanted)) } },
    account: accountIsOpen(accountId),
  };
}
