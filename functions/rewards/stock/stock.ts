import { accountIsOpen } from '../../../shared/identity/account.ts';
import { telling } from '../../../shared/notices/items.ts';
import { claimPointer, pointerOf } from '../../../shared/rewards/claim-codes.ts';
import {
  type Claim,
  claim,
  closedByTime,
  lease,
  leaseOf,
  redeemerOf,
  stockShard,
} from '../../../shared/rewards/items.ts';
import { changeStatus, expire } from '../../../shared/rewards/unit-release.ts';
import type { FailedConditions, Part, Table } from '../../../shared/table/table.ts';
import { later, minutes } from '../../../shared/values/clock.ts';
import { ANNULMENT_MINUTES } from '../../../shared/values/limits.ts';
import type { AccountId } from '../../../shared/values/resources.ts';
import { holdsRole } from '../../../shared/workspaces/items.ts';
import { rolesWith } from '../../../shared/workspaces/roles.ts';

/**
 * No unit is lost or handed out twice. Only seven transactions move a unit. Each shard keeps
 * `free + held + redeemed = total`, and every held unit has exactly one claim that is stored as reserved. Publishing
 * and restocking only add free units, and closing only closes the shards.
 *
 *   reserve    free → held            creates a claim, its pointer and its lease
 *   take over  held → held            the expired claim loses its lease if it still exists, and a new claim gets the unit
 *   release    held → free            the expired claim loses its lease
 *   redeem     held → redeemed        a claim that has not expired is redeemed, and its lease is deleted
 *   return     redeemed → held        the redemption is annulled, and the claim gets its lease again
 *   return     redeemed → free        the redemption is annulled after the reservation has expired
 *   withdraw   free → out of stock    several at once, all or none (`functions/rewards/campaigns/stock-changes.ts`)
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

/** Somebody who works for the merchant of a claim, at a moment. */
export interface ByStaff {
  readonly staffId: AccountId;
  readonly at: Date;
  /** The id that the client chose for the redemption. */
  readonly redemptionId: string;
}

type StaffPart = 'staffAccount' | 'staff' | 'claimant' | 'claim' | 'shard' | 'lease';

/**
 * Redeems a reservation. The redeeming account must work for the merchant and cannot redeem its own claim. An id that was
 * annulled never redeems again, however late its request arrives.
 * @returns the failed conditions, or `undefined` on success.
 */
export function redeemUnit(
  table: Table,
  reserved: Claim,
  by: ByStaff,
): Promise<FailedConditions<StaffPart> | undefined> {
  const { staffId, redemptionId } = by;
  const redeemedAt = by.at.toISOString();
  return table.transact({
    ...bothAccounts(reserved, staffId),
    claim: changeStatus(reserved, redemptionOf(reserved, by), {
      ConditionExpression:
        '#status = :reserved AND expiresAt > :now AND accountId <> :staff AND NOT contains(annulledIds, :redemption)',
      ExpressionAttributeValues: {
        ':reserved': 'reserved',
        ':now': redeemedAt,
        ':staff': staffId,
        ':redemption': redemptionId,
      },
    }),
    shard: {
      Update: {
        Key: stockShard.key(reserved),
        UpdateExpression:
          'SET heldUnits = heldUnits - :one, redeemedUnits = redeemedUnits + :one, lastRedeemedAt = :now',
        ConditionExpression: 'heldUnits > :none',
        ExpressionAttributeValues: { ':one': 1, ':none': 0, ':now': redeemedAt },
      },
    },
    lease: { Delete: { Key: lease.key(leaseOf(reserved)) } },
    notice: telling('gift_handed_out', {
      ...aboutClaim(reserved),
      at: redeemedAt,
      until: later(by.at, minutes(ANNULMENT_MINUTES)).toISOString(),
    }),
  });
}

const aboutClaim = ({ accountId: to, campaignId, id: claimId }: Claim) => ({ to, campaignId, claimId });

