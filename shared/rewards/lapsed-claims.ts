import type { Reads } from '../table/table.ts';
import { type Claim, claim, heldPartitions, lapsedUntil } from './items.ts';

/**
 * Reads the claims of all campaigns that are stored as reserved and have expired at a moment. There are few, because the
 * sweep releases their units every minute. The index that lists them may lag.
 */
export async function readLapsedClaims(table: Reads, at: Date): Promise<Claim[]> {
  const found = await Promise.all(heldPartitions.map((list) => table.query({ ...list, ...lapsedUntil(at) })));
  return found.flat().map(claim.parse);
}
