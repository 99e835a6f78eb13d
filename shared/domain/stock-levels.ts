import { lapsedUntil, lease, stockOf, stockShard } from '../items/rewards.ts';
import type { Reads } from '../table/table.ts';

/**
 * The stock of a campaign at a moment. A unit whose lease has expired is available immediately, before any cleanup.
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

/** Reads every existing shard of a campaign, each in one consistent query. */
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
 * Reads one shard; `undefined` if it does not exist.
 * @param mostLapsed the most expired leases to read; by default all of them.
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

/** The number of held units whose lease has expired. */
export function lapsedUnits({ counters, lapsed }: ShardStock): number {
  return Math.min(lapsed.length, counters.heldUnits);
}

/** The number of units that can be reserved now: free ones, and held ones whose lease has expired. */
export function availableUnits(stock: readonly ShardStock[]): number {
  return stock.reduce((sum, shard) => sum + shard.counters.freeUnits + lapsedUnits(shard), 0);
}
