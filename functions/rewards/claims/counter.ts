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
  undoUntil,
} from '../../../shared/rewards/items.ts';
import { presentClaim } from '../../../shared/rewards/presenters.ts';
import { dayRow, ReportDay, reportOf } from '../../../shared/rollups/items.ts';
import type { Reads } from '../../../shared/table/table.ts';
import { malaysianDate } from '../../../shared/values/calendar.ts';
import type { AccountId } from '../../../shared/values/resources.ts';
import { type Membership, membership } from '../../../shared/workspaces/items.ts';
import { powers } from '../../../shared/workspaces/roles.ts';
import type { ClaimAtCounter } from './contract.ts';

/** What the people at the counter of a merchant see of a claim. It names nobody. */
export interface Counter {
  readonly claim: Claim;
  readonly campaign: Campaign;
  /** The gifts that the merchant has handed out today, about a second old. */
  readonly today: number;
  /** The units of the campaign that can still be reserved, about a second old. */
  readonly left: number;
}

interface Staff {
  readonly staffId: AccountId;
  readonly at: Date;
}

/** Finds the pointer of a claim. */
const findPointer = async (table: Reads, claimId: string): Promise<ClaimPointer | undefined> =>
  claimPointer.parseIfAny(await table.get(claimPointer.key({ claimId })));

/** Reads what the counter sees of a claim by its id. @returns `undefined` for everybody who may not see it. */
export async function findAtCounter(
  table: Reads,
  claimId: string,
  staff: Staff,
): Promise<Counter | undefined> {
  const pointer = await findPointer(table, claimId);
  return pointer && readCounter(table, pointer, staff);
}

/**
 * Reads what the counter sees of a claim, in one round.
 * @returns `undefined` for everybody who does not work for its merchant, and for the claim of a closed account.
 */
export async function readCounter(
  table: Reads,
  pointer: ClaimPointer,
  { staffId, at }: Staff,
): Promise<Counter | undefined> {
  const { accountId, campaignId, merchantTenantId: workspaceId } = pointer;
  const [found, employee, standing, of, day, [holds]] = await Promise.all([
    table.get(claim.key(pointer)),
    table.get(membership.key({ accountId: staffId, workspaceId })),
    table.get(accountStanding.key({ accountId })),
    table.get(campaign.key({ id: campaignId })),
    table.get({ ...reportOf(workspaceId), sk: dayRow(malaysianDate(at)) }),
    readHolds(table, [campaignId], at),
  ]);
  const stored = claim.parseIfAny(found);
  if (!stored || !worksForMerchant(membership.parseIfAny(employee))) return undefined;
  if (accountStanding.parseIfAny(standing)?.closedAt !== undefined) return undefined;
  const parsed = campaign.parse(of ?? {});
  const isOpen =
    parsed.status === 'published' && !closedByTime({ ...parsed, endsAt: reservationsEnd(parsed) }, at);
  return {
    claim: stored,
    campaign: parsed,
    today: ReportDay.parse(day ?? {}).handedOut,
    left: isOpen ? countStock(parsed, holds).available : 0,
  };
}

/** Whether somebody hands out the gifts of a merchant. */
export const worksForMerchant = (employee: Membership | undefined): boolean =>
  employee !== undefined && employee.endedAt === undefined && powers[employee.role].handsOutGifts;

/** Converts what the counter has read to its public form. */
export function presentAtCounter(
  { claim: stored, campaign: of, today, left }: Counter,
  { staffId, at }: Staff,
): z.input<typeof ClaimAtCounter> {
  const { title, summary, rules, imagePath } = of;
  const isOwn = stored.accountId === staffId;
  const shown = presentClaim(stored, at);
  const isRedeemed = shown.status === 'redeemed';
  // The order is the one in which a redemption is refused.
  const expired = shown.status === 'expired' ? 'claim_expired' : undefined;
  const obstacle = isOwn ? 'own_claim' : isRedeemed ? 'already_redeemed' : expired;
  const until = isOwn ? undefined : undoUntil(stored);
  return {
    claim: shown,
    campaign: { title, summary, rules, imagePath },
    canRedeem: obstacle === undefined,
    obstacle,
    today,
    left,
    redeemedByCaller: isRedeemed ? stored.redeemedBy === redeemerOf(stored.id, staffId) : undefined,
    undoUntil: until !== undefined && until > at.toISOString() ? until : undefined,
  };
}
