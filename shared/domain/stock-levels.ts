import { lapsedUntil, lease, stockOf, stockShard } from '../items/rewards.ts';
import type { Reads } from '../table/table.ts';

/**
 * A campaign's stock as it stands at a moment. A unit whose lease has lapsed is available at that very second,
 * whether or not anything has cleaned up since.
 *
 * A query is no snapshot: during a concurrent release it may return the lease with counters that no longer include it.
 * So no count takes more leases than the counters hold.
 */
export interface ShardStock {
  readonly counters: ReturnType<typeof stockShard.parse>;
  /** Oldest first. */
  readonly lapsed: readonly ReturnType<typeof lease.parse>[];
}

interface Stocked {
  readonly id: string;
  readonly stockShards: number;
}

/** Every shard of a campaign that is there, each in one consistent query. */
export async function readStock(
  table: Reads,
  { id, stockShards }: Stocked,
  at: Date,
  mostLapsed?: number,
): Promise<ShardStock[]> {
  const shards = await Promise.all(
    Array.from({ length: stockShards }, (_, shard) =>
      readShard(table, { campaignId: id, shard }, at, mostLapsed),
    ),
  );
  return shards.filter((shard) => shard !== undefined);
}

/**
 * One shard, `undefined` where there is none.
 * @param mostLapsed how many lapsed leases to read; all of them by default.
 */
export async function readShard(
  table: Reads,
  shard: { readonly campaignId: string; readonly shard: number },
  at: Date,
  mostLapsed?: number,
): Promise<ShardStock | undefined> {
  const [first, ...rest] = await table.query({
    ...stockOf(shard),
    to: lapsedUntil(at),
    ...(mostLapsed !== undefined && { limit: mostLapsed + 1 }),
  });
  if (first?.['sk'] !== stockShard.key(shard).sk) return undefined;
  return { counters: stockShard.parse(first), lapsed: rest.map(lease.parse) };
}

/** Held units whose lease has lapsed. */
export function lapsedUnits({ counters, lapsed }: ShardStock): number {
  return Math.min(lapsed.length, counters.heldUnits);
}

/** Units that a caller could reserve now: free ones, and held ones whose lease has lapsed. */
export function availableUnits(stock: readonly ShardStock[]): number {
  return stock.reduce((sum, shard) => sum + shard.counters.freeUnits + lapsedUnits(shard), 0);
}
