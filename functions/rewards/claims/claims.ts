import { claim, claimsOf } from '../../../shared/rewards/items.ts';
import { presentClaim } from '../../../shared/rewards/presenters.ts';
import { type PageRequest, readPage } from '../../../shared/table/page.ts';
import type { Reads } from '../../../shared/table/table.ts';
import type { AccountId } from '../../../shared/values/resources.ts';

/** Reads one page of an account's claims, sorted by campaign id. */
export async function listOwnClaims(table: Reads, accountId: AccountId, page: PageRequest, at: Date) {
  const { items, ...rest } = await readPage(table, claimsOf(accountId), page);
  return { claims: items.map((item) => presentClaim(claim.parse(item), at)), ...rest };
}
