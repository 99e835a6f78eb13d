import type { Condition, Part, Table } from '../table/table.ts';
import { assigning } from '../table/update.ts';
import { type Claim, claim, lease, leaseOf, stockShard } from './items.ts';

/** The release of a held unit: one of the seven transactions that move a unit (`functions/rewards/stock/stock.ts`). */

/**
 * Releases the unit of an expired reservation or of a closed account. It is idempotent, even if it runs late, out of
 * order, or after the lease was deleted, because the stored state of the claim decides.
 * @throws {Error} when the shard has no held unit, which the other transactions rule out.
 */
export async function releaseUnit(
  table: Table,
  lapsed: Claim,
  at: Date,
): Promise<'released' | 'nothing_to_release'> {
  const refused = await table.transact(release(lapsed, at.toISOString()));
  if (!refused) return 'released';
  if (refused.lapsedClaim) return 'nothing_to_release';
  throw new Error('a lapsed claim stands against a shard that holds nothing');
}

/** The parts of the transaction that releases a unit. */
export function release(lapsed: Claim, now: string) {
  return {
    ...expire(lapsed, now),
    shard: {
      Update: {
        Key: stockShard.key(lapsed),
        UpdateExpression: 'SET freeUnits = freeUnits + :one, heldUnits = heldUnits - :one',
        ConditionExpression: 'heldUnits > :none',
        ExpressionAttributeValues: { ':one': 1, ':none': 0 },
      },
    },
  };
}

/**
 * Marks a claim as expired and deletes its lease, if the claim is still reserved and has expired or its account is
 * closed. This condition decides which transaction gets the unit. TTL may already have deleted the lease.
 */
export function expire(lapsed: Claim, now: string): Record<'lapsedClaim' | 'lapsedLease', Part> {
  return {
    lapsedClaim: changeStatus(
      lapsed,
      { status: 'expired' },
      {
        ConditionExpression: '#status = :reserved AND (expiresAt <= :now OR accountClosed = :true)',
        ExpressionAttributeValues: { ':reserved': 'reserved', ':now': now, ':true': true },
      },
    ),
    lapsedLease: { Delete: { Key: lease.key(leaseOf(lapsed)) } },
  };
}

/**
 * The update that gives a claim another status and moves it to the index lists of this status. The index keys contain no
 * value that changes while the claim keeps its status, so they can be computed from a claim that was read earlier.
 * @param changes fields that are `undefined` are removed.
 * @param condition may use the name `#status`.
 */
export function changeStatus(
  found: Claim,
  changes: Pick<Claim, 'status' | 'redeemedAt' | 'redeemedBy' | 'redemptionId' | 'annulledIds'>,
  condition: Condition,
): Part {
  const { gsi1sk, gsi2pk, gsi2sk } = claim.stored({ ...found, ...changes });
  return {
    Update: {
      Key: claim.key(found),
      ...assigning({ ...changes, gsi1sk, gsi2pk, gsi2sk }, condition),
    },
  };
}
