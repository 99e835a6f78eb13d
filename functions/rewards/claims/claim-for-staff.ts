import type * as z from 'zod/mini';
import { accountStanding } from '../../../shared/identity/account.ts';
import { type ClaimPointer, claimPointer } from '../../../shared/rewards/claim-codes.ts';
import { countStock, readHolds } from '../../../shared/rewards/holds.ts';
import {
  type Campaign,
  type Claim,
  campaign,
  claim,
  closedByTime,
  redeemerOf,
  reservationsEnd,
  undoIdOf,
  undoUntil,
} from '../../../shared/rewards/items.ts';
import { presentClaim } from '../../../shared/rewards/presenters.ts';
import { readHandedOut } from '../../../shared/rollups/handed-out.ts';
import type { Reads } from '../../../shared/table/table.ts';
import type { AccountId } from '../../../shared/values/resources.ts';
import { type Membership, membership } from '../../../shared/workspaces/items.ts';
import { powers } from '../../../shared/workspaces/roles.ts';
import type { ClaimForStaff } from './contract.ts';

/** What the people who hand out the gifts of a merchant see of a claim. It names nobody. */
export interface FoundForStaff {
  readonly claim: Claim;
  readonly campaign: Campaign;
  /** The gifts of the campaign that were handed out today, about a second old. */
  readonly today: number;
  /** The units of the campaign that can still be reserved, about a second old. */
  readonly left: number;
  /** The visitor has closed the account, and the erasure has not removed the claim yet. */
  readonly isAccountClosed: boolean;
}

interface Staff {
  readonly staffId: AccountId;
  readonly at: Date;
}

/** Finds the pointer of a claim. */
const findPointer = async (table: Reads, claimId: string): Promise<ClaimPointer | undefined> =>
  claimPointer.parseIfAny(await table.get(claimPointer.key({ claimId })));

/** Reads what the staff see of a claim by its id. @returns `undefined` for everybody who may not see it. */
export async function findForStaff(
  table: Reads,
  claimId: string,
  staff: Staff,
): Promise<FoundForStaff | undefined> {
  const found = await findWithClosedAccount(table, claimId, staff);
  return found?.isAccountClosed ? undefined : found;
}

/** Reads the same, also of the claim of a closed account. Only the repetition of its redemption may show it. */
export async function findWithClosedAccount(
  table: Reads,
  claimId: string,
  staff: Staff,
): Promise<FoundForStaff | undefined> {
  const pointer = await findPointer(table, claimId);
  return pointer && readForStaff(table, pointer, staff);
}

/**
 * Reads what the staff see of a claim, in one round.
 * @returns `undefined` for everybody who does not work for its merchant.
 */
export async function readForStaff(
  table: Reads,
  pointer: ClaimPointer,
  { staffId, at }: Staff,
): Promise<FoundForStaff | undefined> {
  const { accountId, campaignId, merchantTenantId: workspaceId } = pointer;
  const [found, employee, standing, of, handedOut, [holds]] = await Promise.all([
    table.get(claim.key(pointer)),
    table.get(membership.key({ accountId: staffId, workspaceId })),
    table.get(accountStanding.key({ accountId })),
    table.get(campaign.key({ id: campaignId })),
    readHandedOut(table, workspaceId, at),
    readHolds(table, [campaignId], at),
  ]);
  const stored = claim.parseIfAny(found);
  if (!stored || !worksForMerchant(membership.parseIfAny(employee))) return undefined;
  const parsed = campaign.parse(of ?? {});
  const isOpen =
    parsed.status === 'published' && !closedByTime({ ...parsed, endsAt: reservationsEnd(parsed) }, at);
  return {
    claim: stored,
    campaign: parsed,
    today: handedOut(campaignId),
    left: isOpen ? countStock(parsed, holds).available : 0,
    isAccountClosed: accountStanding.parseIfAny(standing)?.closedAt !== undefined,
  };
}

/** Whether somebody hands out the gifts of a merchant. */
export const worksForMerchant = (employee: Membership | undefined): boolean =>
  employee !== undefined && employee.endedAt === undefined && powers[employee.role].handsOutGifts;

/** Converts what was read for the staff to its public form. */
export function presentForStaff(
  { claim: stored, campaign: of, today, left, isAccountClosed }: FoundForStaff,
  { staffId, at }: Staff,
): z.input<typeof ClaimForStaff> {
  const { title, summary, rules, imagePath } = of;
  const isOwn = stored.accountId === staffId;
  const shown = presentClaim(stored, at);
  const isRedeemed = shown.status === 'redeemed';
  // The order is the one in which a redemption is refused.
  const expired = shown.status === 'expired' ? 'claim_expired' : undefined;
  const obstacle = isOwn ? 'own_claim' : isRedeemed ? 'already_redeemed' : expired;
  const until = isOwn || isAccountClosed ? undefined : undoUntil(stored);
  const canUndo = until !== undefined && until > at.toISOString();
  return {
    claim: shown,
    campaign: { title, summary, rules, imagePath },
    canRedeem: obstacle === undefined,
    obstacle,
    today,
    left,
    redeemedByCaller: isRedeemed ? stored.redeemedBy === redeemerOf(stored.id, staffId) : undefined,
    undoUntil: canUndo ? until : undefined,
    undoId: canUndo && stored.redemptionId !== undefined ? undoIdOf(stored.redemptionId) : undefined,
  };
}
