import { type Claim, claim, claimStatus, claimsOf } from '../../../shared/items/rewards.ts';
import type { Presented } from '../../../shared/public-fields.ts';
import type { AccountId } from '../../../shared/resources.ts';
import { type OpenedPage, readPage } from '../../../shared/table/page.ts';
import type { Reads } from '../../../shared/table/table.ts';
import type { RewardClaim } from './contract.ts';

/**
 * Converts a stored claim to its public form. A reservation is `expired` from its expiry on, even if that is not
 * stored.
 */
export function presentClaim(stored: Claim, at: Date): Presented<typeof RewardClaim> {
  const { id, campaignId, deliveryKind, reservedAt, expiresAt, redeemedAt } = stored;
  return { id, campaignId, deliveryKind, status: claimStatus(stored, at), reservedAt, expiresAt, redeemedAt };
}

/** Reads one page of an account's claims, sorted by campaign id. */
export async function listOwnClaims(table: Reads, accountId: AccountId, page: OpenedPage, at: Date) {
  const { items, ...rest } = await readPage(table, claimsOf(accountId), page);
  return { claims: items.map((item) => presentClaim(claim.parse(item), at)), ...rest };
}
