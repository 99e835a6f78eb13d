import { expire } from '../../shared/domain/unit-release.ts';
import { accountIsOpen } from '../../shared/items/account.ts';
import { type Claim, claim, claimPointer, lease, stockShard } from '../../shared/items/rewards.ts';
import { holdsRole } from '../../shared/items/workspace.ts';
import type { AccountId } from '../../shared/resources.ts';
import type { FailedConditions, Part, Table } from '../../shared/table/table.ts';

/**
 * No unit is lost or handed out twice. Four transactions, and nothing else, move a unit; each shard keeps
 * `free + held + redeemed = total`, and every held unit has exactly one claim stored as reserved. Publication and
 * restocking only bring new free units, and closing only shuts the shards.
 *
 *   reserve    free → held            a new claim, its pointer, its lease
 *   take over  held → held            a lapsed claim expires and its lease goes; a new claim has the unit
 *   release    held → free            a lapsed claim expires, its lease goes
 *   redeem     held → redeemed        a claim that has not lapsed is redeemed, its lease goes
 */
type Lease = ReturnType<typeof lease.parse>;
type ClaimPart = 'claim' | 'pointer' | 'shard' | 'account';

/** The condition of a reservation on a shard, besides a free unit; `whyShut` names the part that failed. */
const SHARD_IS_OPEN =
  'isOpen = :true AND startsAt <= :now AND endsAt > :now AND requiresVerifiedIdentity = :false';
const openAt = (now: string) => ({ ':true': true, ':false': false, ':now': now });

export type Shut = 'campaign_closed' | 'verified_identity_required' | 'not_started' | 'campaign_ended';

/** Why a shard takes no reservation at a moment, stock aside; `undefined` when it takes them. */
export function whyShut(shard: ReturnType<typeof stockShard.parse>, at: Date): Shut | undefined {
  const now = at.toISOString();
  if (!shard.isOpen) return 'campaign_closed';
  if (shard.requiresVerifiedIdentity) return 'verified_identity_required';
  if (now < shard.startsAt) return 'not_started';
  return now >= shard.endsAt ? 'campaign_ended' : undefined;
}

/** Gives a free unit of the claim's shard to the claim. */
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

/** Gives the unit of a lapsed lease to the claim; the counters do not move. */
export function takeOverUnit(
  table: Table,
  wanted: Claim,
  lapsed: Lease,
): Promise<FailedConditions<ClaimPart | 'lease' | 'lapsedClaim' | 'lapsedLease'> | undefined> {
  return table.transact({
    ...newClaim(wanted),
    lapsedClaim: expire(lapsed, wanted.reservedAt),
    lapsedLease: { Delete: { Key: lease.key(lapsed) } },
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
  /** `redeemerOf` the claim and that account: the only trace of it that is stored. */
  readonly redeemedBy: string;
  readonly redeemedAt: string;
}

/** Hands the unit of a reservation out: by somebody who works for the merchant, and never to themselves. */
export function redeemUnit(
  table: Table,
  reserved: Claim,
  { staffId, redeemedBy, redeemedAt }: Redemption,
): Promise<
  FailedConditions<'staffAccount' | 'staff' | 'claimant' | 'claim' | 'shard' | 'lease'> | undefined
> {
  const { id: claimId, accountId, merchantTenantId: workspaceId } = reserved;
  return table.transact({
    staffAccount: accountIsOpen(staffId),
    staff: holdsRole({ accountId: staffId, workspaceId }, ['staff', 'owner']),
    // The claim's part refuses one's own claim. Here the two account checks would be on the same item.
    ...(accountId !== staffId && { claimant: accountIsOpen(accountId) }),
    claim: {
      Update: {
        Key: claim.key(reserved),
        UpdateExpression:
          'SET #status = :redeemed, redeemedAt = :now, redeemedBy = :by REMOVE gsi2pk, gsi2sk',
        ConditionExpression: '#status = :reserved AND expiresAt > :now AND accountId <> :staff',
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: {
          ':redeemed': 'redeemed',
          ':reserved': 'reserved',
          ':now': redeemedAt,
          ':by': redeemedBy,
          ':staff': staffId,
        },
      },
    },
    shard: {
      Update: {
        Key: stockShard.key(reserved),
        UpdateExpression: 'SET heldUnits = heldUnits - :one, redeemedUnits = redeemedUnits + :one',
        ConditionExpression: 'heldUnits > :none',
        ExpressionAttributeValues: { ':one': 1, ':none': 0 },
      },
    },
    lease: { Delete: { Key: lease.key({ ...reserved, claimId }) } },
  });
}

function newClaim(wanted: Claim): Record<'claim' | 'pointer' | 'lease' | 'account', Part> {
  const { id: claimId, accountId, campaignId, shard, expiresAt } = wanted;
  return {
    claim: { Put: { Item: claim.stored(wanted), ConditionExpression: 'attribute_not_exists(pk)' } },
    pointer: {
      Put: {
        Item: claimPointer.stored({ claimId, accountId, campaignId }),
        ConditionExpression: 'attribute_not_exists(pk)',
      },
    },
    lease: { Put: { Item: lease.stored({ campaignId, shard, expiresAt, claimId, accountId }) } },
    account: accountIsOpen(accountId),
  };
}
