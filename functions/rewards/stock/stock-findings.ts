import * as z from 'zod/mini';
import {
  type Claim,
  claim,
  claimStatus,
  heldClaims,
  lease,
  leaseOf,
  stockOf,
  stockShard,
} from '../../../shared/rewards/items.ts';
import type { Reads } from '../../../shared/table/table.ts';
import { later, minutes } from '../../../shared/values/clock.ts';
import { ANNULMENT_MINUTES } from '../../../shared/values/limits.ts';
import { Timestamp } from '../../../shared/values/resources.ts';

/**
 * One view of the counters, the leases and the claims of a shard. The reads are concurrent and the claims come from an
 * index, so a view may combine different moments. A mismatch counts only if a second view after a pause shows it again
 * with the same counters.
 */
export interface ShardView {
  readonly campaignId: string;
  readonly shard: number;
  /** Omitted if the shard has no counters. */
  readonly counters: z.infer<typeof Counters> | undefined;
  readonly leases: readonly Lease[];
  /** The claims that are stored as reserved. */
  readonly reserved: readonly Claim[];
}
type Lease = ReturnType<typeof lease.parse>;

export type Finding =
  | { readonly what: 'counters_off' | 'held_units_off' }
  | { readonly what: 'lease_without_claim' | 'claim_without_lease'; readonly claimId: string }
  | { readonly what: 'unit_stranded'; readonly claimId: string; readonly claim: Claim };

/** The stored counters, including values that break the invariant. */
const Counters = z.object({
  totalUnits: z.number(),
  freeUnits: z.number(),
  heldUnits: z.number(),
  redeemedUnits: z.number(),
  lastRedeemedAt: z.optional(Timestamp),
});

/** Reads the counters, the leases and the reserved claims of a shard concurrently. */
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
    reserved: claims.map(claim.parse),
  };
}

/** Lists the inconsistencies in one view of a shard. */
export function findingsOf({ counters, leases, reserved }: ShardView, at: Date): Finding[] {
  const findings: Finding[] = [];
  if (!counters || !addUp(counters)) findings.push({ what: 'counters_off' });
  if ((counters?.heldUnits ?? 0) !== reserved.length) findings.push({ what: 'held_units_off' });
  const keyOf = (held: Lease) => lease.key(held).sk;
  const leased = new Set(leases.map(keyOf));
  const claimed = new Set(reserved.map((held) => keyOf(leaseOf(held))));
  for (const held of leases) {
    if (!claimed.has(keyOf(held))) findings.push({ what: 'lease_without_claim', claimId: held.claimId });
  }
  for (const held of reserved) {
    if (leased.has(keyOf(leaseOf(held)))) continue;
    findings.push(
      claimStatus(held, at) === 'expired'
        ? { what: 'unit_stranded', claimId: held.id, claim: held }
        : { what: 'claim_without_lease', claimId: held.id },
    );
  }
  return findings;
}

/** The clocks of two functions differ by less. */
const CLOCK_SKEW = minutes(1);

/** Checks whether a shard is consistent, has no held units, and no redemption of it can be annulled any more. */
export function isFinished(view: ShardView, at: Date): boolean {
  const { heldUnits, lastRedeemedAt = '' } = view.counters ?? {};
  const isFinal = lastRedeemedAt < later(at, -minutes(ANNULMENT_MINUTES) - CLOCK_SKEW).toISOString();
  return heldUnits === 0 && isFinal && view.leases.length === 0 && findingsOf(view, at).length === 0;
}

/** Lists the findings that both views of a shard have. If the counters have changed in between, there are none. */
export function persistentFindings(earlier: ShardView, now: ShardView, at: Date): Finding[] {
  if (JSON.stringify(earlier.counters) !== JSON.stringify(now.counters)) return [];
  if (earlier.reserved.length !== now.reserved.length) return [];
  const identity = (finding: Finding) =>
    'claimId' in finding ? `${finding.what} ${finding.claimId}` : finding.what;
  const before = new Set(findingsOf(earlier, at).map(identity));
  return findingsOf(now, at).filter((finding) => before.has(identity(finding)));
}

function addUp({ totalUnits, freeUnits, heldUnits, redeemedUnits }: z.infer<typeof Counters>): boolean {
  const parts = [freeUnits, heldUnits, redeemedUnits];
  return parts.every((units) => units >= 0) && freeUnits + heldUnits + redeemedUnits === totalUnits;
}
