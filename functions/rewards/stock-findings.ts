import * as z from 'zod/mini';
import { claim, heldClaims, lease, stockOf, stockShard } from '../../shared/items/rewards.ts';
import type { FindingCode } from '../../shared/log.ts';
import type { Reads } from '../../shared/table/table.ts';

/**
 * What a shard's counters, its leases and its claims say of one another. They are read side by side and the claims from
 * an index, so the three may show different moments: a mismatch counts only if it is found again after
 * a pause, with the same counters.
 */
export interface ShardView {
  readonly campaignId: string;
  readonly shard: number;
  /** Absent where there are none. */
  readonly counters: z.infer<typeof Counters> | undefined;
  readonly leases: readonly Lease[];
  /** The leases that the claims stored as reserved should have. */
  readonly reserved: readonly Lease[];
}
type Lease = ReturnType<typeof lease.parse>;

export type Finding =
  | { readonly what: OfCounters }
  /** With the unit that it is about. */
  | { readonly what: Exclude<FindingCode, OfCounters>; readonly unit: Lease };
type OfCounters = 'counters_off' | 'held_units_off';

/** The counters as stored, also when a shard may not have such values. */
const Counters = z.object({
  totalUnits: z.number(),
  freeUnits: z.number(),
  heldUnits: z.number(),
  redeemedUnits: z.number(),
});

/** Reads the counters, the leases and the held claims of a shard side by side. */
export async function viewShard(
  table: Reads,
  of: { readonly campaignId: string; readonly shard: number },
): Promise<ShardView> {
  const [stock, claims] = await Promise.all([table.query(stockOf(of)), table.query(heldClaims(of))]);
  const counters = stock.find(({ sk }) => sk === stockShard.key(of).sk);
  return {
    ...of,
    counters: counters && Counters.parse(counters),
    leases: stock.filter((item) => item !== counters).map(lease.parse),
    reserved: claims.map((item) => {
      const { id: claimId, accountId, expiresAt } = claim.parse(item);
      return { ...of, claimId, accountId, expiresAt };
    }),
  };
}

/** The inconsistencies in one view of a shard. */
export function findingsOf({ counters, leases, reserved }: ShardView, at: Date): Finding[] {
  const findings: Finding[] = [];
  if (!counters || !addUp(counters)) findings.push({ what: 'counters_off' });
  if ((counters?.heldUnits ?? 0) !== reserved.length) findings.push({ what: 'held_units_off' });
  const keyOf = (one: Lease) => lease.key(one).sk;
  const leased = new Set(leases.map(keyOf));
  const claimed = new Set(reserved.map(keyOf));
  for (const unit of leases) {
    if (!claimed.has(keyOf(unit))) findings.push({ what: 'lease_without_claim', unit });
  }
  for (const unit of reserved) {
    if (leased.has(keyOf(unit))) continue;
    const lapsed = unit.expiresAt <= at.toISOString();
    findings.push({ what: lapsed ? 'unit_stranded' : 'claim_without_lease', unit });
  }
  return findings;
}

/** True when a shard is consistent and holds no unit. */
export function isSettled(view: ShardView, at: Date): boolean {
  return view.counters?.heldUnits === 0 && view.leases.length === 0 && findingsOf(view, at).length === 0;
}

/** The findings of the later view that the earlier one had as well; none when the counters have moved. */
export function lasting(earlier: ShardView, now: ShardView, at: Date): Finding[] {
  if (JSON.stringify(earlier.counters) !== JSON.stringify(now.counters)) return [];
  if (earlier.reserved.length !== now.reserved.length) return [];
  const identity = (one: Finding) => ('unit' in one ? `${one.what} ${one.unit.claimId}` : one.what);
  const before = new Set(findingsOf(earlier, at).map(identity));
  return findingsOf(now, at).filter((one) => before.has(identity(one)));
}

function addUp({ totalUnits, freeUnits, heldUnits, redeemedUnits }: z.infer<typeof Counters>): boolean {
  const parts = [freeUnits, heldUnits, redeemedUnits];
  return parts.every((units) => units >= 0) && freeUnits + heldUnits + redeemedUnits === totalUnits;
}
