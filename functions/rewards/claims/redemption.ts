import type * as z from 'zod/mini';
import { type Claim, claim, undoIdOf } from '../../../shared/rewards/items.ts';
import type { FailedConditions, Table } from '../../../shared/table/table.ts';
import { malaysianDate } from '../../../shared/values/calendar.ts';
import { MAX_ANNULMENTS } from '../../../shared/values/limits.ts';
import { annulmentOf, type ByStaff, redeemUnit, redemptionOf, returnUnit } from '../stock/stock.ts';
import { type FoundForStaff, presentForStaff } from './claim-for-staff.ts';
import type { ClaimForStaff } from './contract.ts';

/**
 * A claim is redeemed at most once, under an id that the client chose: repeating the id after a lost response changes nothing,
 * and any other id is refused. The transactions alone decide: they check the claim, the role of the caller at the merchant, and
 * both accounts.
 */
type Outcome<Refusal extends string> =
  | { readonly kind: 'ok'; readonly shown: z.input<typeof ClaimForStaff> }
  | { readonly kind: Refusal | 'claim_not_found' | 'own_claim' | 'account_closed' };

/**
 * Redeems a claim.
 * @param found what `claim-for-staff.ts` has read, also of the claim of a closed account. A redemption of the time before is answered.
 * @throws {Error} if the shard has no held unit, which would break the invariant of the stock.
 */
export async function redeem(
  table: Table,
  found: FoundForStaff | undefined,
  by: ByStaff,
): Promise<Outcome<'already_redeemed' | 'claim_expired' | 'redemption_annulled'>> {
  if (!found) return { kind: 'claim_not_found' };
  if (found.isAccountClosed) {
    const isRepeated = found.claim.redemptionId === by.redemptionId;
    return isRepeated ? { kind: 'ok', shown: presentForStaff(found, by) } : { kind: 'claim_not_found' };
  }
  const refused = await redeemUnit(table, found.claim, by);
  if (!refused) {
    // What was read before the redemption does not count it.
    const redeemed = { ...found, claim: { ...found.claim, ...redemptionOf(found.claim, by) } };
    return { kind: 'ok', shown: presentForStaff({ ...redeemed, today: found.today + 1 }, by) };
  }
  const current = currentClaim(refused, by);
  if (typeof current === 'string') return { kind: current };
  if (!current) throw new Error('a claim is reserved, but its shard has no held unit');
  if (current.annulledIds?.includes(by.redemptionId)) return { kind: 'redemption_annulled' };
  if (current.status !== 'redeemed') return { kind: 'claim_expired' };
  if (current.redemptionId !== by.redemptionId) return { kind: 'already_redeemed' };
  return { kind: 'ok', shown: presentForStaff({ ...found, claim: current }, by) };
}

/**
 * Takes a redemption back. Repeating it changes nothing.
 * @param found what `claim-for-staff.ts` has read.
 * @param undone the redemption, by its own id or by the `undoId` that the staff see.
 * @throws {Error} if the shard has no redeemed unit, which would break the invariant of the stock.
 */
export async function annul(
  table: Table,
  found: FoundForStaff | undefined,
  { redemptionId, undoId, ...staff }: Omit<ByStaff, 'redemptionId'> & Undone,
): Promise<Outcome<'not_redeemed' | 'annulment_too_late' | 'annulled_twice'>> {
  if (!found) return { kind: 'claim_not_found' };
  const { claim: seen } = found;
  const known = [seen.redemptionId, ...(seen.annulledIds ?? [])];
  const id = redemptionId ?? known.find((each) => each !== undefined && undoIdOf(each) === undoId);
  if (id === undefined) return { kind: seen.accountId === staff.staffId ? 'own_claim' : 'not_redeemed' };
  return annulById(table, found, { ...staff, redemptionId: id });
}

type Undone = Readonly<Partial<Record<'redemptionId' | 'undoId', string | undefined>>>;

async function annulById(
  table: Table,
  found: FoundForStaff,
  by: ByStaff,
): Promise<Outcome<'not_redeemed' | 'annulment_too_late' | 'annulled_twice'>> {
  const known = found.claim.redemptionId === by.redemptionId ? found.claim : undefined;
  if (known && (known.annulledIds ?? []).length >= MAX_ANNULMENTS) return { kind: 'annulled_twice' };
  const refused = await returnUnit(table, found.claim, by);
  if (!refused) {
    const today = Math.max(found.today - (isToday(found.claim, by) ? 1 : 0), 0);
    const annulled = { ...found.claim, ...annulmentOf(found.claim, by) };
    return { kind: 'ok', shown: presentForStaff({ ...found, claim: annulled, today }, by) };
  }
  const current = currentClaim(refused, by);
  if (typeof current === 'string') return { kind: current };
  if (!current) throw new Error('a claim is redeemed, but its shard has no redeemed unit');
  if (current.annulledIds?.includes(by.redemptionId))
    return { kind: 'ok', shown: presentForStaff({ ...found, claim: current }, by) };
  if (current.redemptionId !== by.redemptionId) return { kind: 'not_redeemed' };
  // The redemption was in flight when the claim was read.
  if (!known) return annulById(table, { ...found, claim: current }, by);
  return { kind: 'annulment_too_late' };
}

const isToday = ({ redeemedAt }: Claim, { at }: ByStaff): boolean =>
  redeemedAt !== undefined && malaysianDate(new Date(redeemedAt)) === malaysianDate(at);

/** The claim as it is after a refusal, `undefined` if its own condition holds, or the refusal that does not depend on its state. */
function currentClaim(
  refused: FailedConditions<'staffAccount' | 'staff' | 'claimant' | 'claim'>,
  { staffId }: ByStaff,
): Claim | 'account_closed' | 'claim_not_found' | 'own_claim' | undefined {
  if (refused.staffAccount) return 'account_closed';
  // Accounts without a role at the merchant get the same refusal as for an unknown claim. A closed account has no claims.
  if (refused.staff || refused.claimant) return 'claim_not_found';
  if (!refused.claim) return undefined;
  const current = claim.parseIfAny(refused.claim.item);
  if (!current) return 'claim_not_found';
  return current.accountId === staffId ? 'own_claim' : current;
}
