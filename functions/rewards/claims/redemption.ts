import type * as z from 'zod/mini';
import { accountStanding } from '../../../shared/identity/account.ts';
import { type Claim, campaign, claim, claimPointer, redeemerOf } from '../../../shared/rewards/items.ts';
import { presentClaim } from '../../../shared/rewards/presenters.ts';
import type { RewardClaim } from '../../../shared/rewards/schemas.ts';
import type { Reads, Table } from '../../../shared/table/table.ts';
import type { AccountId } from '../../../shared/values/resources.ts';
import { membership } from '../../../shared/workspaces/items.ts';
import { redeemUnit } from '../stock/stock.ts';
import type { ClaimAtTheCounter } from './contract.ts';

/**
 * A claim is redeemed at most once. The transaction alone decides: it checks the reservation, the role of the caller at
 * the merchant, and both accounts.
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

/** Finds a claim by its id. */
export async function findClaim(table: Reads, claimId: string): Promise<Claim | undefined> {
  const pointer = claimPointer.parseIfAny(await table.get(claimPointer.key({ claimId })));
  return pointer && claim.parseIfAny(await table.get(claim.key(pointer)));
}

/**
 * Shows a claim to somebody who works for its merchant, with what keeps them from redeeming it.
 * @param found the result of `findClaim`.
 */
export async function showAtTheCounter(
  table: Reads,
  found: Claim | undefined,
  staffId: AccountId,
  at: Date,
): Promise<z.input<typeof ClaimAtTheCounter> | undefined> {
  if (!found) return undefined;
  const { accountId, merchantTenantId: workspaceId, campaignId } = found;
  const [employee, standing, of] = await Promise.all([
    table.get(membership.key({ accountId: staffId, workspaceId })),
    table.get(accountStanding.key({ accountId })),
    table.get(campaign.key({ id: campaignId })),
  ]);
  const { role, endedAt } = membership.parseIfAny(employee) ?? {};
  if (endedAt !== undefined || (role !== 'staff' && role !== 'owner')) return undefined;
  // A closed account has no claims.
  if (accountStanding.parseIfAny(standing)?.closedAt !== undefined) return undefined;
  const { title, rules, imagePath } = campaign.parse(of ?? {});
  const shown = presentClaim(found, at);
  // The order is the one in which a redemption is refused.
  const obstacle =
    accountId === staffId
      ? 'own_claim'
      : shown.status === 'redeemed'
        ? 'already_redeemed'
        : shown.status === 'expired'
          ? 'claim_expired'
          : undefined;
  return { ...shown, campaign: { title, rules, imagePath }, canRedeem: obstacle === undefined, obstacle };
}

/**
 * Redeems a claim. If the account that redeemed it repeats the call, the outcome is `redeemed` again.
 * @param found the result of `findClaim`.
 * @param staffId the account that hands out the gift.
 * @throws {Error} if the shard has no held unit, which would break the invariant of the stock.
 */
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
  // Accounts without a role at the merchant get the same outcome as for an unknown claim. A closed account has no
  // claims.
  if (refused.staff || refused.claimant) return { kind: 'claim_not_found' };
  if (!refused.claim) throw new Error('a claim is reserved, but its shard has no held unit');
  const current = claim.parseIfAny(refused.claim.item);
  if (!current) return { kind: 'claim_not_found' };
  if (current.accountId === staffId) return { kind: 'own_claim' };
  if (current.redeemedBy === redeemedBy) return { kind: 'redeemed', claim: presentClaim(current, at) };
  return { kind: current.status === 'redeemed' ? 'already_redeemed' : 'claim_expired' };
}
