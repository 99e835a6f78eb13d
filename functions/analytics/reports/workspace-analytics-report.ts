import type * as z from 'zod/mini';
import {
  type CalendarDate,
  datesOf,
  daysIn,
  malaysianDate,
  type Period,
  startOfDay,
  TIMEZONE,
} from '../../../shared/calendar.ts';
import { days, later } from '../../../shared/clock.ts';
import {
  availableUnits,
  lapsedUnits,
  readStock,
  type ShardStock,
} from '../../../shared/domain/stock-levels.ts';
import {
  type Claim,
  campaign,
  claim,
  claimStatus,
  claimsOfShard,
  ofMerchant,
  settledCampaigns,
  stockedCampaigns,
} from '../../../shared/items/rewards.ts';
import {
  type Invitation,
  invitation,
  invitationStatus,
  invitationsInto,
  type Membership,
  membership,
  membersOf,
} from '../../../shared/items/workspace.ts';
import { INVITATION_DAYS } from '../../../shared/limits.ts';
import type { Reads } from '../../../shared/table/table.ts';
import type { WorkspaceAnalytics } from './contract.ts';

/**
 * The workspace analytics report (interface, section 4.9). Reading and counting are separate: counting is a pure
 * function of the items, so tests can compare it with an independent count.
 */
export interface AnalyticsItems {
  readonly memberships: readonly Membership[];
  readonly invitations: readonly Invitation[];
  readonly claims: readonly Claim[];
  readonly stock: readonly ShardStock[];
}

/** Reads all memberships and claims, and invitations as far back as the period or a pending state requires. */
export async function readAnalyticsItems(
  table: Reads,
  workspaceId: string,
  period: Period,
  at: Date,
): Promise<AnalyticsItems> {
  const from = startOfDay(period.from);
  // An invitation that was accepted in the period, or is still pending, is at most INVITATION_DAYS older.
  const invitedFrom = later(from < at ? from : at, -days(INVITATION_DAYS)).toISOString();
  const [members, invitations, moving, settled] = await Promise.all([
    table.query(membersOf(workspaceId)),
    table.query({ ...invitationsInto(workspaceId), from: invitedFrom }),
    table.query(ofMerchant(stockedCampaigns, workspaceId)),
    table.query(ofMerchant(settledCampaigns, workspaceId)),
  ]);
  // A campaign that moves between the two lists during the reads can be in both.
  const campaigns = new Map([...moving, ...settled].map(campaign.parse).map((one) => [one.id, one]));
  const shards = [...campaigns.values()].flatMap(({ id: campaignId, stockShards }) =>
    Array.from({ length: stockShards }, (_, shard) => ({ campaignId, shard })),
  );
  const [stock, claims] = await Promise.all([
    Promise.all([...campaigns.values()].map((one) => readStock(table, one, at))),
    Promise.all(shards.map((shard) => table.query(claimsOfShard(shard)))),
  ]);
  return {
    memberships: members.map(membership.parse),
    invitations: invitations.map(invitation.parse),
    claims: claims.flat().map(claim.parse),
    stock: stock.flat(),
  };
}

/** Builds the report as of `at`. Days are Malaysian calendar days. Items of closed accounts are left out. */
export function countWorkspaceAnalytics(
  workspaceId: string,
  stored: AnalyticsItems,
  period: Period,
  at: Date,
): z.input<typeof WorkspaceAnalytics> {
  const memberships = stored.memberships.filter(isOpen);
  const invitations = stored.invitations.filter(isOpen);
  const claims = stored.claims.filter(isOpen);
  const invitationOutcomes = { accepted: 0, pending: 0, expired: 0, revoked: 0 };

  // Each timestamp is converted to its Malaysian day once, so the cost grows with items plus days, not items times
  // days.
  const total = emptyCounts();
  const byDay = new Map<CalendarDate, ReturnType<typeof emptyCounts>>();
  const count = (
    time: string | undefined,
    add: (counts: ReturnType<typeof emptyCounts>) => void,
  ): boolean => {
    const date = time === undefined ? undefined : malaysianDate(new Date(time));
    if (date === undefined || date < period.from || date > period.to) return false;
    const row = byDay.get(date) ?? emptyCounts();
    byDay.set(date, row);
    add(row);
    add(total);
    return true;
  };
  for (const { joinedAt, endedAt } of memberships) {
    count(joinedAt, (counts) => counts.membersJoined++);
    count(endedAt, (counts) => counts.membersEnded++);
  }
  for (const one of invitations) {
    const within = count(one.createdAt, (counts) => counts.invitationsCreated++);
    if (within) invitationOutcomes[invitationStatus(one, at)] += 1;
    count(one.acceptedAt, (counts) => counts.invitationsAccepted++);
  }
  for (const one of claims) {
    count(one.reservedAt, (counts) => {
      counts.claimsReserved++;
      counts.claimOutcomes[claimStatus(one, at)] += 1;
    });
  }

  const { claimOutcomes, ...periodCounts } = total;
  const today = malaysianDate(at);
  const shown = { from: period.from, to: period.to < today ? period.to : today };
  return {
    workspaceId,
    reportedAt: at.toISOString(),
    timezone: TIMEZONE,
    period: { ...period, days: daysIn(period) },
    current: {
      activeMembers: memberships.filter(({ endedAt }) => endedAt === undefined).length,
      pendingInvitations: invitations.filter((one) => invitationStatus(one, at) === 'pending').length,
      ...stockCounts(stored.stock),
    },
    periodCounts,
    invitationOutcomes,
    claimOutcomes,
    daily: datesOf(shown).map((date) => ({ date, ...(byDay.get(date) ?? emptyCounts()) })),
  };
}

function emptyCounts() {
  return {
    membersJoined: 0,
    membersEnded: 0,
    invitationsCreated: 0,
    invitationsAccepted: 0,
    claimsReserved: 0,
    claimOutcomes: { reserved: 0, redeemed: 0, expired: 0 },
  };
}

function isOpen({ accountClosed }: { readonly accountClosed?: boolean | undefined }): boolean {
  return !accountClosed;
}

/** Sums the units of all campaigns that were published. A unit whose lease has expired counts as available. */
function stockCounts(stock: readonly ShardStock[]) {
  const sum = (units: (shard: ShardStock) => number) =>
    stock.reduce((total, shard) => total + units(shard), 0);
  return {
    availableStock: availableUnits(stock),
    heldStock: sum((shard) => shard.counters.heldUnits - lapsedUnits(shard)),
    redeemedStock: sum(({ counters }) => counters.redeemedUnits),
  };
}