/** What a redemption changes of a claim. */
export const redemptionOf = ({ id }: Claim, { staffId, redemptionId, at }: ByStaff) => ({
  status: 'redeemed' as const,
  redeemedAt: at.toISOString(),
  redeemedBy: redeemerOf(id, staffId),
  redemptionId,
});

/**
 * Takes back a redemption of the last `ANNULMENT_MINUTES`. Until the reservation expires, its unit is held again, with the lease that
 * it had; afterwards the claim expires and the unit is free.
 * @param redeemed the claim as it was read. The condition on the claim fails if it was not redeemed under the `redemptionId` by
 * then.
 * @returns the failed conditions, or `undefined` on success.
 */
export function returnUnit(
  table: Table,
  redeemed: Claim,
  by: ByStaff,
): Promise<FailedConditions<StaffPart> | undefined> {
  const { staffId, redemptionId, at } = by;
  const isHeld = redeemed.expiresAt > at.toISOString();
  return table.transact({
    ...bothAccounts(redeemed, staffId),
    claim: changeStatus(redeemed, annulmentOf(redeemed, by), {
      // Only an annulment changes `annulledIds`, and it removes the `redemptionId`. While the claim still has the `redemptionId`
      // that was read, the list is the one that was read, too.
      ConditionExpression:
        'redemptionId = :redemption AND redemptionId = :read AND redeemedAt > :earliest AND accountId <> :staff',
      ExpressionAttributeValues: {
        ':redemption': redemptionId,
        ':read': redeemed.redemptionId ?? 'none',
        ':earliest': later(at, -minutes(ANNULMENT_MINUTES)).toISOString(),
        ':staff': staffId,
      },
    }),
    shard: {
      Update: {
        Key: stockShard.key(redeemed),
        UpdateExpression: isHeld
          ? 'SET redeemedUnits = redeemedUnits - :one, heldUnits = heldUnits + :one'
          : 'SET redeemedUnits = redeemedUnits - :one, freeUnits = freeUnits + :one',
        ConditionExpression: 'redeemedUnits > :none',
        ExpressionAttributeValues: { ':one': 1, ':none': 0 },
      },
    },
    ...(isHeld && { lease: { Put: { Item: lease.stored(leaseOf(redeemed)) } } }),
    notice: telling('redemption_taken_back', {
      ...aboutClaim(redeemed),
      at: at.toISOString(),
      until: redeemed.expiresAt,
    }),
  });
}

/** What the annulment of a redemption changes of a claim. */
export const annulmentOf = (
  { expiresAt, annulledIds = [] }: Claim,
  { redemptionId, at }: Pick<ByStaff, 'redemptionId' | 'at'>,
) => ({
  status: expiresAt > at.toISOString() ? ('reserved' as const) : ('expired' as const),
  redeemedAt: undefined,
  redeemedBy: undefined,
  redemptionId: undefined,
  annulledIds: [...annulledIds, redemptionId],
});

/** The member of staff works for the merchant, and both accounts are open. */
function bothAccounts(
  { accountId, merchantTenantId: workspaceId }: Claim,
  staffId: AccountId,
): Partial<Record<'staffAccount' | 'staff' | 'claimant', Part>> {
  return {
    staffAccount: accountIsOpen(staffId),
    staff: holdsRole({ accountId: staffId, workspaceId }, rolesWith('handsOutGifts')),
    // DynamoDB rejects two parts on one item, so the caller's own claim gets one account check only. The condition on
    // the claim refuses it anyway.
    ...(accountId !== staffId && { claimant: accountIsOpen(accountId) }),
  };
}

function newClaim(wanted: Claim): Record<'claim' | 'pointer' | 'lease' | 'account', Part> {
  return {
    claim: { Put: { Item: claim.stored(wanted), ConditionExpression: 'attribute_not_exists(pk)' } },
    pointer: {
      Put: {
        Item: claimPointer.stored(pointerOf(wanted)),
        ConditionExpression: 'attribute_not_exists(pk)',
      },
    },
    lease: { Put: { Item: lease.stored(leaseOf(wanted)) } },
    account: accountIsOpen(wanted.accountId),
  };
}
