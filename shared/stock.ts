import { lapsedUntil, lease, stockPartition, stockShard } from './items/rewards.ts';
import type { Reads } from './table/client.ts';

/**
 * A campaign's stock as it stands at a moment. A unit whose lease has lapsed is available at that very second,
 * whether or not anything has cleaned up since.
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

/**
 * Every shard of a campaign, each in one consistent query.
 * @param mostLapsed how many lapsed leases of a shard to read; all of them, unless told.
 */
export function readStock(
  table: Reads,
  { id: campaignId, stockShards }: Stocked,
  at: Date,
  mostLapsed?: number,
): Promise<ShardStock[]> {
  return Promise.all(
    Array.from({ length: stockShards }, async (_, shard) => {
      const [first, ...rest] = await table.query({
        pk: stockPartition({ campaignId, shard }),
        to: lapsedUntil(at),
        ...(mostLapsed !== undefined && { limit: mostLapsed + 1 }),
      });
      if (!first) throw new Error('a published campaign has no such shard');
      return { counters: stockShard.parse(first), lapsed: rest.map(lease.parse) };
    }),
  );
}

/** Units that a caller could reserve now: free ones, and held ones whose lease has lapsed. */
export function availableUnits(stock: readonly ShardStock[]): number {
  return stock.reduce((sum, { counters, lapsed }) => sum + counters.freeUnits + lapsed.length, 0);
}
