import { claim, lease, stockShard } from '../items/rewards.ts';
import type { Part, Table } from '../table/table.ts';

/** The release of a held unit: one of the four transactions that move a unit (`functions/rewards/stock.ts`). */
type Lease = ReturnType<typeof lease.parse>;

/**
 * Releases the unit of an expired lease or of a closed account. It is idempotent, also when it runs late, out of order, or
 * after the lease was deleted, because the state of the claim decides.
 * @throws {Error} when the shard has no held unit, which the other transactions rule out.
 */
export async function releaseUnit(
  table: Table,
  lapsed: Lease,
  at: Date,
): Promise<'released' | 'nothing_to_release'> {
  const refused = await table.transact(release(lapsed, at.toISOString()));
  if (!refused) return 'released';
  if (refused.lapsedClaim) return 'nothing_to_release';
  throw new Error('a lapsed claim stands against a shard that holds nothing');
}

/** The parts of the transaction that releases a unit. */
export function release(lapsed: Lease, now: string) {
  return {
    lapsedClaim: expire(lapsed, now),
    lapsedLease: { Delete: { Key: lease.key(lapsed) } },
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
 * Marks the claim of a lease as expired, if it is still reserved and has expired or its account is closed. This condition
 * decides which transaction gets the unit.
 */
export function expire(lapsed: Lease, now: string): Part {
  return {
    Update: {
      Key: claim.key(lapsed),
      UpdateExpression: 'SET #status = :expired REMOVE gsi2pk, gsi2sk',
      ConditionExpression: '#status = :reserved AND (expiresAt <= :now OR accountClosed = :true)',
      ExpressionAttributeNames: { '#status': 'status' },
      ExpressionAttributeValues: {
        ':expired': 'expired',
        ':reserved': 'reserved',
        ':now': now,
        ':true': true,
      },
    },
  };
}
