import type * as z from 'zod/mini';
import { type Claim, claim, claimPointer, redeemerOf } from '../../shared/items/rewards.ts';
import type { AccountId } from '../../shared/resources.ts';
import type { Reads, Table } from '../../shared/table/table.ts';
import { presentClaim } from './claims.ts';
import type { RewardClaim } from './contract.ts';
import { redeemUnit } from './stock.ts';

/**
 * The counter hands a gift out once. Whether the reservation stands, who redeems it and for which merchant is asked in
 * the write alone.
 */
type RedeemOutcome =
  | { readonly kind: 'redeemed'; readonly claim: z.input<typeof RewardClaim> }
  | {
      readonly kind:
        | 'claim_not_found'
        | 'own_claim'
        | 'already_redeemed'
        | 'claim_expired'
        | 'account_closed';
    };

/** The claim that an id names. */
export async function findClaim(table: Reads, claimId: string): Promise<Claim | undefined> {
  const pointer = claimPointer.parseIfAny(await table.get(claimPointer.key({ claimId })));
  return pointer && claim.parseIfAny(await table.get(claim.key(pointer)));
}

/** @throws {Error} when the shard has no held unit, which the other transactions rule out. */
export async function redeem(
  table: Table,
  found: Claim | undefined,
  staffId: AccountId,
  at: Date,
): Promise<RedeemOutcome> {
  if (!found) return { kind: 'claim_not_found' };
  const redeemedBy = redeemerOf(found.id, staffId);
  const redeemedAt = at.toISOString();
  const refused = await redeemUnit(table, found, { staffId, redeemedBy, redeemedAt });
  if (!refused) {
    return { kind: 'redeemed', claim: presentClaim({ ...found, status: 'redeemed', redeemedAt }, at) };
  }
  if (refused.staffAccount) return { kind: 'account_closed' };
  // Accounts that do not work for the merchant learn nothing of its claims, and a closed account has none.
  if (refused.staff || refused.claimant) return { kind: 'claim_not_found' };
  if (!refused.claim) throw new Error('a reserved claim stands against a shard that holds nothing');
  const there = claim.parseIfAny(refused.claim.item);
  if (!there) return { kind: 'claim_not_found' };
  if (there.accountId === staffId) return { kind: 'own_claim' };
  if (there.redeemedBy === redeemedBy) return { kind: 'redeemed', claim: presentClaim(there, at) };
  return { kind: there.status === 'redeemed' ? 'already_redeemed' : 'claim_expired' };
}
