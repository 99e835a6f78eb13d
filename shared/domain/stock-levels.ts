import { type Claim, claim, lapsedClaims, stockShard } from '../items/rewards.ts';
import type { Reads } from '../table/table.ts';

/**
 * The stock of a campaign at a moment. A unit whose reservation has expired is available immediately, before any
 * cleanup, and whether or not TTL has deleted its lease: the claims decide.
 *
 * The reads are no snapshot. The claims are read before the counters, so a unit that is released in between is seen in
 * the counters. It is then in both reads, so no count takes more claims than the counters hold.
 */
export interface ShardStock {
  readonly counters: ReturnType<typeof stockShard.parse>;
  /** The claims that are stored as reserved and have expired, the oldest first. The index that lists them may lag. */
  readonly lapsed: readonly Claim[];
}

/**
 * Reads the expired claims of every existing shard of a campaign, then the counters of all shards consistently.
 * @param mostLapsed the most expired claims to read for each shard; by default all of them.
 */
export async function readStock(
  table: Reads,
  { id: campaignId, stockShards }: { readonly id: string; readonly stockShards: number },
  at: Date,
  mostLapsed = Number.POSITIVE_INFINITY,
): Promise<ShardStock[]> {
  const shards = Array.from({ length: stockShards }, (_, shard) => ({ campaignId, shard }));
  const lapsed = await Promise.all(
    shards.map((shard) => table.query({ ...lapsedClaims(shard, at), limit: mostLapsed })),
  );
  const counters = await table.getAll(shards.map(stockShard.key));
  return counters
    .map((item) => stockShard.parse(item))
    .map((one) => ({ counters: one, lapsed: (lapsed[one.shard] ?? []).map(claim.parse) }));
}

/** The number of held units whose reservation has expired. */
export function lapsedUnits({ counters, lapsed }: ShardStock): number {
  return Math.min(lapsed.length, counters.heldUnits);
}
